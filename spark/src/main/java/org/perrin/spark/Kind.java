package org.perrin.spark;

import java.util.Arrays;
import java.util.Locale;
import org.perrin.data.Dataset;
import org.perrin.family.Logistic;
import org.perrin.family.NormalNoise;
import org.perrin.family.Poisson;
import org.perrin.io.InputException;
import org.perrin.io.Remedy;
import org.perrin.io.design.Outcome;
import org.perrin.model.Glm;
import org.perrin.model.Independent;
import org.perrin.model.Prior;
import org.perrin.model.Priors;
import org.perrin.model.Regressed;
import org.perrin.model.ScaledGlm;

/** The regressions that are fitted on Spark: those of the command line. */
public enum Kind {
  /** Two outcomes. */
  LOGISTIC(Outcome.BINARY),
  /** Numbers with normal noise of unknown size. */
  LINEAR(Outcome.REAL),
  /** Counts. */
  POISSON(Outcome.COUNT);

  private final Outcome outcome;

  Kind(Outcome outcome) {
    this.outcome = outcome;
  }

  /** As on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What the target must be. */
  public Outcome outcome() {
    return outcome;
  }

  /** The kind that suits an outcome. */
  static Kind of(Outcome outcome) {
    return Arrays.stream(values())
        .filter(k -> k.outcome == outcome)
        .findFirst()
        .orElseThrow(
            () ->
                new InputException(
                    "the target has more than two levels, for which there is no model here: "
                        + Remedy.POSITIVE));
  }

  /** Whether log σ is a parameter, the last one. */
  public boolean scaled() {
    return this == LINEAR;
  }

  /** d, for so many columns. */
  int dimension(int columns) {
    return columns + (scaled() ? 1 : 0);
  }

  /** The posterior of rows and a prior. */
  public Regressed model(Dataset data, Prior prior) {
    return switch (this) {
      case LOGISTIC -> Glm.of(new Logistic(), data, prior);
      case POISSON -> Glm.of(new Poisson(), data, prior);
      case LINEAR -> ScaledGlm.of(new NormalNoise(), data, prior);
    };
  }

  /** The likelihood of rows: what executors need, which know no prior. */
  Regressed likelihood(Dataset data) {
    return model(data, Independent.all(dimension(data.x().width()), Priors.flat()));
  }
}
