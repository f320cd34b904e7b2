package org.perrin.cli.fit;

import java.util.Arrays;
import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.io.design.Outcome;
import org.perrin.model.Glm;
import org.perrin.model.Logistic;
import org.perrin.model.Model;
import org.perrin.model.NormalNoise;
import org.perrin.model.Poisson;
import org.perrin.model.Prior;
import org.perrin.model.ScaledGlm;

/** The models of the command line. */
public enum Regression {
  /** Two outcomes. */
  LOGISTIC(Outcome.BINARY, false, "P(y = 1) = 1/(1 + exp(-eta)); for targets with two values"),
  /** Numbers with normal noise. */
  LINEAR(Outcome.REAL, true, "y ~ normal(eta, sigma), sigma unknown; for targets that are numbers"),
  /** Counts. */
  POISSON(
      Outcome.COUNT, false, "y ~ poisson(exp(eta)); for counts, with --offset \"log(exposure)\"");

  private final Outcome outcome;
  private final boolean scaled;
  private final String about;

  Regression(Outcome outcome, boolean scaled, String about) {
    this.outcome = outcome;
    this.scaled = scaled;
    this.about = about;
  }

  /** The model called {@code name}, or null. */
  public static Regression named(String name) {
    return Arrays.stream(values()).filter(r -> r.word().equals(name)).findFirst().orElse(null);
  }

  /** All names. */
  public static List<String> names() {
    return Arrays.stream(values()).map(Regression::word).toList();
  }

  /** As on the command line. */
  public String word() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /** What the target must be. */
  public Outcome outcome() {
    return outcome;
  }

  /** Whether σ is a parameter, the last one. */
  public boolean scaled() {
    return scaled;
  }

  /** In one line. */
  public String about() {
    return about;
  }

  /** The posterior of data and a prior (for log σ too, last, if there is one). */
  public Model model(Dataset data, Prior prior) {
    return switch (this) {
      case LOGISTIC -> Glm.of(new Logistic(), data, prior);
      case POISSON -> Glm.of(new Poisson(), data, prior);
      case LINEAR -> ScaledGlm.of(new NormalNoise(), data, prior);
    };
  }
}
