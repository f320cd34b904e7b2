package org.perrin.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.perrin.io.InputException;
import org.perrin.io.UsageException;
import org.perrin.io.table.Table;
import org.perrin.posterior.Options;
import org.perrin.random.RandomStream;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.prior.PriorChoice;

/**
 * Responses that need something beside their value: trials against single trials in rows of their
 * own, censored times against maximum likelihood and an integral, classes in an order.
 */
class ResponsesTest {
  private static final PriorChoice FLAT =
      new PriorChoice(List.of("flat"), "flat", "autoscale", "autoscale");

  @TempDir static Path folder;

  private static Table table(String name, CharSequence text) {
    try {
      return Table.read(Files.writeString(folder.resolve(name + ".csv"), text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Regression nuts(Table table, String formula) {
    return Regression.of(table)
        .formula(formula)
        .options(Options.standard().sampler("nuts").draws(300).seed(3));
  }

  /** Successes of 0 to 11 trials, and a row for each trial. */
  private static StringBuilder[] trials() {
    var random = RandomStream.of(4);
    var counts = new StringBuilder("k,m,n,x\n");
    var single = new StringBuilder("y,x\n");
    for (int i = 0; i < 200; i++) {
      double x = random.nextGaussian();
      int n = (int) (12 * random.nextDouble());
      int k = 0;
      for (int t = 0; t < n; t++) {
        int y = random.nextDouble() < 1 / (1 + Math.exp(0.5 - x)) ? 1 : 0;
        k += y;
        single.append(String.format(Locale.ROOT, "%d,%s%n", y, x));
      }
      counts.append(String.format(Locale.ROOT, "%d,%d,%d,%s%n", k, n - k, n, x));
    }
    return new StringBuilder[] {counts, single};
  }

  /**
   * The same posterior: f differs by a constant, so modes agree to the last digits that a search
   * finds; priors are of x, whose sd differs by table, and so flat here.
   */
  @ParameterizedTest
  @CsvSource({"binomial, logistic", "binomial-probit, probit", "binomial-cloglog, cloglog"})
  void trials_are_rows_of_their_own(String binomial, String binary) {
    StringBuilder[] tables = trials();
    Table counts = table(binomial, tables[0]);
    Table rows = table(binary, tables[1]);
    Fit one = nuts(counts, "k | trials(n) ~ x").family(binomial).priors(FLAT).fit();
    Fit two = nuts(counts, "cbind(k, m) ~ x").family(binomial).priors(FLAT).fit();
    Fit all = nuts(rows, "y ~ x").family(binary).priors(FLAT).fit();
    assertThat(two.draws().draw(17)).isEqualTo(one.draws().draw(17));
    for (int k = 0; k < 2; k++) {
      double sd = all.laplaceSd()[k];
      assertThat(one.laplaceMean()[k]).isCloseTo(all.laplaceMean()[k], within(1e-4 * sd));
      assertThat(one.laplaceSd()[k]).isCloseTo(sd, within(1e-4 * sd));
      // 1200 draws each: sds of means are 0.03 posterior sds
      double mean = all.summary().rows().get(k).mean();
      assertThat(one.summary().rows().get(k).mean()).isCloseTo(mean, within(0.2 * sd));
      assertThat(one.summary().rows().get(k).sd()).isCloseTo(sd, within(0.15 * sd));
    }
  }

  /** Exact sampling from few rows knows bounds of shares as it does of single trials. */
  @Test
  void trials_are_sampled_exactly() {
    Table counts = table("exact", trials()[0]);
    Regression asked = nuts(counts, "k | trials(n) ~ x").priors(FLAT);
    Fit fit = asked.fit();
    Fit few = asked.options(Options.standard().sampler("exact").draws(300)).fit();
    assertThat(few.account().sampler()).isEqualTo("exact");
    for (int k = 0; k < 2; k++) {
      var row = fit.summary().rows().get(k);
      assertThat(few.summary().rows().get(k).mean()).isCloseTo(row.mean(), within(0.25 * row.sd()));
    }
  }

  @Test
  void counts_are_predicted_where_there_are_trials() {
    Fit fit = nuts(table("predict", trials()[0]), "k | trials(n) ~ x").fit();
    assertThat(fit.prepared().word()).isEqualTo("binomial");
    Table known = table("known", "x,n\n0.5,100\n0.5,0\n");
    var counts = fit.predict(known).rows();
    var share = fit.predict(table("unknown", "x\n0.5\n")).rows().getFirst();
    assertThat(share.mean()).isBetween(0.4, 0.6);
    assertThat(share.high() - share.low()).isLessThan(0.15);
    assertThat(counts.getFirst().mean()).isCloseTo(100 * share.mean(), within(1e-9));
    // the sd of 100 trials of one half is 5, that of the probability some 2 %
    assertThat(counts.getFirst().sd()).isBetween(5.0, 6.5);
    assertThat(counts.getFirst().low()).isEqualTo(Math.rint(counts.getFirst().low()));
    assertThat(counts.get(1).high()).isZero();
    // at least 90 %, because counts have steps
    var scores = fit.predict(table("again", trials()[0])).scores().numbers();
    assertThat(scores.get("coverage")).isBetween(0.9, 0.99);
    assertThat(scores.get("log_loss")).isBetween(0.8, 1.8);
  }

  /** Weibull times of scale {@code e^{1 + x/2}} and shape 1.5, half of them censored. */
  private static double[][] times(StringBuilder text) {
    var random = RandomStream.of(5);
    double[][] rows = new double[800][];
    for (int i = 0; i < rows.length; i++) {
      double x = random.nextGaussian();
      double t = Math.exp(1 + x / 2) * Math.pow(-Math.log(random.nextDouble()), 1 / 1.5);
      double end = 5 * random.nextDouble();
      rows[i] = new double[] {Math.min(t, end), t <= end ? 1 : 0, x};
      text.append(
          String.format(
              Locale.ROOT, "%s,%s,%s%n", rows[i][0], t <= end ? "yes" : "no", rows[i][2]));
    }
    return rows;
  }

  @Test
  void censored_times_are_at_their_maximum() {
    var text = new StringBuilder("t,event,x\n");
    double[][] rows = times(text);
    Regression asked = nuts(table("times", text), "t | cens(event) ~ x");
    Fit fit = asked.fit();
    assertThat(fit.prepared().word()).isEqualTo("weibull");
    double[] truth = {1, 0.5, 1.5};
    for (int k = 0; k < 3; k++) {
      var row = fit.summary().rows().get(k);
      assertThat(row.mean()).as(row.name()).isCloseTo(truth[k], within(4 * row.sd()));
    }
    Fit flat = asked.priors(new PriorChoice(List.of("flat"), "flat", "flat", "autoscale")).fit();
    double[] maximum =
        Climber.minimum(
            p -> {
              double sum = 0;
              for (double[] r : rows) {
                double shape = Math.exp(p[2]);
                double z = Math.log(r[0]) - p[0] - p[1] * r[2];
                sum += Math.exp(shape * z) - r[1] * (p[2] + shape * z - Math.log(r[0]));
              }
              return sum;
            },
            0,
            0,
            0);
    for (int k = 0; k < 2; k++) {
      double sd = flat.summary().rows().get(k).sd();
      assertThat(flat.laplaceMean()[k]).isCloseTo(maximum[k], within(0.01 * sd));
    }
  }

  /**
   * One hazard for all rows: with a flat prior of η the rate {@code e^{−η}} is gamma(events, sum of
   * times), so the mean of η is {@code log(sum) − digamma(events)}.
   */
  @Test
  void a_constant_hazard_has_the_posterior_of_its_integral() {
    var text = new StringBuilder("t,event,x\n");
    double[][] rows = times(text);
    Fit fit =
        nuts(table("hazard", text), "t | cens(event) ~ 1").family("exponential").priors(FLAT).fit();
    double sum = 0;
    double events = 0;
    for (double[] row : rows) {
      sum += row[0];
      events += row[1];
    }
    double mean = Math.log(sum) - org.perrin.math.Gamma.digamma(events);
    double sd = Math.sqrt(org.perrin.math.Gamma.trigamma(events));
    // 1200 draws: 4 sds of a mean are 0.12 posterior sds
    assertThat(fit.summary().rows().getFirst().mean()).isCloseTo(mean, within(0.15 * sd));
    assertThat(fit.summary().rows().getFirst().sd()).isCloseTo(sd, within(0.15 * sd));
  }

  private static CharSequence classes() {
    var random = RandomStream.of(6);
    var text = new StringBuilder("y,x\n");
    for (int i = 0; i < 500; i++) {
      double x = random.nextGaussian();
      double p = random.nextDouble();
      double u = x + Math.log(p / (1 - p));
      text.append(
          String.format(Locale.ROOT, "%s,%s%n", u < -1 ? "low" : u < 1 ? "mid" : "high", x));
    }
    return text;
  }

  /** In alphabetical order high is least and low is between: no slope describes that. */
  @Test
  void classes_have_the_order_that_is_given() {
    Table table = table("order", classes());
    Fit fit = nuts(table, "ordered(y, \"low\", \"mid\", \"high\") ~ x").fit();
    assertThat(fit.prepared().word()).isEqualTo("ordinal");
    var slope = fit.summary().rows().get(1);
    assertThat(slope.mean()).isCloseTo(1, within(4 * slope.sd()));
    Fit alphabetical = nuts(table, "y ~ x").family("ordinal").fit();
    assertThat(alphabetical.summary().rows().get(1).mean()).isLessThan(0.5);
    assertThatThrownBy(() -> nuts(table, "ordered(y, \"low\", \"mid\") ~ x").prepare())
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith("column \"y\": level \"high\" has no place in ordered(y, …): add it");
  }

  @Test
  void links() {
    assertThat(ModelChoice.named("logistic").linked("probit").word()).isEqualTo("probit");
    assertThat(ModelChoice.named("binomial").linked("cloglog").word())
        .isEqualTo("binomial-cloglog");
    assertThat(ModelChoice.named("probit").linked("logit").word()).isEqualTo("logistic");
    assertThat(ModelChoice.named("poisson").linked("log").word()).isEqualTo("poisson");
    assertThat(ModelChoice.named("ordinal").linked("probit").word()).isEqualTo("ordinal-probit");
    assertThatThrownBy(() -> ModelChoice.named("poisson").linked("identity"))
        .isInstanceOf(UsageException.class)
        .hasMessage("poisson has no link \"identity\" (there is only log)");
    assertThatThrownBy(() -> ModelChoice.named("logistic").linked("probt"))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "logistic has no link \"probt\": did you mean \"probit\"? (there are logit, probit, cloglog)");
  }
}
