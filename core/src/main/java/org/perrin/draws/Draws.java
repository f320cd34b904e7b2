package org.perrin.draws;

import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.data.Ints;
import org.perrin.data.Storage;
import org.perrin.dynamics.StepStatistic;
import org.perrin.math.Parallel;

/** What sampling leaves behind: chains of draws of named parameters. */
public record Draws(List<String> names, List<Chain> chains) {
  /** Checks that chains and names fit. */
  public Draws {
    names = List.copyOf(names);
    chains = List.copyOf(chains);
    for (Chain chain : chains) {
      if (chain.dimension() != names.size()) {
        throw new IllegalArgumentException(
            "a chain of %d parameters with %d names".formatted(chain.dimension(), names.size()));
      }
    }
  }

  /**
   * One chain. Its numbers lie on the heap, or in a file where there are too many for it.
   *
   * @param dimension d
   * @param numbers draw after draw, d each
   * @param gradients beside each draw the stochastic gradient of the step that led to it, or null
   * @param steps the subsample size of every step after burn-in
   * @param rowsRead rows looked at in all steps, burn-in included
   * @param divergence why and where the chain ended before its time, or null
   * @param transitions what the sampler says of its steps
   */
  public record Chain(
      int dimension,
      Doubles numbers,
      double @Nullable [] gradients,
      Ints steps,
      long rowsRead,
      @Nullable String divergence,
      Transitions transitions) {
    /** A chain on the heap, of a sampler that says nothing of its steps. */
    public Chain(
        int dimension,
        double[] values,
        double @Nullable [] gradients,
        int[] sizes,
        long rowsRead,
        @Nullable String divergence) {
      this(
          dimension,
          Doubles.of(values),
          gradients,
          new Ints.OnHeap(sizes),
          rowsRead,
          divergence,
          Transitions.none());
    }

    /** A chain of which only the draws are known. */
    public static Chain of(int dimension, double[] values) {
      return of(dimension, values, Transitions.none());
    }

    /** A chain of which only the draws and what the sampler says of them are known. */
    public static Chain of(int dimension, double[] values, Transitions transitions) {
      return new Chain(
          dimension, Doubles.of(values), null, new Ints.OnHeap(new int[0]), 0, null, transitions);
    }

    /** K. */
    public int count() {
      return Math.toIntExact(numbers.size() / dimension);
    }

    /** All draws in one array, for as many as the heap holds. */
    public double[] values() {
      return numbers.toArray();
    }

    /** The subsample size of every step after burn-in, in one array. */
    public int[] sizes() {
      return steps.toArray();
    }

    /** Coordinate {@code k} of draw {@code draw}. */
    public double get(int draw, int k) {
      return numbers.get((long) draw * dimension + k);
    }

    /** All draws of one coordinate. */
    public double[] coordinate(int k) {
      return coordinate(k, count());
    }

    /** The first draws of one coordinate. */
    public double[] coordinate(int k, int draws) {
      double[] out = new double[draws];
      for (int t = 0; t < out.length; t++) {
        out[t] = get(t, k);
      }
      return out;
    }

    /** The first draws of {@code count} coordinates from {@code from} on: an array for each. */
    public double[][] coordinates(int from, int count, int draws) {
      double[][] out = new double[count][draws];
      double[] some = new double[count];
      for (int t = 0; t < draws; t++) {
        numbers.copy((long) t * dimension + from, count, some, 0);
        for (int k = 0; k < count; k++) {
          out[k][t] = some[k];
        }
      }
      return out;
    }

    /** One draw. */
    public double[] draw(int draw) {
      double[] out = new double[dimension];
      numbers.copy((long) draw * dimension, dimension, out, 0);
      return out;
    }
  }

  /** d. */
  public int dimension() {
    return names.size();
  }

  /** Draws in all chains. */
  public int count() {
    return chains.stream().mapToInt(Chain::count).sum();
  }

  /** The chains with draws that did not diverge, or, if all did, all that have draws. */
  public List<Chain> usable() {
    List<Chain> some = chains.stream().filter(chain -> chain.count() > 0).toList();
    List<Chain> sound = some.stream().filter(chain -> chain.divergence() == null).toList();
    return sound.isEmpty() ? some : sound;
  }

  /** Steps of all chains after burn-in, as far as they are known. */
  public long steps() {
    return chains.stream().mapToLong(chain -> Math.max(chain.steps().size(), chain.count())).sum();
  }

  /** Steps of all chains whose trajectory lost its energy. */
  public long divergent() {
    return chains.stream().mapToLong(chain -> chain.transitions().divergent()).sum();
  }

  /** Steps of all chains whose trajectory reached the largest depth. */
  public long fullTrees() {
    return chains.stream().mapToLong(chain -> chain.transitions().fullTrees()).sum();
  }

  /** Whether a statistic is known of every draw. */
  public boolean know(StepStatistic statistic) {
    return chains.stream().allMatch(chain -> chain.transitions().has(statistic));
  }

  /** One draw, chain after chain. */
  public double[] draw(int draw) {
    int left = draw;
    for (Chain chain : chains) {
      if (left < chain.count()) {
        return chain.draw(left);
      }
      left -= chain.count();
    }
    throw new IndexOutOfBoundsException("there is no draw " + draw);
  }

  /** One coordinate: an array for each chain. */
  public double[][] coordinate(int k) {
    return chains.stream().map(chain -> chain.coordinate(k)).toArray(double[][]::new);
  }

  /** The same chains with every draw mapped, the map writing its second argument. */
  public Draws map(BiConsumer<double[], double[]> f) {
    return map(names, Storage.heap(), f);
  }

  /** The same chains with every draw mapped to other parameters, as many as there are names. */
  public Draws map(List<String> others, BiConsumer<double[], double[]> f) {
    return map(others, Storage.heap(), f);
  }

  /** The same, kept in {@code storage}; chains are mapped side by side. */
  public Draws map(List<String> others, Storage storage, BiConsumer<double[], double[]> f) {
    List<Doubles> places =
        chains.stream().map(c -> storage.doubles((long) c.count() * others.size())).toList();
    Chain[] mapped = new Chain[chains.size()];
    Parallel.run(
        mapped.length,
        c -> {
          Chain chain = chains.get(c);
          double[] image = new double[others.size()];
          for (int t = 0; t < chain.count(); t++) {
            f.accept(chain.draw(t), image);
            places.get(c).put((long) t * image.length, image.length, image);
          }
          mapped[c] =
              new Chain(
                  image.length,
                  places.get(c),
                  null,
                  chain.steps(),
                  chain.rowsRead(),
                  chain.divergence(),
                  chain.transitions());
        });
    return new Draws(others, List.of(mapped));
  }
}
