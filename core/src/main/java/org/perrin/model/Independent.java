package org.perrin.model;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.perrin.random.RandomStream;

/** A prior in which every coordinate has a density of its own. O(d). */
public record Independent(List<Density> densities) implements DrawablePrior {
  /** Copies the list. */
  public Independent {
    densities = List.copyOf(densities);
  }

  /** The same density for all of {@code d} coordinates. */
  public static Independent all(int d, Density density) {
    Density[] copies = new Density[d];
    Arrays.fill(copies, density);
    return new Independent(List.of(copies));
  }

  @Override
  public int dimension() {
    return densities.size();
  }

  @Override
  public double value(double[] theta) {
    double sum = 0;
    for (int k = 0; k < densities.size(); k++) {
      sum += densities.get(k).value(theta[k]);
    }
    return sum;
  }

  @Override
  public void addGradient(double[] theta, double[] out) {
    for (int k = 0; k < densities.size(); k++) {
      out[k] += densities.get(k).slope(theta[k]);
    }
  }

  @Override
  public void addHessian(double[] theta, double[] h) {
    int d = densities.size();
    for (int k = 0; k < d; k++) {
      h[k * d + k] += densities.get(k).curvature(theta[k]);
    }
  }

  @Override
  public void addHessianDiagonal(double[] theta, double[] out) {
    for (int k = 0; k < densities.size(); k++) {
      out[k] += densities.get(k).curvature(theta[k]);
    }
  }

  @Override
  public Prior in(org.perrin.metric.Metric metric) {
    boolean dense = metric instanceof org.perrin.metric.DenseMetric;
    return normal() && dense ? asNormal().in(metric) : new PulledPrior(this, metric);
  }

  @Override
  public boolean normal() {
    return densities.stream().allMatch(Density.Normal.class::isInstance);
  }

  private NormalPrior asNormal() {
    int d = densities.size();
    double[] mean = new double[d];
    double[] covariance = new double[d * d];
    for (int k = 0; k < d; k++) {
      var normal = (Density.Normal) densities.get(k);
      mean[k] = normal.mean();
      covariance[k * d + k] = normal.sd() * normal.sd();
    }
    return NormalPrior.of(mean, covariance);
  }

  @Override
  public void draw(RandomStream random, double[] theta) {
    for (int k = 0; k < densities.size(); k++) {
      theta[k] = densities.get(k).draw(random);
    }
  }

  @Override
  public OptionalInt improper() {
    return IntStream.range(0, densities.size()).filter(k -> !densities.get(k).proper()).findFirst();
  }

  @Override
  public boolean proper() {
    return densities.stream().allMatch(Density::proper);
  }

  @Override
  public String describe(int coordinate) {
    return densities.get(coordinate).toString();
  }
}
