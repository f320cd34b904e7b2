package org.perrin.regression;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.family.Family;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.design.MissingPolicy;
import org.perrin.io.table.Table;
import org.perrin.posterior.Options;
import org.perrin.posterior.Watcher;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.prior.PriorChoice;

/**
 * A Bayesian regression of a table, as the command fits it: the family is guessed from the target,
 * priors are scaled by the data, and the sampler is chosen and tuned, each unless it is given.
 *
 * <pre>{@code
 * Fit fit = Regression.of(Table.read("people.csv")).formula("bought ~ age + C(town)").fit();
 * System.out.println(fit.summary());
 * fit.predict(Table.read("new.csv")).rows().forEach(System.out::println);
 * }</pre>
 *
 * <p>Every method gives another regression and leaves this one alone.
 *
 * @param table the rows
 * @param request what is asked
 * @param given the family, or null for what the request names
 */
public record Regression(Table table, Request request, @Nullable Family given) {
  /** Of a table. */
  public static Regression of(Table table) {
    var request =
        new Request(
            Request.Origin.memory(),
            null,
            null,
            PriorChoice.standard(),
            null,
            Options.standard(),
            null);
    return new Regression(table, request, null);
  }

  /** Of a file, which a saved fit then names as its source. */
  public static Regression of(Path file) {
    Regression plain = of(Table.read(file));
    var origin = new Request.Origin(file.toString(), null, null, Request.Origin.memory().reading());
    return new Regression(plain.table, plain.request.data(origin), null);
  }

  /** Explains one column by all others. */
  public Regression target(String column) {
    return design(DesignSpec.target(column));
  }

  /** Explains what stands left of the tilde by what stands right of it, as in R. */
  public Regression formula(String text) {
    return design(DesignSpec.formula(text));
  }

  /** And of other parameters, whose names stand left of the tilde: {@code sigma ~ x}. */
  public Regression further(String... formulas) {
    return design(roles().further(formulas));
  }

  /** With these roles of columns. */
  public Regression design(DesignSpec roles) {
    return new Regression(table, request.design(roles), given);
  }

  /** Leaves rows with missing values out, in place of an error. */
  public Regression dropMissing() {
    return design(roles().missing(MissingPolicy.DROP));
  }

  /** Of this family, by its name. */
  public Regression family(String name) {
    ModelChoice.find(name);
    return new Regression(table, request.model(name), null);
  }

  /** Of this family, which need not be known by its name. */
  public Regression family(Family family) {
    return new Regression(table, request.model(family.name()), family);
  }

  /** With a prior as on the command line: for all coefficients, or {@code name=prior} for one. */
  public Regression prior(String text) {
    PriorChoice now = request.priors();
    List<String> all = new ArrayList<>(now.coefficients());
    all.add(text);
    return priors(new PriorChoice(all, now.intercept(), now.sigma(), now.group()));
  }

  /** With these priors. */
  public Regression priors(PriorChoice priors) {
    return new Regression(table, request.priors(priors), given);
  }

  /** With these options of the sampler. */
  public Regression options(Options options) {
    return new Regression(table, request.options(options), given);
  }

  /** With every draw fixed by this number. */
  public Regression seed(long seed) {
    return options(request.options().seed(seed));
  }

  /** By this sampler. */
  public Regression sampler(String name) {
    return options(request.options().sampler(name));
  }

  /** Draws from the prior: rows give columns and scales of priors, and say nothing else. */
  public Regression priorOnly() {
    return new Regression(table, request.priorOnly(true), given);
  }

  private DesignSpec roles() {
    if (request.design() == null) {
      throw new IllegalStateException("call target(…) or formula(…) first");
    }
    return request.design();
  }

  /** The data and the model, ready to sample. */
  public PreparedFit prepare() {
    roles();
    return PreparedFit.of(request, Path.of(""), table, given, PreparedFit.Listener.NONE);
  }

  /** Samples. */
  public Fit fit() {
    return fit(Watcher.NONE);
  }

  /** Samples, with a watcher. */
  public Fit fit(Watcher watcher) {
    return Fit.of(prepare(), request, watcher);
  }
}
