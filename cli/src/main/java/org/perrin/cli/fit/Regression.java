package org.perrin.cli.fit;

import java.util.Arrays;
import java.util.List;
import org.perrin.cli.UsageException;
import org.perrin.data.Dataset;
import org.perrin.family.Logistic;
import org.perrin.family.NormalNoise;
import org.perrin.family.OverdispersedCounts;
import org.perrin.family.Poisson;
import org.perrin.family.StudentNoise;
import org.perrin.io.design.Outcome;
import org.perrin.model.Density;
import org.perrin.model.Glm;
import org.perrin.model.Model;
import org.perrin.model.Multinomial;
import org.perrin.model.Prior;
import org.perrin.model.ScaledGlm;
import org.perrin.model.VaryingIntercepts;

/** The models of the command line. */
public enum Regression {
  /** Two outcomes. */
  LOGISTIC(
      Outcome.BINARY, null, "odds", "P(y = 1) = 1/(1 + exp(-eta)); for targets with two values"),
  /** Numbers with normal noise. */
  LINEAR(
      Outcome.REAL,
      "sigma",
      null,
      "y ~ normal(eta, sigma), sigma unknown; for targets that are numbers"),
  /** Counts. */
  POISSON(
      Outcome.COUNT,
      null,
      "rate",
      "y ~ poisson(exp(eta)); for counts, with --offset \"log(exposure)\""),
  /** Numbers with noise that has tails. */
  ROBUST(
      Outcome.REAL,
      "sigma",
      null,
      "y ~ student_t(4, eta, sigma), sigma unknown; for numbers with outliers"),
  /** Counts that vary more than Poisson's. */
  NEGATIVE_BINOMIAL(
      Outcome.COUNT,
      "phi",
      "rate",
      "y ~ neg_binomial(mean exp(eta), variance mean + mean^2/phi); for overdispersed counts"),
  /** Several outcomes. */
  MULTINOMIAL(
      Outcome.CLASS,
      null,
      "odds",
      "P(y = c) ~ exp(eta_c), one eta for each class but the first; for a few classes"),
  /** Whatever a file of Java says. */
  OWN(Outcome.ANY, null, null, "a file Name.java whose class is the model: see docs/models.md");

  private final Outcome outcome;
  private final String scale;
  private final String effect;
  private final String about;

  Regression(Outcome outcome, String scale, String effect, String about) {
    this.outcome = outcome;
    this.scale = scale;
    this.effect = effect;
    this.about = about;
  }

  /** The model called {@code name}, or null. */
  public static Regression named(String name) {
    return name != null && name.endsWith(".java")
        ? OWN
        : Arrays.stream(values()).filter(r -> r.word().equals(name)).findFirst().orElse(null);
  }

  /** All names. */
  public static List<String> names() {
    return Arrays.stream(values()).filter(r -> r != OWN).map(Regression::word).toList();
  }

  /** As on the command line. */
  public String word() {
    return this == OWN ? "FILE.java" : name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  /** What the target must be. */
  public Outcome outcome() {
    return outcome;
  }

  /** Whether there is a scale beside the coefficients, the last parameter. */
  public boolean scaled() {
    return scale != null;
  }

  /** What it is called, or null. */
  public String scaleName() {
    return scale;
  }

  /** What a coefficient multiplies, once exponentiated, or null. */
  public String effect() {
    return effect;
  }

  /** Whether targets are counts. */
  public boolean counts() {
    return outcome == Outcome.COUNT;
  }

  /** Whether targets have the unit of the predictor. */
  public boolean metric() {
    return outcome == Outcome.REAL;
  }

  /** In one line. */
  public String about() {
    return about;
  }

  /** The posterior with an intercept for each group; priors of coefficients, scale and τ. */
  public Model varying(Dataset data, int[] groups, List<Density> priors) {
    return switch (this) {
      case LOGISTIC -> VaryingIntercepts.of(new Logistic(), data, groups, priors);
      case POISSON -> VaryingIntercepts.of(new Poisson(), data, groups, priors);
      case LINEAR -> VaryingIntercepts.of(new NormalNoise(), data, groups, priors);
      case ROBUST -> VaryingIntercepts.of(new StudentNoise(), data, groups, priors);
      case NEGATIVE_BINOMIAL ->
          VaryingIntercepts.of(new OverdispersedCounts(), data, groups, priors);
      case MULTINOMIAL, OWN ->
          throw new UsageException(
              "(1 | group) is not for %s: use C(group)"
                  .formatted(this == OWN ? "your own model" : word()));
    };
  }

  /** The posterior of data and a prior (for the logarithm of the scale too, last, if any). */
  public Model model(Dataset data, Prior prior) {
    return switch (this) {
      case LOGISTIC -> Glm.of(new Logistic(), data, prior);
      case POISSON -> Glm.of(new Poisson(), data, prior);
      case LINEAR -> ScaledGlm.of(new NormalNoise(), data, prior);
      case ROBUST -> ScaledGlm.of(new StudentNoise(), data, prior);
      case NEGATIVE_BINOMIAL -> ScaledGlm.of(new OverdispersedCounts(), data, prior);
      case MULTINOMIAL -> Multinomial.of(data, prior);
      case OWN -> throw new IllegalStateException("a file makes this model");
    };
  }
}
