package org.perrin.bench.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.perrin.math.Matrices;
import org.perrin.math.Parallel;
import org.perrin.mode.Adam;
import org.perrin.mode.Mode;
import org.perrin.model.Curved;
import org.perrin.model.GaussianMean;
import org.perrin.model.Glm;
import org.perrin.model.NormalPrior;
import org.perrin.random.RandomStream;
import org.perrin.subsampling.OptimalWeights;
import org.perrin.subsampling.Preferential;

/**
 * Fig. 1: the pseudo-variance, Eq. (6), against n/N at ten candidates θ, from 1,000 replicates at
 * each, beside the closed forms {@code V = (1/n)[Σ‖aᵢ‖²/pᵢ − ‖Σaᵢ‖²]} (with replacement) and {@code
 * (N²/n)(1 − n/N) Σ‖aᵢ − ā‖²/(N − 1)} (without).
 */
final class PseudoVarianceFigure implements Experiment {
  private static final int ROWS = 1000;
  private static final int MANY = 200;
  private static final int REPLICATES = 1000;

  /** Covariance in the authors' gradients; their data have another (REPRODUCTION, 5.1). */
  static final double[] CODE_COVARIANCE = {1, -0.5, -0.5, 1.5};

  /** And a third in the posterior that candidates are drawn from. */
  private static final double[] CANDIDATE_COVARIANCE = {2e5, -4e4, -4e4, 1e4};

  /** What a panel is made of: the estimators, and a way to draw candidates. */
  private record Setup(List<Estimate> estimates, double[] centre, double[] factor, String about) {
    double[] candidate(RandomStream random) {
      int d = centre.length;
      double[] z = new double[d];
      random.fillGaussian(z, d);
      double[] theta = centre.clone();
      for (int i = 0; i < d; i++) {
        for (int k = 0; k < d; k++) {
          theta[i] += factor[i * d + k] * z[k];
        }
      }
      return theta;
    }
  }

  /** Adds the claims of a panel; mean {@code n · V} by the name of the estimator. */
  @FunctionalInterface
  private interface Claims {
    List<PaperClaim> of(Function<String, Double> unit);
  }

  private final String id;
  private final String title;
  private final Function<Lab, Setup> setup;
  private final Claims claims;

  private PseudoVarianceFigure(String id, String title, Function<Lab, Setup> setup, Claims claims) {
    this.id = id;
    this.title = title;
    this.setup = setup;
    this.claims = claims;
  }

  static PseudoVarianceFigure gaussian() {
    return new PseudoVarianceFigure(
        "1a",
        "Figure 1(a): pseudo-variance, bivariate Gaussian",
        lab -> gaussianSetup(),
        v ->
            List.of(
                PaperClaim.atMost("1a", "V of SGLD-PS / SGLD", v.apply(PS) / v.apply(SGLD), 0.8),
                PaperClaim.atMost(
                    "1a",
                    "SGLD-PS: exact and approximate weights differ by",
                    Math.abs(v.apply(PS) / v.apply(PS_EXACT) - 1),
                    0.05),
                PaperClaim.atMost(
                    "1a",
                    "V of SGLD-PS / SGLD with the covariance of the paper's text",
                    paperRatio(),
                    0.8)));
  }

  static PseudoVarianceFigure balanced() {
    return new PseudoVarianceFigure(
        "1b",
        "Figure 1(b): pseudo-variance, balanced logistic regression",
        lab -> logisticSetup(Glm.logistic(ToyData.balanced(100, ROWS), Lab.prior()), lab),
        v ->
            List.of(
                PaperClaim.atMost("1b", "V of SGLD-PS / SGLD", v.apply(PS) / v.apply(SGLD), 0.7),
                PaperClaim.atMost("1b", "V of SGLD-CV / SGLD", v.apply(CV) / v.apply(SGLD), 0.02),
                PaperClaim.atMost(
                    "1b",
                    "V of SGLD-CV-PS exact / SGLD-CV",
                    v.apply(CVPS_EXACT) / v.apply(CV),
                    0.5),
                PaperClaim.atMost(
                    "1b", "V of SGLD-CV-PS Eq. (16) / SGLD-CV", v.apply(CVPS) / v.apply(CV), 0.8),
                PaperClaim.atMost(
                    "1b",
                    "V of SGLD-CV-PS ‖Hᵢ‖ (as drawn in the paper) / SGLD-CV",
                    v.apply(CVPS_NORM) / v.apply(CV),
                    0.8),
                PaperClaim.atMost(
                    "1b",
                    "V of SGLD-CV-PS exact / Eq. (16)",
                    v.apply(CVPS_EXACT) / v.apply(CVPS),
                    1)));
  }

