package org.perrin.spark;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.perrin.family.Likelihood;
import org.perrin.family.ScaledLikelihood;
import org.perrin.io.MemoryCheck;
import org.perrin.io.MessageText;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.formula.Basis;
import org.perrin.io.formula.Formula;
import org.perrin.mode.Newton;
import org.perrin.regression.Blueprint;
import org.perrin.regression.model.ModelChoice;

/**
 * Something of a fit that executors do not do: then all rows are collected, and the driver fits
 * them as it fits a table in memory. What does not fit its memory is refused.
 *
 * @param what it is
 * @param instead what to do if there is no room
 */
record DriverOnly(String what, String instead) {
  private static final List<String> SAMPLERS = List.of("natural", "exact");

  /** A table that is so small that executors are of no use. */
  static DriverOnly small() {
    return new DriverOnly("a small table", "leave it to the executors by --collect-below 0");
  }

  /** What is seen before any row is read; null if there is nothing. */
  static @Nullable DriverOnly asked(
      DesignSpec spec,
      @Nullable ModelChoice given,
      Optional<String> sampler,
      List<String> columns) {
    if (given != null && given.own()) {
      return new DriverOnly(
          "your own model", "provide it as a family, by a service in a jar that executors have");
    }
    if (sampler.isPresent() && !SAMPLERS.contains(sampler.get())) {
      return new DriverOnly(
          "the sampler " + MessageText.quoted(sampler.get()),
          "use natural or exact, which Spark does");
    }
    if (!spec.further().isEmpty()) {
      return new DriverOnly("the formula " + spec.further().getFirst(), "leave it out");
    }
    return spec.formula() == null ? null : term(Formula.parse(spec.formula()), columns);
  }

  private static @Nullable DriverOnly term(Formula formula, List<String> columns) {
    for (Formula.Grouped group : formula.grouped()) {
      String by = group.by().getFirst().text();
      return new DriverOnly("what varies by " + by, "use C(%s)".formatted(by));
    }
    return formula.terms(columns).stream()
        .flatMap(term -> term.factors().stream())
        .filter(Basis.class::isInstance)
        .map(basis -> new DriverOnly(basis.text(), "use powers such as I(x^2)"))
        .findFirst()
        .orElse(null);
  }

  /** A family whose rows have more than one predictor, or null. */
  static @Nullable DriverOnly family(ModelChoice choice) {
    return choice.family() instanceof Likelihood || choice.family() instanceof ScaledLikelihood
        ? null
        : new DriverOnly("the family " + choice.word(), "choose a family of one or two parameters");
  }

  /** Priors and parameters, once columns are known; null if there is nothing. */
  static @Nullable DriverOnly plan(Blueprint plan) {
    int d = plan.densities().size();
    if (d > Newton.DENSE_LIMIT) {
      return new DriverOnly(
          "a model of %,d parameters".formatted(d), "use fewer columns or levels");
    }
    return plan.blocks().isEmpty()
        ? null
        : new DriverOnly("a prior of shared scales", "choose another prior");
  }

  /** A posterior whose mode Newton's steps do not find, so that single rows have to be read. */
  static DriverOnly rough() {
    return new DriverOnly(
        "a posterior whose mode Newton's method does not find",
        "give tighter priors, or choose another family");
  }

  /** Refuses rows for which the driver has no room. */
  void checkRoom(long rows, long columns) {
    MemoryCheck.require(
        "%s is fitted on the driver, which for %s".formatted(what, MessageText.count(rows, "row")),
        3.0 * Double.BYTES * rows * columns,
        instead + ", or give it more by spark.driver.memory");
  }
}
