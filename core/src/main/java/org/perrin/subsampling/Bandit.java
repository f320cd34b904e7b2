package org.perrin.subsampling;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.perrin.data.Batch;
import org.perrin.data.Memory;
import org.perrin.random.RandomStream;

/**
 * Weights learned from the terms that a chain has looked at: {@code p = (1−α) s/Σs + α/N} with
 * {@code sᵢ = √(γ + Σₜ ‖aᵢ‖² 1{i drawn}/(n pᵢ))} (Borsos, Krause and Levy, 2018). As in EXP3 what
 * is seen is divided by the chance to see it, so {@code s} grows to {@code √(t E‖aᵢ‖²)}, and p to
 * the best fixed weights there are, with no Hessian and no mode. Rows of a step are independent
 * given the past, and weights are {@code 1/(n p)} of that step: unbiased at every step. O(n log N)
 * a step, 16 to 32 bytes a row and chain.
 *
 * <p>γ is the value of a row not drawn yet: the running mean of {@code Σᵢ ‖aᵢ‖²/n}, so that a first
 * visit counts about as much as the guess before it. When it has grown fourfold, the tree is made
 * again.
 *
 * @param rows N
 * @param mixture α
 */
public record Bandit(int rows, double mixture) implements Subsampling {
  private static final double GROWTH = 4;
  private static final double MEMORY = 1000;

  /** Checks the mixture. */
  public Bandit {
    if (!(mixture > 0 && mixture <= 1)) {
      throw new IllegalArgumentException(
          "a bandit must try every row: the mixture α must be in (0, 1], not " + mixture);
    }
  }

  @Override
  public Memory memory() {
    return new Learned(rows, mixture);
  }

  @Override
  public boolean learns() {
    return true;
  }

  @Override
  public void draw(int n, double[] theta, RandomStream random, Batch batch) {
    var learned = (Learned) batch.memory();
    learned.begin(n);
    batch.resize(n);
    for (int j = 0; j < n; j++) {
      int row = learned.draw(random);
      batch.rows()[j] = row;
      batch.weights()[j] = 1 / (n * learned.probability(row));
    }
  }

  @Override
  public void observe(Batch batch, int place, double norm) {
    double seen = norm * norm * batch.weights()[place];
    ((Learned) batch.memory()).observe(batch.rows()[place], seen);
  }

  /** Depends on what a chain has seen, so there is no one answer. */
  @Override
  public double probability(int row) {
    throw new IllegalArgumentException("a bandit's probabilities are those of a chain's memory");
  }

  /** {@code pᵢ} as the chain of this batch stands. */
  public double probability(Batch batch, int row) {
    return ((Learned) batch.memory()).probability(row);
  }

  /** What one chain has learned. */
  private static final class Learned implements Memory {
    private final int rows;
    private final double mixture;
    private final SumTree tree;
    private double gamma;
    private double mean;
    private double step;
    private int steps;

    Learned(int rows, double mixture) {
      this.rows = rows;
      this.mixture = mixture;
      this.tree = new SumTree(rows, 0);
    }

    /** Takes up what the last step has taught. */
    void begin(int n) {
      if (step > 0) {
        steps++;
        mean += (step - mean) / Math.min(steps, MEMORY);
        step = 0;
      }
      if (mean / n > GROWTH * gamma) {
        double old = gamma;
        gamma = mean / n;
        tree.setAll(i -> Math.sqrt(tree.get(i) * tree.get(i) - old + gamma));
      }
    }

    int draw(RandomStream random) {
      boolean known = tree.total() > 0;
      if (random.nextDouble() < mixture || !known) {
        return random.nextIndex(rows);
      }
      return tree.find(random.nextDouble());
    }

    double probability(int row) {
      double total = tree.total();
      double learned = total > 0 ? tree.get(row) / total : 1.0 / rows;
      return (1 - mixture) * learned + mixture / rows;
    }

    void observe(int row, double seen) {
      step += seen;
      if (gamma > 0) {
        double s = tree.get(row);
        tree.set(row, Math.sqrt(s * s + seen));
      }
    }

    @Override
    public void save(DataOutput out) throws IOException {
      out.writeDouble(gamma);
      out.writeDouble(mean);
      out.writeDouble(step);
      out.writeInt(steps);
      for (int i = 0; i < rows; i++) {
        out.writeDouble(tree.get(i));
      }
    }

    @Override
    public void restore(DataInput in) throws IOException {
      gamma = in.readDouble();
      mean = in.readDouble();
      step = in.readDouble();
      steps = in.readInt();
      double[] weights = new double[rows];
      for (int i = 0; i < rows; i++) {
        weights[i] = in.readDouble();
      }
      tree.setAll(i -> weights[i]);
    }
  }
}
