package org.perrin.bench.truth;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.PoissonSampler;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.math.Scalars;
import org.perrin.random.RandomStream;

/** A table in the making: columns one after the other, then a response. */
final class CaseTable {
  private final int rows;
  private final RandomStream random;
  private final List<String> names = new ArrayList<>();
  private final List<double[]> columns = new ArrayList<>();
  private double[] offset;
  private double[] weight;

  private CaseTable(long seed, int rows) {
    this.rows = rows;
    this.random = RandomStream.of(seed);
  }

  /** With an intercept. */
  static CaseTable of(long seed, int rows) {
    return bare(seed, rows).add("(Intercept)", i -> 1);
  }

  /** Without columns. */
  static CaseTable bare(long seed, int rows) {
    return new CaseTable(seed, rows);
  }

  RandomStream random() {
    return random;
  }

  /** A column by its rows. */
  CaseTable add(String name, IntToDoubleFunction value) {
    double[] column = new double[rows];
    Arrays.setAll(column, value);
    names.add(name);
    columns.add(column);
    return this;
  }

  /** Standard normal columns. */
  CaseTable normals(int count) {
    return normals(count, z -> z);
  }

  /** Columns of ±½ and ±1½, as normals would be: rows repeat, so that they can be collapsed. */
  CaseTable steps(int count) {
    return normals(count, z -> Math.clamp(Math.floor(z) + 0.5, -1.5, 1.5));
  }

  /** Functions of standard normals. */
  CaseTable normals(int count, DoubleUnaryOperator f) {
    for (int k = 0; k < count; k++) {
      add("x" + names.size(), i -> f.applyAsDouble(random.nextGaussian()));
    }
    return this;
  }

  /** A column of zeros and ones for each size, with that many ones, one level after the other. */
  CaseTable levels(int... sizes) {
    int from = 0;
    for (int size : sizes) {
      int first = from;
      add("level" + size + "." + names.size(), i -> i >= first && i < first + size ? 1 : 0);
      from += size;
    }
    return this;
  }

  /** How many columns there are. */
  int width() {
    return columns.size();
  }

  /** A number in the table. */
  double get(int row, int column) {
    return columns.get(column)[row];
  }

  /** Overwrites a number. */
  CaseTable set(int row, int column, double value) {
    columns.get(column)[row] = value;
    return this;
  }

  CaseTable offset(IntToDoubleFunction value) {
    offset = new double[rows];
    Arrays.setAll(offset, value);
    return this;
  }

  CaseTable weight(IntToDoubleFunction value) {
    weight = new double[rows];
    Arrays.setAll(weight, value);
    return this;
  }

  /** {@code o + Xβ}; coefficients that are not given are 0. */
  double eta(int row, double... beta) {
    double eta = offset == null ? 0 : offset[row];
    for (int k = 0; k < beta.length; k++) {
      eta += beta[k] * columns.get(k)[row];
    }
    return eta;
  }

  double coin(double eta) {
    return random.nextDouble() < Scalars.expit(eta) ? 1 : 0;
  }

  double count(double rate) {
    return rate < 1e-9 ? 0 : PoissonSampler.of(random::nextLong, rate).sample();
  }

  /** Negative binomial. */
  double count(double mean, double phi) {
    var gamma = AhrensDieterMarsagliaTsangGammaSampler.of(random::nextLong, phi, mean / phi);
    return count(gamma.sample());
  }

  /** Coins with log odds Xβ. */
  Dataset coins(double... beta) {
    return with(i -> coin(eta(i, beta)));
  }

  /** Counts with log rate Xβ. */
  Dataset counts(double... beta) {
    return with(i -> count(Math.exp(eta(i, beta))));
  }

  /** Numbers around Xβ. */
  Dataset numbers(double sigma, double... beta) {
    return with(i -> eta(i, beta) + sigma * random.nextGaussian());
  }

  /** The table with a response. */
  Dataset with(IntToDoubleFunction response) {
    double[] y = new double[rows];
    Arrays.setAll(y, response);
    var x =
        DenseRows.fill(
            rows,
            columns.size(),
            (row, to, at) -> {
              for (int k = 0; k < columns.size(); k++) {
                to[at + k] = columns.get(k)[row];
              }
            });
    return new Dataset(x, y, offset, weight, names);
  }
}
