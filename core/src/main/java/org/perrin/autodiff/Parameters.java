package org.perrin.autodiff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.random.RandomStream;

/**
 * The parameters of a model, declared one after the other in its constructor:
 *
 * <pre>{@code
 * beta = parameters.real("beta", data.names());
 * sigma = parameters.positive("sigma");
 * }</pre>
 *
 * What comes back are numbers to compute with in {@link RowModel#row}; while the model is being
 * made they have no values yet.
 */
public final class Parameters {
  /**
   * A declared vector.
   *
   * @param name of all
   * @param constraint where it lives
   * @param names one an element
   * @param leaf the first of its leaves
   * @param first the first of its nodes on a tape
   */
  record Block(String name, Constraint constraint, List<String> names, int leaf, int first) {
    int size() {
      return names.size();
    }

    int free() {
      return constraint.free(size());
    }
  }

  private static final long SPREAD_SEED = 0x737461727473L;

  private final Tape tape;
  private final int leaves;
  private final List<Block> blocks = new ArrayList<>();
  private final List<double[]> starts = new ArrayList<>();
  private double @Nullable [] nextStart;
  private double nextSpread;
  private int declared;

  /** Numbers on a tape whose leaves are there already; −1 leaves to find out how many it takes. */
  Parameters(Tape tape, int leaves) {
    this.tape = tape;
    this.leaves = leaves;
  }

  /** The vector declared next is searched for from here, instead of 0 (1 for positive ones). */
  public Parameters at(double... values) {
    nextStart = values.clone();
    return this;
  }

  /**
   * The vector declared next is searched for from a random place, normal with this standard
   * deviation around its start (on the unconstrained scale): for models whose mode cannot be found
   * from a point of symmetry.
   */
  public Parameters spread(double sd) {
    nextSpread = sd;
    return this;
  }

  /** One number, anywhere. */
  public Num real(String name) {
    return declare(Constraint.REAL, name, List.of(name)).get(0);
  }

  /** {@code n} numbers, anywhere, called {@code name[1]}, {@code name[2]}, … */
  public Vec real(String name, int n) {
    return declare(Constraint.REAL, name, numbered(name, n));
  }

  /** A number for each label, anywhere, called {@code name[label]}. */
  public Vec real(String name, List<String> labels) {
    return declare(Constraint.REAL, name, labelled(name, labels));
  }

  /** One positive number. */
  public Num positive(String name) {
    return declare(Constraint.POSITIVE, name, List.of(name)).get(0);
  }

  /** {@code n} positive numbers. */
  public Vec positive(String name, int n) {
    return declare(Constraint.POSITIVE, name, numbered(name, n));
  }

  /** One number between 0 and 1. */
  public Num unit(String name) {
    return declare(Constraint.UNIT, name, List.of(name)).get(0);
  }

  /** {@code n} numbers between 0 and 1. */
  public Vec unit(String name, int n) {
    return declare(Constraint.UNIT, name, numbered(name, n));
  }

  /** {@code n} positive numbers with sum 1. */
  public Vec simplex(String name, int n) {
    if (n < 2) {
      throw new IllegalArgumentException(
          "a simplex has at least 2 numbers, not " + n + ": '" + name + "'");
    }
    return declare(Constraint.SIMPLEX, name, numbered(name, n));
  }

  /** {@code n} numbers, each above the one before. */
  public Vec ordered(String name, int n) {
    return declare(Constraint.ORDERED, name, numbered(name, n));
  }

  private static List<String> numbered(String name, int n) {
    if (n < 1) {
      throw new IllegalArgumentException(
          "a vector of parameters has at least 1, not " + n + ": '" + name + "'");
    }
    return IntStream.rangeClosed(1, n).mapToObj(k -> name + "[" + k + "]").toList();
  }

  private static List<String> labelled(String name, List<String> labels) {
    return labels.stream().map(label -> name + "[" + label + "]").toList();
  }

  private Vec declare(Constraint constraint, String name, List<String> names) {
    if (blocks.stream().anyMatch(block -> block.name().equals(name))) {
      throw new IllegalArgumentException("there are two parameters called '" + name + "'");
    }
    int n = names.size();
    int leaf = declared;
    declared += constraint.free(n);
    boolean counting = leaves < 0;
    int first = counting ? 0 : constraint.record(tape, leaf, n);
    var block = new Block(name, constraint, names, leaf, first);
    blocks.add(block);
    starts.add(start(block));
    nextStart = null;
    nextSpread = 0;
    return new Vec(tape, first, n);
  }

  private double[] start(Block block) {
    int n = block.size();
    double[] theta = new double[block.free()];
    if (nextStart != null) {
      if (nextStart.length != n && nextStart.length != 1) {
        throw new IllegalArgumentException(
            "'%s' has %d numbers and %d to start from"
                .formatted(block.name(), n, nextStart.length));
      }
      double[] full = new double[n];
      Arrays.setAll(full, k -> nextStart[nextStart.length == 1 ? 0 : k]);
      block.constraint().release(full, 0, n, theta, 0);
    }
    double[] noise = new double[theta.length];
    RandomStream.of(SPREAD_SEED, block.leaf()).fillGaussian(noise, noise.length);
    for (int k = 0; k < theta.length; k++) {
      theta[k] += nextSpread * noise[k];
      if (!Double.isFinite(theta[k])) {
        throw new IllegalArgumentException(
            "'%s' cannot start there: its numbers must obey its constraint"
                .formatted(block.name()));
      }
    }
    return theta;
  }

  List<Block> blocks() {
    return blocks;
  }

  /** d. */
  int leaves() {
    return declared;
  }

  /** θ to search from. */
  double[] start() {
    return starts.stream().flatMapToDouble(Arrays::stream).toArray();
  }

  /** Names must be unique. */
  void checkNames() {
    Set<String> seen = new java.util.HashSet<>();
    for (Block block : blocks) {
      for (String name : block.names()) {
        if (!seen.add(name)) {
          throw new IllegalArgumentException("there are two parameters called '" + name + "'");
        }
      }
    }
  }
}
