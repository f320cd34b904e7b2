package org.perrin.bench.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.perrin.Perrin;
import org.perrin.diagnostics.Convergence;
import org.perrin.draws.Draws;
import org.perrin.model.Bounded;
import org.perrin.model.MixedModel;
import org.perrin.posterior.Options;

/**
 * Known posteriors against the draws of NUTS and of the natural sampler, and of levels where there
 * are some: z is a distance in Monte Carlo standard errors. NUTS and levels must be within 4.5 of
 * them; {@code natural} too, after its tolerance of 1 % of a standard deviation is taken off. Some
 * 90 numbers: one seed in 1,500 would raise a false alarm. The table goes to target/trust.
 */
class GroundTruthTest {
  private static final double LIMIT = 4.5;
  private static final double TOLERANCE = 0.01;
  private static final List<String> TABLE = new ArrayList<>();

  /** A posterior and a sampler. */
  record Case(KnownPosterior known, String sampler) {
    @Override
    public String toString() {
      return "%s by %s".formatted(known.name(), sampler);
    }

    Draws draws() {
      int draws = Boolean.getBoolean("perrin.long") ? 2500 : 500;
      var options = Options.standard().sampler(sampler).draws(draws).seed(37);
      return known.of(Perrin.sample(known.model(), options).draws());
    }
  }

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (KnownPosterior known : Truths.all()) {
      // levels with many rows are what NUTS takes very long for
      boolean levels = known.model() instanceof MixedModel;
      cases.add(new Case(known, levels ? "levels" : "nuts"));
      if (known.model() instanceof Bounded bounded && bounded.unbounded() == null) {
        cases.add(new Case(known, "exact"));
      }
      if (!levels && known.model().rows() > 1000) {
        cases.add(new Case(known, "natural"));
      }
    }
    return cases;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void means_and_standard_deviations_are_the_known_ones(Case one) {
    Draws draws = one.draws();
    double slack = one.sampler().equals("natural") ? TOLERANCE : 0;
    double worstMean = 0;
    double worstSd = 0;
    double least = 1;
    double most = 1;
    for (int k = 0; k < draws.dimension(); k++) {
      double[][] chains = draws.coordinate(k);
      double sd = one.known().sd()[k];
      double mean = Convergence.mean(chains) - one.known().mean()[k];
      double ratio = Convergence.sd(chains) / sd;
      double errorMean = Convergence.mcseMean(chains);
      double errorSd = Convergence.mcseSd(chains);
      assertThat(mean)
          .as(draws.names().get(k))
          .isCloseTo(0, within(LIMIT * errorMean + slack * sd));
      assertThat((ratio - 1) * sd).isCloseTo(0, within(LIMIT * errorSd + slack * sd));
      worstMean = Math.max(worstMean, Math.abs(mean / errorMean));
      worstSd = Math.max(worstSd, Math.abs((ratio - 1) * sd / errorSd));
      least = Math.min(least, ratio);
      most = Math.max(most, ratio);
    }
    TABLE.add(
        String.format(
            Locale.ROOT,
            "| %s | %s | %s | %d | %.1f | %.1f | %.3f to %.3f |",
            one.known().name(),
            one.known().source(),
            one.sampler(),
            draws.dimension(),
            worstMean,
            worstSd,
            least,
            most));
  }

  /** The data are those that were certified: least squares on them gives the certificate. */
  @Test
  void the_mode_under_flat_priors_is_the_certified_estimate() {
    for (KnownPosterior known : List.of(Certified.longley(), Certified.noIntercept())) {
      double[] theta = org.perrin.mode.Newton.find((org.perrin.model.Curved) known.model()).theta();
      double[] out = new double[theta.length];
      known.map().accept(theta, out);
      for (int k = 0; k + 1 < out.length; k++) {
        assertThat(out[k] / known.mean()[k]).isCloseTo(1, within(1e-9));
      }
    }
  }

  @AfterAll
  static void write() throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "trust"));
    Files.writeString(folder.resolve("truth.md"), String.join("\n", TABLE) + "\n");
  }
}