  static PseudoVarianceFigure imbalanced() {
    return new PseudoVarianceFigure(
        "1c",
        "Figure 1(c): pseudo-variance, imbalanced logistic regression",
        lab -> logisticSetup(Glm.logistic(ToyData.imbalanced(100, ROWS), Lab.prior()), lab),
        v ->
            List.of(
                PaperClaim.atMost("1c", "V of SGLD-PS / SGLD", v.apply(PS) / v.apply(SGLD), 0.1),
                PaperClaim.atMost(
                    "1c",
                    "V of SGLD-CV-PS exact / SGLD-CV",
                    v.apply(CVPS_EXACT) / v.apply(CV),
                    0.06),
                PaperClaim.atMost(
                    "1c", "V of SGLD-CV-PS Eq. (16) / SGLD-CV", v.apply(CVPS) / v.apply(CV), 0.2),
                PaperClaim.atLeast(
                    "1c",
                    "V of SGLD-CV-PS Eq. (16) / exact",
                    v.apply(CVPS) / v.apply(CVPS_EXACT),
                    1.5),
                PaperClaim.atMost(
                    "1c",
                    "ours: V of expected weights / Eq. (16)",
                    v.apply(EXPECTED) / v.apply(CVPS),
                    1)));
  }

  private static final String SGLD = "SGLD WR";
  private static final String SGLD_WOR = "SGLD WOR";
  private static final String PS_EXACT = "SGLD-PS exact";
  private static final String PS = "SGLD-PS approx";
  private static final String CV = "SGLD-CV WR";
  private static final String CV_WOR = "SGLD-CV WOR";
  private static final String CVPS_EXACT = "SGLD-CV-PS exact";
  private static final String CVPS = "SGLD-CV-PS approx, Eq. (16)";
  private static final String CVPS_NORM = "SGLD-CV-PS approx, ‖Hᵢ‖";
  private static final String EXPECTED = "ours: expected weights";

  private static Setup gaussianSetup() {
    var x = ToyData.gaussian(100, ROWS);
    var model = GaussianMean.of(x, CODE_COVARIANCE, NormalPrior.isotropic(2, Lab.PRIOR_VARIANCE));
    var posterior =
        GaussianMean.of(x, CANDIDATE_COVARIANCE, NormalPrior.isotropic(2, 1000)).posterior();
    double[] centre = posterior.mean();
    return new Setup(
        plain(model, centre),
        centre,
        Matrices.cholesky(posterior.covariance(), 2),
        "Gradients with the covariance of the authors' code, ((1, −½), (−½, 1½)), prior N(0, 10·I),"
            + " on data drawn with that of the paper, ((1, 0.6), (0.6, 2))·10⁵; candidates from the"
            + " conjugate posterior with a third, as in the code. With a control variate the"
            + " variance would be 0, so there is none.");
  }

  private static double paperRatio() {
    var x = ToyData.gaussian(100, ROWS);
    var model = GaussianMean.of(x, ToyData.covariance(), NormalPrior.isotropic(2, 1000));
    double[] mean = model.posterior().mean();
    List<Estimate> all = plain(model, mean);
    return all.get(3).unit(mean) / all.get(0).unit(mean);
  }

  private static List<Estimate> plain(Curved model, double[] centre) {
    return List.of(
        Estimate.uniform(SGLD, model, null, true),
        Estimate.uniform(SGLD_WOR, model, null, false),
        new Estimate(PS_EXACT, model, null, OptimalWeights.plain(model)::probabilities, true),
        Estimate.fixed(PS, model, null, Preferential.gradientScores(model, centre)));
  }

