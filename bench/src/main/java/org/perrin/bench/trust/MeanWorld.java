package org.perrin.bench.trust;

import org.perrin.data.DenseRows;
import org.perrin.math.Matrices;
import org.perrin.model.GaussianMean;
import org.perrin.model.NormalPrior;
import org.perrin.random.RandomStream;

/** The mean of a Gaussian in four dimensions; what is to come is its first coordinate. */
record MeanWorld() implements World {
  private static final int D = 4;

  @Override
  public String name() {
    return "gaussian mean";
  }

  @Override
  public Trial draw(RandomStream random, int rows) {
    double[] covariance = Matrices.identity(D);
    for (int k = 0; k + 1 < D; k++) {
      covariance[k * D + k + 1] = 0.4;
      covariance[(k + 1) * D + k] = 0.4;
    }
    double[] factor = Matrices.cholesky(covariance, D);
    double[] truth = new double[D];
    random.fillGaussian(truth, D);
    double[][] x = new double[rows][];
    for (int i = 0; i < rows; i++) {
      x[i] = observe(random, truth, factor);
    }
    return new Trial(
        truth,
        GaussianMean.of(DenseRows.of(x), covariance, NormalPrior.isotropic(D, 1)),
        observe(random, truth, factor)[0],
        (theta, stream) -> observe(stream, theta, factor)[0]);
  }

  private static double[] observe(RandomStream random, double[] mean, double[] factor) {
    double[] z = new double[D];
    double[] x = new double[D];
    random.fillGaussian(z, D);
    Matrices.apply(factor, z, x, D);
    for (int k = 0; k < D; k++) {
      x[k] += mean[k];
    }
    return x;
  }
}
