package org.perrin.posterior;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.dynamics.Audit;
import org.perrin.metric.Metric;
import org.perrin.model.Bounded;
import org.perrin.model.Estimated;
import org.perrin.model.Model;

/**
 * Bounds that are estimates: where one was exceeded all are raised, the row that did it is taken in
 * full, and chains start again. Of models with bounds that are proved it does nothing.
 */
final class Guarding {
  private static final double SAFETY = 2;
  private static final double LEAST_RAISE = 2;
  private static final double MOST_RAISE = 16;
  private static final int MOST_RAISES = 8;

  private final Model model;
  private final List<Integer> unknown = new ArrayList<>();
  private double safety;
  private int raised;
  private Audit audit = Audit.NONE;

  Guarding(Model model) {
    this(model, SAFETY);
  }

  Guarding(Model model, double safety) {
    this.model = model;
    this.safety = safety;
  }

  /** Whether there is something to guard. */
  boolean needed() {
    return !(model instanceof Bounded);
  }

  /** The model in a metric, with bounds as far as they are known. */
  Bounded pulled(Metric metric) {
    return model instanceof Estimated estimated
        ? estimated.guarded(metric, safety, unknown.stream().sorted().mapToInt(i -> i).toArray())
        : ((Bounded) model).forFewRows(metric);
  }

  /** Notes what chains found. */
  void note(Audit found) {
    if (needed()) {
      audit = audit.and(found);
    }
  }

  /** What to report if a bound was exceeded since the last time; bounds are raised then. */
  @Nullable String raise() {
    if (audit.excess() <= 1) {
      return null;
    }
    if (++raised > MOST_RAISES) {
      throw new IllegalArgumentException(
          "bounds of the rows of this model cannot be estimated: they were exceeded and raised %d"
                  .formatted(MOST_RAISES)
              + " times; sample with nuts or natural instead");
    }
    double excess = audit.excess();
    unknown.add(audit.worst());
    safety *= Math.clamp(1.5 * excess, LEAST_RAISE, MOST_RAISE);
    audit = Audit.NONE;
    return String.format(
        java.util.Locale.ROOT,
        "guarded: a row exceeded its estimated bound %.3g times: bounds raised, chains started again",
        excess);
  }

  /** How often bounds were raised. */
  int raised() {
    return raised;
  }

  /** What was checked since bounds were raised the last time; null if there was nothing to. */
  ExactReport.@Nullable Guarded report() {
    return needed() ? new ExactReport.Guarded(audit.rows(), audit.excess(), raised) : null;
  }
}