  private static Setup logisticSetup(Glm model, Lab lab) {
    var random = RandomStream.of(lab.settings().seed(), 1);
    var adam = new Adam(ExperimentSettings.ADAM_STEP, 10, 10_000);
    double[] centre = adam.find(model, new double[model.dimension()], random);
    Mode mode = Mode.at(model, centre);
    List<Estimate> all = new ArrayList<>(plain(model, centre));
    all.add(Estimate.uniform(CV, model, centre, true));
    all.add(Estimate.uniform(CV_WOR, model, centre, false));
    all.add(
        new Estimate(
            CVPS_EXACT,
            model,
            centre,
            OptimalWeights.controlVariate(model, centre)::probabilities,
            true));
    all.add(Estimate.fixed(CVPS, model, centre, Preferential.curvatureScores(model, mode)));
    double[] norms =
        Preferential.scores(
            ROWS, (from, to, out) -> model.curvatureScores(centre, null, from, to, out));
    all.add(Estimate.fixed(CVPS_NORM, model, centre, norms));
    all.add(Estimate.fixed(EXPECTED, model, centre, Preferential.expectedScores(model, mode)));
    return new Setup(
        all,
        centre,
        mode.factor(),
        "N = 1,000, d = 5, the authors' data. θ̂ by Adam (10,000 iterations of 10 rows), candidates"
            + " from N(θ̂, Σ̂). The paper's plot shows weights by the norm of the Hessian, where its"
            + " text has Eq. (16): both are here.");
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public double work(ReproductionSettings settings) {
    double estimators = id.equals("1a") ? 4 : 10;
    return 0.5
        * estimators
        * candidates(settings)
        * REPLICATES
        * Arrays.stream(sizes(settings)).sum();
  }

  private static int candidates(ReproductionSettings settings) {
    return settings.choose(10, 4);
  }

  /** 50 of them, as {@code int(linspace(0.01, 0.99, 50) · N)}. */
  private static int[] sizes(ReproductionSettings settings) {
    int count = settings.choose(50, 8);
    return IntStream.range(0, count)
        .map(j -> (int) ((0.01 + 0.98 * j / (count - 1)) * ROWS + 1e-9))
        .toArray();
  }

  @Override
  public Figure run(Lab lab) {
    Setup made = setup.apply(lab);
    int[] sizes = sizes(lab.settings());
    double[] x = Arrays.stream(sizes).mapToDouble(n -> (double) n / ROWS).toArray();
    var random = RandomStream.of(lab.settings().seed(), 2);
    List<double[]> candidates =
        IntStream.range(0, MANY).mapToObj(j -> made.candidate(random)).toList();
    double[][][] empirical = empirical(made, candidates, sizes, lab);
    List<Curve> curves = new ArrayList<>();
    var units = new TreeMap<String, Double>();
    for (int e = 0; e < made.estimates().size(); e++) {
      Estimate estimate = made.estimates().get(e);
      curves.add(Curve.over(estimate.name(), x, List.of(empirical[e]), 0).asMarks());
      List<double[]> closed =
          candidates.subList(0, candidates(lab.settings())).stream()
              .map(theta -> closedForm(estimate, theta, sizes))
              .toList();
      curves.add(Curve.over(estimate.name() + Curve.CLOSED_FORM, x, closed, 0));
      units.put(
          estimate.name(), candidates.stream().mapToDouble(estimate::unit).average().orElseThrow());
    }
    List<PaperClaim> all = new ArrayList<>(claims.of(units::get));
    all.addAll(common(curves, sizes));
    return new Figure(
        id,
        title,
        "Marks: mean over %d candidates of the variance of 1,000 replicates. Lines: closed form at"
                .formatted(candidates(lab.settings()))
            + " the same candidates. Claims about ratios are from closed forms at 200 candidates. "
            + made.about(),
        List.of(
            Panel.of(
                "variance",
                title,
                Panel.Axis.linear("n / N"),
                Panel.Axis.log("pseudo-variance"),
                curves)),
        all,
        List.of(),
        new TreeMap<>());
  }

  private static double[] closedForm(Estimate estimate, double[] theta, int[] sizes) {
    double unit = estimate.unit(theta);
    return Arrays.stream(sizes).mapToDouble(n -> estimate.closedForm(unit, n)).toArray();
  }

  private static double[][][] empirical(
      Setup made, List<double[]> candidates, int[] sizes, Lab lab) {
    int count = candidates(lab.settings());
    double[][][] out = new double[made.estimates().size()][count][];
    Parallel.run(
        out.length * count,
        task -> {
          int e = task / count;
          int c = task % count;
          var random = RandomStream.of(lab.settings().seed(), 16 + task);
          out[e][c] =
              made.estimates().get(e).empirical(candidates.get(c), sizes, REPLICATES, random);
          lab.progress().add(0.5 * REPLICATES * Arrays.stream(sizes).sum());
        });
    return out;
  }

  /** What holds in all three panels. */
  private List<PaperClaim> common(List<Curve> curves, int[] sizes) {
    double[] with = curve(curves, SGLD).mean();
    double[] without = curve(curves, SGLD_WOR).mean();
    double[] gaps =
        IntStream.range(0, sizes.length)
            .mapToDouble(
                j -> Math.abs(without[j] / with[j] / ((ROWS - sizes[j]) / (ROWS - 1.0)) - 1))
            .sorted()
            .toArray();
    List<double[]> relative = new ArrayList<>();
    for (int e = 0; e < curves.size(); e += 2) {
      double[] marks = curves.get(e).mean();
      double[] line = curves.get(e + 1).mean();
      relative.add(
          IntStream.range(0, marks.length)
              .mapToDouble(j -> Math.abs(marks[j] / line[j] - 1))
              .toArray());
    }
    double typical = relative.stream().flatMapToDouble(Arrays::stream).average().orElseThrow();
    return List.of(
        PaperClaim.atMost(
            id,
            "SGLD WOR / WR differs from (N − n)/(N − 1) by (median over sizes)",
            gaps[gaps.length / 2],
            0.1),
        PaperClaim.atMost(
            id, "replicates differ from the closed form by (mean over curves)", typical, 0.1));
  }

  private static Curve curve(List<Curve> curves, String name) {
    return curves.stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }
}
