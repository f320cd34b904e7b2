package org.perrin.model;

import java.util.List;
import java.util.stream.IntStream;
import org.perrin.data.Batch;
import org.perrin.data.Storage;
import org.perrin.math.Parallel;
import org.perrin.metric.Metric;

/**
 * A posterior over θ ∈ ℝᵈ: {@code f = f₀ + Σᵢ fᵢ} with {@code f₀} the prior and {@code fᵢ} row i,
 * all negative logarithms. To write a model, give the first five methods; the others follow from
 * them, and are there to be made faster. {@link Curved}, {@link Smooth} and {@link
 * LinearPredictorModel} say what more a model knows of itself.
 */
public interface Model {
  /** d. */
  int dimension();

  /** N. */
  int rows();

  /** f₀. */
  Prior prior();

  /** {@code fᵢ(θ)}. */
  double rowLoss(double[] theta, int row);

  /** {@code out += weight · ∇fᵢ(θ)}. */
  void addRowGradient(double[] theta, int row, double weight, double[] out);

  /** Where what is kept of every row lies. */
  default Storage storage() {
    return Storage.heap();
  }

  /** Names of the parameters. */
  default List<String> names() {
    return IntStream.rangeClosed(1, dimension()).mapToObj(k -> "theta." + k).toList();
  }

  /** About how often a row's gradient costs what a GLM's does: what is small depends on it. */
  default int effort() {
    return 1;
  }

  /** Where a search for the mode may begin. */
  default double[] start() {
    return new double[dimension()];
  }

  /** {@code out += Σⱼ wⱼ ∇f(θ)} over the places {@code from ≤ j < to} of a batch. */
  default void addGradient(double[] theta, Batch batch, int from, int to, double[] out) {
    for (int j = from; j < to; j++) {
      addRowGradient(theta, batch.rows()[j], batch.weights()[j], out);
    }
  }

  /** {@code Σ fᵢ(θ)} over rows {@code from ≤ i < to}. */
  default double rangeLoss(double[] theta, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += rowLoss(theta, i);
    }
    return sum;
  }

  /** {@code out += Σ ∇fᵢ(θ)} over rows {@code from ≤ i < to}. */
  default void addRangeGradient(double[] theta, int from, int to, double[] out) {
    for (int i = from; i < to; i++) {
      addRowGradient(theta, i, 1, out);
    }
  }

  /** Adds {@code Σ ∇fᵢ(θ)} over rows {@code from ≤ i < to}, and returns {@code Σ fᵢ(θ)}. */
  default double addRangeAndLoss(double[] theta, int from, int to, double[] out) {
    addRangeGradient(theta, from, to, out);
    return rangeLoss(theta, from, to);
  }

  /** {@code out[j] = ‖∇fᵢ(θ)‖}, {@code i = from + j}. */
  default void gradientNorms(double[] theta, int from, int to, double[] out) {
    double[] gradient = new double[dimension()];
    for (int i = from; i < to; i++) {
      java.util.Arrays.fill(gradient, 0);
      addRowGradient(theta, i, 1, gradient);
      out[i - from] = norm(gradient);
    }
  }

  private static double norm(double[] v) {
    double sum = 0;
    for (double x : v) {
      sum += x * x;
    }
    return Math.sqrt(sum);
  }

  /** f(θ), one pass over the data. */
  default double potential(double[] theta) {
    double[] sum = Parallel.sum(rows(), 1, (s, from, to) -> s[0] += rangeLoss(theta, from, to));
    return prior().value(theta) + sum[0];
  }

  /** {@code Σᵢ ∇fᵢ(θ)} without the prior, one pass over the data. */
  default double[] likelihoodGradient(double[] theta) {
    return Parallel.sum(rows(), dimension(), (s, from, to) -> addRangeGradient(theta, from, to, s));
  }

  /** ∇f(θ), one pass over the data. */
  default double[] gradient(double[] theta) {
    double[] sum = likelihoodGradient(theta);
    prior().addGradient(theta, sum);
    return sum;
  }

  /** Writes ∇f(θ) to {@code out} and returns f(θ), in one pass over the data. */
  default double potentialAndGradient(double[] theta, double[] out) {
    int d = dimension();
    int block = 256;
    double[] sum =
        Parallel.sum(
            rows(),
            d + 1,
            (s, from, to) -> {
              for (int first = from; first < to; first += block) {
                int last = Math.min(first + block, to);
                s[d] += addRangeAndLoss(theta, first, last, s);
              }
            });
    System.arraycopy(sum, 0, out, 0, d);
    prior().addGradient(theta, out);
    return sum[d] + prior().value(theta);
  }

  /** Numbers of a row that its gradient looks at. */
  default int nonZeros() {
    return dimension();
  }

  /** A point to measure differences of gradients from, for control variates. */
  default Centre centre(double[] theta) {
    return new TwoGradients(this, theta.clone(), likelihoodGradient(theta));
  }

  /** What SAGA keeps for a chain that begins at {@code theta}; one pass over the data. */
  default RowMemory rowMemory(double[] theta) {
    return new GradientMemory(this, theta);
  }

  /** Numbers a row in {@link #rowMemory}. */
  default int rowMemoryWidth() {
    return dimension();
  }

  /** This model as a function of u, {@code θ = θ̂ + Lu}. */
  default Model in(Metric metric) {
    return new PulledModel(this, metric);
  }

  /**
   * What control variates need of θ̂: {@code Σᵢ ∇fᵢ(θ̂)} and sums of {@code ∇fᵢ(θ) − ∇fᵢ(θ̂)}.
   * Cheap where a model keeps a summary of {@code ∇fᵢ(θ̂)} for each row.
   */
  interface Centre {
    /** θ̂. */
    double[] theta();

    /** {@code Σᵢ ∇fᵢ(θ̂)}, without the prior. */
    double[] sum();

    /** {@code out += Σⱼ wⱼ [∇f(θ) − ∇f(θ̂)]} over the places {@code from ≤ j < to} of a batch. */
    void addDifference(double[] theta, Batch batch, int from, int to, double[] out);
  }
}
