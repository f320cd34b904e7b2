package org.perrin.levels;

import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.math.Matrices;
import org.perrin.math.Parallel;
import org.perrin.model.MixedModel;
import org.perrin.model.Varying;

/**
 * All that the rows of a linear model with normal noise have to say: Gram matrices of columns, of
 * levels and of pairs of levels, and their products with residuals r at a centre β̂ (least squares
 * without levels). Columns and terms of few levels form one dense part. O(N) numbers at most, from
 * three passes.
 */
final class NormalStatistics {
  final MixedModel model;
  final int p;
  final double[] centre;
  final boolean[] small;
  final int[] place;
  final int dense;
  final double[] gram;
  final double[] pull;
  final double[][] own;
  final double[][] cross;
  final double[][] pulls;
  final LevelPairs[][] pairs;
  double residual;
  double weight;
  private double[] residuals;

  /** Terms of up to {@code mostDense} effects together lie in the dense part. */
  NormalStatistics(MixedModel model, int mostDense) {
    this(model, choose(model.terms(), mostDense));
  }

  /** Those terms lie in the dense part that {@code small} marks. */
  NormalStatistics(MixedModel model, boolean[] small) {
    this.model = model;
    List<Varying> terms = model.terms();
    this.p = model.data().x().width();
    this.small = small;
    this.place = new int[terms.size()];
    this.dense = places(terms);
    this.gram = new double[dense * dense];
    this.pull = new double[dense];
    this.own = new double[terms.size()][];
    this.cross = new double[terms.size()][];
    this.pulls = new double[terms.size()][];
    this.pairs = new LevelPairs[terms.size()][terms.size()];
    this.centre = columns();
    Parallel.run(terms.size(), this::levels);
    int count = terms.size();
    Parallel.run(count * count, n -> pair(n / count, n % count));
    for (int g = 0; g < count; g++) {
      for (int h = 0; h < count; h++) {
        if (small[g] && small[h] && g != h) {
          pairs[g][h].spread(gram, dense, place[g], place[h]);
        }
      }
    }
    residuals = new double[0];
  }

  private static boolean[] choose(List<Varying> terms, int mostDense) {
    boolean[] small = new boolean[terms.size()];
    int sum = 0;
    for (int g = 0; g < terms.size(); g++) {
      int size = terms.get(g).levels() * terms.get(g).width();
      small[g] = sum + size <= mostDense;
      sum += small[g] ? size : 0;
    }
    return small;
  }

  private int places(List<Varying> terms) {
    int at = p;
    for (int g = 0; g < terms.size(); g++) {
      place[g] = at;
      at += small[g] ? terms.get(g).levels() * terms.get(g).width() : 0;
    }
    return at;
  }

  /** Gram matrix of the columns, least squares, and the residuals there. */
  private double[] columns() {
    Dataset data = model.data();
    int n = data.count();
    double[] sum =
        Parallel.sum(
            n,
            p * p + p + 1,
            (s, from, to) -> {
              double[] x = new double[data.x().stride()];
              for (int i = from; i < to; i++) {
                data.x().copy(i, x);
                double w = data.weight(i);
                double y = data.responses().get(i) - data.offset(i);
                s[p * p + p] += w;
                for (int a = 0; a < p; a++) {
                  s[p * p + a] += w * x[a] * y;
                  for (int b = 0; b < p; b++) {
                    s[a * p + b] += w * x[a] * x[b];
                  }
                }
              }
            });
    weight = sum[p * p + p];
    double[] ridged = java.util.Arrays.copyOf(sum, p * p);
    for (int a = 0; a < p; a++) {
      ridged[a * p + a] += 1e-9 * (1 + sum[a * p + a]);
      for (int b = 0; b < p; b++) {
        gram[a * dense + b] = sum[a * p + b];
      }
    }
    double[] beta = p == 0 ? new double[0] : solve(ridged, sum);
    residuals = new double[n];
    double[] rest =
        Parallel.sum(
            n,
            p + 1,
            (s, from, to) -> {
              double[] x = new double[data.x().stride()];
              for (int i = from; i < to; i++) {
                data.x().copy(i, x);
                double r = data.responses().get(i) - data.offset(i);
                for (int a = 0; a < p; a++) {
                  r -= x[a] * beta[a];
                }
                residuals[i] = r;
                double w = data.weight(i);
                for (int a = 0; a < p; a++) {
                  s[a] += w * r * x[a];
                }
                s[p] += w * r * r;
              }
            });
    System.arraycopy(rest, 0, pull, 0, p);
    residual = rest[p];
    return beta;
  }

  /** A point to begin from: the centre, and scales as the residuals there are. */
  double[] start() {
    double[] theta = model.start();
    System.arraycopy(centre, 0, theta, 0, p);
    double noise = Math.log(Math.max(residual / weight, 1e-300)) / 2;
    double moved = noise - theta[p];
    theta[p] = noise;
    for (int g = 0; g < small.length; g++) {
      for (int c = 0; c < model.terms().get(g).width(); c++) {
        theta[model.layout().scales(g) + c] += moved;
      }
    }
    for (int s = 0; s < model.layout().smooths().size(); s++) {
      theta[model.layout().smoothScale(s)] += moved;
    }
    model.layout().relax(theta);
    return theta;
  }

  private double[] solve(double[] ridged, double[] sum) {
    double[] b = java.util.Arrays.copyOfRange(sum, p * p, p * p + p);
    return Matrices.solve(Matrices.cholesky(ridged, p), b, p);
  }

  /** Sums by level of one term. */
  private void levels(int g) {
    Dataset data = model.data();
    Varying term = model.terms().get(g);
    int k = term.width();
    own[g] = new double[term.levels() * k * k];
    cross[g] = new double[term.levels() * k * p];
    pulls[g] = new double[term.levels() * k];
    double[] x = new double[data.x().stride()];
    for (int i = 0; i < data.count(); i++) {
      data.x().copy(i, x);
      int j = term.level()[i] * k;
      for (int c = 0; c < k; c++) {
        double v = data.weight(i) * term.value(c, i);
        pulls[g][j + c] = Math.fma(v, residuals[i], pulls[g][j + c]);
        for (int d = 0; d < k; d++) {
          own[g][(j + c) * k + d] = Math.fma(v, term.value(d, i), own[g][(j + c) * k + d]);
        }
        for (int a = 0; a < p; a++) {
          cross[g][(j + c) * p + a] = Math.fma(v, x[a], cross[g][(j + c) * p + a]);
        }
      }
    }
    if (small[g]) {
      intoDense(g, k);
    }
  }

  private void intoDense(int g, int k) {
    for (int c = 0; c < pulls[g].length; c++) {
      int row = place[g] + c;
      pull[row] = pulls[g][c];
      for (int d = 0; d < k; d++) {
        gram[row * dense + place[g] + c / k * k + d] = own[g][c * k + d];
      }
      for (int a = 0; a < p; a++) {
        gram[row * dense + a] = cross[g][c * p + a];
        gram[a * dense + row] = cross[g][c * p + a];
      }
    }
  }

  private void pair(int g, int h) {
    if (g != h && (!small[g] || small[h])) {
      pairs[g][h] = LevelPairs.of(model.terms().get(g), model.terms().get(h), model.data());
    }
  }
}
