package org.perrin.bench.truth;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The trapezoid rule in one or two dimensions: a box is fitted to where the density is above {@code
 * e^{−DEPTH}} of its peak, and points are laid evenly in it. For a smooth density its error falls
 * faster than any power of their distance.
 */
final class Grid {
  private static final double DEPTH = 36;
  private static final int COARSE = 41;
  private static final int MOST_FITS = 60;

  /** A point and its share of the probability. */
  record Node(double[] at, double share) {}

  private final ToDoubleFunction<double[]> log;
  private double[] low;
  private double[] high;

  private Grid(ToDoubleFunction<double[]> log, double[] low, double[] high) {
    this.log = log;
    this.low = low;
    this.high = high;
  }

  /** Points for an unnormalised log density, sought from a box that has to meet its peak. */
  static List<Node> of(ToDoubleFunction<double[]> log, double[] low, double[] high, int points) {
    var grid = new Grid(log, low.clone(), high.clone());
    for (int fit = 0; fit < MOST_FITS && !grid.fits(); fit++) {}
    return grid.nodes(points);
  }

  /** Moves the box to the part that matters and a cell around it; true if it was there. */
  private boolean fits() {
    List<double[]> points = points(COARSE);
    double[] value = values(points);
    double top = Arrays.stream(value).max().orElseThrow();
    double[] from = high.clone();
    double[] to = low.clone();
    for (int j = 0; j < value.length; j++) {
      for (int k = 0; value[j] > top - DEPTH && k < from.length; k++) {
        from[k] = Math.min(from[k], points.get(j)[k]);
        to[k] = Math.max(to[k], points.get(j)[k]);
      }
    }
    boolean same = true;
    for (int k = 0; k < from.length; k++) {
      double cell = (high[k] - low[k]) / (COARSE - 1);
      from[k] -= cell;
      to[k] += cell;
      same &= Math.abs(from[k] - low[k]) < 2.5 * cell && Math.abs(to[k] - high[k]) < 2.5 * cell;
      same &= from[k] >= low[k] && to[k] <= high[k];
    }
    low = from;
    high = to;
    return same;
  }

  private List<Node> nodes(int count) {
    List<double[]> points = points(count);
    double[] value = values(points);
    double top = Arrays.stream(value).max().orElseThrow();
    double total = Arrays.stream(value).map(v -> Math.exp(v - top)).sum();
    List<Node> nodes = new ArrayList<>();
    for (int j = 0; j < value.length; j++) {
      nodes.add(new Node(points.get(j), Math.exp(value[j] - top) / total));
    }
    return nodes;
  }

  private double[] values(List<double[]> points) {
    return IntStream.range(0, points.size())
        .parallel()
        .mapToDouble(j -> log.applyAsDouble(points.get(j)))
        .map(v -> Double.isNaN(v) ? Double.NEGATIVE_INFINITY : v)
        .toArray();
  }

  private List<double[]> points(int count) {
    List<double[]> points = List.of(new double[0]);
    for (int k = 0; k < low.length; k++) {
      List<double[]> longer = new ArrayList<>();
      for (double[] point : points) {
        for (int j = 0; j < count; j++) {
          double[] next = Arrays.copyOf(point, k + 1);
          next[k] = low[k] + (high[k] - low[k]) * j / (count - 1);
          longer.add(next);
        }
      }
      points = longer;
    }
    return points;
  }
}
