package org.perrin.bench.paper;

import java.util.List;
import org.perrin.mode.Mode;
import org.perrin.mode.Newton;
import org.perrin.model.Glm;
import org.perrin.random.RandomStream;
import org.perrin.subsampling.Preferential;

/**
 * What preferential subsampling does to the pseudo-variance on a data set, in closed form: means
 * over draws from N(θ̂, Σ̂) at the mode, weights without a mixture.
 *
 * @param plain SGLD-PS over SGLD
 * @param controlVariate SGLD-CV-PS over SGLD-CV
 */
record VarianceRatios(double plain, double controlVariate) {
  static VarianceRatios of(Glm model, int candidates, long seed) {
    Mode mode = Newton.find(model, 1e-6);
    double[] centre = mode.theta();
    var estimates =
        List.of(
            Estimate.uniform("SGLD", model, null, true),
            Estimate.fixed("PS", model, null, Preferential.gradientScores(model, centre)),
            Estimate.uniform("CV", model, centre, true),
            Estimate.fixed("CV-PS", model, centre, Preferential.curvatureScores(model, mode)));
    var random = RandomStream.of(seed, 3);
    double[] sums = new double[4];
    double[] u = new double[centre.length];
    double[] theta = new double[centre.length];
    for (int j = 0; j < candidates; j++) {
      random.fillGaussian(u, u.length);
      mode.metric().toTheta(u, theta);
      for (int e = 0; e < 4; e++) {
        sums[e] += estimates.get(e).unit(theta);
      }
    }
    return new VarianceRatios(sums[1] / sums[0], sums[3] / sums[2]);
  }

  /** The claims of the paper that preferential rows have less variance. */
  List<PaperClaim> claims(String figure, double mostPlain, double mostControlVariate) {
    return List.of(
        PaperClaim.atMost(figure, "V of SGLD-PS / SGLD, closed form", plain, mostPlain),
        PaperClaim.atMost(
            figure, "V of SGLD-CV-PS / SGLD-CV, closed form", controlVariate, mostControlVariate));
  }
}
