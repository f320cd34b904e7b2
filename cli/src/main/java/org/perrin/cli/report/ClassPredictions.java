package org.perrin.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.draws.Draws;
import org.perrin.family.Distribution;
import org.perrin.family.Family;
import org.perrin.io.design.Response;
import org.perrin.regression.PreparedFit;

/**
 * What a model of classes says of some thousand rows that it was fitted to.
 *
 * @param names of the classes
 * @param y the class of each row
 * @param weight how often it counts
 * @param mean posterior mean of its probability of each class: an array for each class
 * @param draws that went into it
 */
record ClassPredictions(
    List<String> names, double[] y, double[] weight, double[][] mean, int draws) {

  static ClassPredictions of(PreparedFit prepared, Draws inner) {
    Dataset data = prepared.data();
    int[] rows = InSamplePredictions.rows(data);
    double[][] draws = InSamplePredictions.some(inner);
    int width = data.x().width();
    List<String> names = ((Response.Classes) prepared.encoding().response()).levels();
    double[][] mean = new double[names.size()][rows.length];
    Family family = prepared.regression().family();
    int vectors = prepared.regression().several() ? names.size() - 1 : 1;
    for (double[] theta : draws) {
      List<double[]> eta = new ArrayList<>();
      for (int c = 0; c < vectors; c++) {
        double[] one = Arrays.copyOfRange(theta, c * width, (c + 1) * width);
        eta.add(InSamplePredictions.predictors(data, rows, one));
      }
      double[] shared = Arrays.copyOfRange(theta, vectors * width, theta.length);
      add(family, eta, shared, 1.0 / draws.length, mean);
    }
    return new ClassPredictions(
        names,
        InSamplePredictions.targets(data, rows),
        InSamplePredictions.weights(data, rows),
        mean,
        draws.length);
  }

  private static void add(
      Family family, List<double[]> eta, double[] shared, double share, double[][] mean) {
    double[] predictors = new double[eta.size() + shared.length];
    System.arraycopy(shared, 0, predictors, eta.size(), shared.length);
    for (int j = 0; j < mean[0].length; j++) {
      for (int c = 0; c < eta.size(); c++) {
        predictors[c] = eta.get(c)[j];
      }
      Distribution one = family.at(predictors);
      for (int c = 0; c < mean.length; c++) {
        mean[c][j] += share * Math.exp(one.logDensity(c));
      }
    }
  }

  /** Predicted against seen, for each class. */
  List<Reliability> calibrations() {
    List<Reliability> all = new ArrayList<>();
    for (int c = 0; c < mean.length; c++) {
      int own = c;
      double[] is = Arrays.stream(y).map(seen -> seen == own ? 1 : 0).toArray();
      all.add(Reliability.of(is, mean[c], weight, true));
    }
    return List.copyOf(all);
  }

  /** For each class seen the mean probability of each class, rows by their weights. */
  double[][] expected() {
    double[][] shares = new double[mean.length][mean.length];
    double[] counts = new double[mean.length];
    for (int j = 0; j < y.length; j++) {
      int seen = (int) y[j];
      counts[seen] += weight[j];
      for (int c = 0; c < mean.length; c++) {
        shares[seen][c] += weight[j] * mean[c][j];
      }
    }
    for (int s = 0; s < counts.length; s++) {
      for (int c = 0; c < counts.length; c++) {
        shares[s][c] = counts[s] > 0 ? shares[s][c] / counts[s] : Double.NaN;
      }
    }
    return shares;
  }
}
