package org.perrin.family;

import java.util.List;
import org.perrin.math.Gamma;
import org.perrin.math.Special;

/**
 * Successes in a number of trials. A response is their share, {@code y = k/n}, and the row's weight
 * is n: with {@code ℓ₁} and {@code ℓ₀} the losses of a success and of a failure, {@code ℓ = yℓ₁ +
 * (1 − y)ℓ₀}, and n times that is {@code −log P(k)} but for the constant {@code log (n over k)}. So
 * what is known of single trials holds here: passes, bounds and exact sampling are theirs.
 *
 * @param trial the family of a single trial, 0 or 1
 */
public record Binomial(Family trial) implements Family, BoundedLikelihood {
  /** Checks the family. */
  public Binomial {
    if (trial.support() != Support.BINARY || !(trial instanceof BoundedLikelihood)) {
      throw new IllegalArgumentException(trial.name() + " is not the family of a trial");
    }
  }

  private BoundedLikelihood one() {
    return (BoundedLikelihood) trial;
  }

  @Override
  public String name() {
    return trial instanceof Logistic ? "binomial" : "binomial-" + trial.name();
  }

  @Override
  public String about() {
    return "k ~ binomial(n, p), p as in %s; for k | trials(n), or cbind(k, n - k)"
        .formatted(trial.name());
  }

  @Override
  public Support support() {
    return Support.SHARE;
  }

  @Override
  public List<Parameter> parameters() {
    return trial.parameters();
  }

  @Override
  public List<Family> linked() {
    return trial.linked().stream().map(Binomial::new).map(Family.class::cast).toList();
  }

  @Override
  public String effect() {
    return trial.effect();
  }

  /** Of a single trial. */
  @Override
  public Distribution at(double... eta) {
    return trial.at(eta);
  }

  @Override
  public Distribution among(double trials, double... eta) {
    return new Successes(trials, trial.at(eta));
  }

  /** How many of so many trials succeed. */
  record Successes(double trials, Distribution one) implements Distribution {
    @Override
    public double mean() {
      return trials * one.mean();
    }

    @Override
    public double sd() {
      return Math.sqrt(trials) * one.sd();
    }

    @Override
    public double logDensity(double y) {
      if (!(y >= 0 && y <= trials && y == Math.rint(y))) {
        return Double.NEGATIVE_INFINITY;
      }
      double ways = Gamma.log(trials + 1) - Gamma.log(y + 1) - Gamma.log(trials - y + 1);
      return ways + times(y, one.logDensity(1)) + times(trials - y, one.logDensity(0));
    }

    /** None of what is impossible is 0. */
    private static double times(double count, double log) {
      return count == 0 ? 0 : count * log;
    }

    /** {@code P(Y ≤ k) = I_{1−p}(n − k, k + 1)}. */
    @Override
    public double cumulative(double y) {
      double k = Math.floor(y);
      return k < 0
          ? 0
          : k >= trials ? 1 : Special.beta(trials - k, k + 1, Math.exp(one.logDensity(0)));
    }

    @Override
    public boolean whole() {
      return true;
    }
  }

  /** Of a share, from what success and failure have; a trial that is additive is linear in y. */
  private interface Part {
    double at(double y);
  }

  private double mixed(Part part, double y) {
    return y == 0 || y == 1 || additive() ? part.at(y) : y * part.at(1) + (1 - y) * part.at(0);
  }

  @Override
  public double loss(double eta, double y) {
    return mixed(k -> one().loss(eta, k), y);
  }

  @Override
  public double slope(double eta, double y) {
    return mixed(k -> one().slope(eta, k), y);
  }

  @Override
  public double curvature(double eta, double y) {
    return mixed(k -> one().curvature(eta, k), y);
  }

  @Override
  public double derivative(int order, double eta, double y) {
    return mixed(k -> one().derivative(order, eta, k), y);
  }

  @Override
  public double most(int order, double eta, double reach, double y) {
    return mixed(k -> one().most(order, eta, reach, k), y);
  }

  @Override
  public double maxCurvature() {
    return one().maxCurvature();
  }

  @Override
  public boolean additive() {
    return one().additive();
  }

  @Override
  public double mean(double eta) {
    return one().mean(eta);
  }

  @Override
  public String refuse(double y) {
    return support().refuse(y);
  }

  @Override
  public void losses(double[] eta, double[] y, int n, double[] out) {
    if (additive()) {
      one().losses(eta, y, n, out);
    } else {
      BoundedLikelihood.super.losses(eta, y, n, out);
    }
  }

  @Override
  public void slopes(double[] eta, double[] y, int n, double[] out) {
    if (additive()) {
      one().slopes(eta, y, n, out);
    } else {
      BoundedLikelihood.super.slopes(eta, y, n, out);
    }
  }

  @Override
  public void curvatures(double[] eta, double[] y, int n, double[] out) {
    if (additive()) {
      one().curvatures(eta, y, n, out);
    } else {
      BoundedLikelihood.super.curvatures(eta, y, n, out);
    }
  }
}
