package org.perrin.bench.paper;

import java.util.Arrays;
import java.util.function.Function;
import org.perrin.diagnostics.PseudoVariance;
import org.perrin.gradient.ControlVariate;
import org.perrin.gradient.Gradient;
import org.perrin.gradient.PlainGradient;
import org.perrin.gradient.Workspace;
import org.perrin.model.Model;
import org.perrin.random.RandomStream;
import org.perrin.subsampling.Preferential;
import org.perrin.subsampling.Subsampling;
import org.perrin.subsampling.Uniform;
import org.perrin.subsampling.WithoutReplacement;

/**
 * A gradient estimator of Fig. 1: at any θ its pseudo-variance, in closed form and from replicates.
 *
 * @param name as in the legend
 * @param model the posterior
 * @param centre θ̂ of a control variate, or null
 * @param scores of the rows at θ, or null for uniform rows
 * @param replacement whether a row may come twice
 */
record Estimate(
    String name,
    Model model,
    double[] centre,
    Function<double[], double[]> scores,
    boolean replacement) {
  static Estimate uniform(String name, Model model, double[] centre, boolean replacement) {
    return new Estimate(name, model, centre, null, replacement);
  }

  /** With the same scores wherever θ is. */
  static Estimate fixed(String name, Model model, double[] centre, double[] scores) {
    return new Estimate(name, model, centre, theta -> scores, true);
  }

  /**
   * {@code n · V} with replacement, {@code n · V / (1 − n/N)} without: what does not depend on n.
   */
  double unit(double[] theta) {
    if (!replacement) {
      int half = model.rows() / 2;
      double v = PseudoVariance.withoutReplacement(model, theta, centre, half);
      return v * half / (1 - (double) half / model.rows());
    }
    return PseudoVariance.withReplacement(model, theta, centre, probabilities(theta), 1);
  }

  /** V of a subsample of n. */
  double closedForm(double unit, int n) {
    return unit / n * (replacement ? 1 : 1 - (double) n / model.rows());
  }

  /** V from replicates at one θ for each n. */
  double[] empirical(double[] theta, int[] sizes, int replicates, RandomStream random) {
    Subsampling scheme = scheme(theta);
    var workspace = new Workspace();
    double[] g = new double[theta.length];
    double[] out = new double[sizes.length];
    for (int j = 0; j < sizes.length; j++) {
      Gradient gradient = gradient(scheme, sizes[j]);
      out[j] =
          PseudoVariance.empirical(
              replicates,
              () -> {
                gradient.estimate(theta, random, workspace, g);
                return g;
              });
    }
    return out;
  }

  private Gradient gradient(Subsampling scheme, int n) {
    return centre == null
        ? PlainGradient.of(model, scheme.size(n))
        : ControlVariate.at(centre, model, scheme.size(n));
  }

  private Subsampling scheme(double[] theta) {
    if (scores != null) {
      return Preferential.of(scores.apply(theta), 0);
    }
    return replacement ? new Uniform(model.rows()) : new WithoutReplacement(model.rows());
  }

  private double[] probabilities(double[] theta) {
    if (scores == null) {
      return null;
    }
    double[] own = scores.apply(theta);
    double total = Arrays.stream(own).sum();
    return Arrays.stream(own).map(s -> s / total).toArray();
  }
}
