package org.perrin.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.perrin.data.Batch;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.data.Doubles;
import org.perrin.data.Rows;
import org.perrin.data.Storage;
import org.perrin.family.BoundedScaledLikelihood;
import org.perrin.family.NormalNoise;
import org.perrin.family.ScaledLikelihood;
import org.perrin.math.GaussHermite;
import org.perrin.math.Parallel;
import org.perrin.metric.Metric;

/**
 * A regression with one shared parameter beside the coefficients: {@code fᵢ(θ) = vᵢ ℓ(ηᵢ, s, yᵢ)},
 * {@code ηᵢ = oᵢ + zᵢᵀθ}, {@code s = s₀ + lᵀθ}. In θ the rows are {@code zᵢ = (xᵢ, 0)} and l the
 * last unit vector; through a metric they become {@code Lᵀzᵢ} and {@code Lᵀl}, so one class serves
 * both. With {@code a = ∂ℓ/∂η}, {@code b = ∂ℓ/∂s}: {@code ∇fᵢ = a zᵢ + b l}, a Hessian of rank two,
 * O(d) a row.
 */
public final class ScaledGlm implements Regressed, Scaled {
  private static final int BLOCK = 64;
  private static final GaussHermite NODES = GaussHermite.of(5);

  private final ScaledLikelihood family;
  private final Rows z;
  private final Doubles y;
  private final Doubles offset;
  private final Doubles weight;
  private final double[] scaleRow;
  private final double scaleOffset;
  private final Prior prior;
  private final List<String> names;

  private ScaledGlm(
      ScaledLikelihood family, Dataset data, double[] scaleRow, double scaleOffset, Prior prior) {
    this.family = family;
    this.z = data.x();
    this.y = data.responses();
    this.offset = data.offsets();
    this.weight = data.weights();
    this.names = data.names();
    this.scaleRow = scaleRow;
    this.scaleOffset = scaleOffset;
    this.prior = prior;
  }

  /** The model of a family, data, and a prior for the coefficients and, last, for s. */
  public static ScaledGlm of(ScaledLikelihood family, Dataset data, Prior prior) {
    int d = data.x().width() + 1;
    if (prior.dimension() != d) {
      throw new IllegalArgumentException(
          "a prior for %d parameters does not fit %d columns and %s"
              .formatted(prior.dimension(), d - 1, family.scaleName()));
    }
    data.checkResponses(family::refuse);
    Rows wider = data.x().map(d, (row, out) -> System.arraycopy(row, 0, out, 0, d - 1));
    List<String> names = new ArrayList<>(data.names());
    names.add(family.scaleName());
    double[] unit = new double[d];
    unit[d - 1] = 1;
    var extended = new Dataset(wider, data.responses(), data.offsets(), data.weights(), names);
    return new ScaledGlm(family, extended, unit, 0, prior);
  }

  /** Linear regression with unknown σ, one prior for all coefficients and one for log σ. */
  public static ScaledGlm linear(Dataset data, Density coefficients, Density logSigma) {
    List<Density> all =
        new ArrayList<>(Independent.all(data.x().width(), coefficients).densities());
    all.add(logSigma);
    return of(new NormalNoise(), data, new Independent(all));
  }

  /** The family. */
  public ScaledLikelihood family() {
    return family;
  }

  @Override
  public int effort() {
    return family.effort();
  }

  @Override
  public int dimension() {
    return z.width();
  }

  @Override
  public int rows() {
    return z.count();
  }

  @Override
  public Storage storage() {
    return z.storage();
  }

  @Override
  public Prior prior() {
    return prior;
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public double[] start() {
    double[] start = new double[dimension()];
    start[dimension() - 1] = family.startScale(y);
    return start;
  }

  @Override
  public int scale() {
    int last = scaleRow.length - 1;
    boolean unit = scaleOffset == 0 && scaleRow[last] == 1;
    for (int k = 0; k < last; k++) {
      unit &= scaleRow[k] == 0;
    }
    return unit ? last : -1;
  }

  private double weight(int row) {
    return weight == null ? 1 : weight.get(row);
  }

  private double scale(double[] theta) {
    double s = scaleOffset;
    for (int k = 0; k < scaleRow.length; k++) {
      s = Math.fma(scaleRow[k], theta[k], s);
    }
    return s;
  }

  private double predictor(double[] theta, int row) {
    double eta = offset == null ? 0 : offset.get(row);
    for (int k = 0; k < z.width(); k++) {
      eta = Math.fma(z.get(row, k), theta[k], eta);
    }
    return eta;
  }

  @Override
  public double rowLoss(double[] theta, int row) {
    return weight(row) * family.loss(predictor(theta, row), scale(theta), y.get(row));
  }

  @Override
  public void addRowGradient(double[] theta, int row, double w, double[] out) {
    double eta = predictor(theta, row);
    double s = scale(theta);
    double a = w * weight(row) * family.slope(eta, s, y.get(row));
    double b = w * weight(row) * family.scaleSlope(eta, s, y.get(row));
    for (int k = 0; k < z.width(); k++) {
      out[k] += a * z.get(row, k) + b * scaleRow[k];
    }
  }

  @Override
  public void addRowHessian(double[] theta, int row, double w, double[] h) {
    int d = z.width();
    double eta = predictor(theta, row);
    double s = scale(theta);
    double v = w * weight(row);
    double aa = v * family.curvature(eta, s, y.get(row));
    double ab = v * family.crossCurvature(eta, s, y.get(row));
    double bb = v * family.scaleCurvature(eta, s, y.get(row));
    for (int i = 0; i < d; i++) {
      double zi = z.get(row, i);
      double onZ = aa * zi + ab * scaleRow[i];
      double onL = ab * zi + bb * scaleRow[i];
      for (int k = 0; k < d; k++) {
        h[i * d + k] += onZ * z.get(row, k) + onL * scaleRow[k];
      }
    }
  }

  @Override
  public void addGradient(double[] theta, Batch batch, int from, int to, double[] out) {
    addRows(theta, batch, from, to, null, out);
  }

  /** {@code out += Σⱼ wⱼ [(aⱼ − base_a) zⱼ + (bⱼ − base_b) l]}; base holds a, b for every row. */
  private void addRows(double[] theta, Batch batch, int from, int to, Doubles base, double[] out) {
    double[] sum = batch.sum(z.stride());
    double[] eta = batch.predictors();
    double[] c = batch.coefficients();
    int[] rows = batch.rows();
    z.dots(rows, from, to, batch.point(theta, z.stride()), eta);
    double s = scale(theta);
    double total = 0;
    for (int j = from; j < to; j++) {
      int i = rows[j];
      double predictor = offset == null ? eta[j] : eta[j] + offset.get(i);
      double a = family.slope(predictor, s, y.get(i));
      double b = family.scaleSlope(predictor, s, y.get(i));
      double w = batch.weights()[j] * weight(i);
      c[j] = w * (base == null ? a : a - base.get(2L * i));
      total += w * (base == null ? b : b - base.get(2L * i + 1));
    }
    z.add(rows, from, to, c, sum);
    for (int k = 0; k < z.width(); k++) {
      out[k] += sum[k] + total * scaleRow[k];
    }
  }

  /** Something done with a block of rows: their predictors and the number of the first. */
  @FunctionalInterface
  private interface Block {
    void accept(int first, int count, double[] eta);
  }

  /** Hands out rows {@code from ≤ i < to} in blocks with their linear predictors. */
  private void overBlocks(double[] theta, int from, int to, Block body) {
    double[] point = Arrays.copyOf(theta, z.stride());
    double[] eta = new double[BLOCK];
    for (int first = from; first < to; first += BLOCK) {
      int count = Math.min(BLOCK, to - first);
      z.dots(first, count, point, eta);
      if (offset != null) {
        for (int j = 0; j < count; j++) {
          eta[j] += offset.get(first + j);
        }
      }
      body.accept(first, count, eta);
    }
  }

  @Override
  public double rangeLoss(double[] theta, int from, int to) {
    double s = scale(theta);
    double[] sum = new double[1];
    overBlocks(
        theta,
        from,
        to,
        (first, count, eta) -> {
          for (int j = 0; j < count; j++) {
            sum[0] += weight(first + j) * family.loss(eta[j], s, y.get(first + j));
          }
        });
    return sum[0];
  }

  @Override
  public void addRangeGradient(double[] theta, int from, int to, double[] out) {
    double s = scale(theta);
    double[] sum = new double[z.stride()];
    double[] total = new double[1];
    overBlocks(
        theta,
        from,
        to,
        (first, count, eta) -> {
          for (int j = 0; j < count; j++) {
            double predictor = eta[j];
            double w = weight(first + j);
            eta[j] = w * family.slope(predictor, s, y.get(first + j));
            total[0] += w * family.scaleSlope(predictor, s, y.get(first + j));
          }
          z.add(first, count, eta, sum);
        });
    for (int k = 0; k < z.width(); k++) {
      out[k] += sum[k] + total[0] * scaleRow[k];
    }
  }

  @Override
  public void addRangeHessian(double[] theta, int from, int to, double[] h) {
    int d = z.width();
    int stride = z.stride();
    double s = scale(theta);
    double[] upper = new double[stride * stride];
    double[] cross = new double[stride];
    double[] total = new double[1];
    double[] mixed = new double[BLOCK];
    overBlocks(
        theta,
        from,
        to,
        (first, count, eta) -> {
          for (int j = 0; j < count; j++) {
            double predictor = eta[j];
            double w = weight(first + j);
            eta[j] = w * family.curvature(predictor, s, y.get(first + j));
            mixed[j] = w * family.crossCurvature(predictor, s, y.get(first + j));
            total[0] += w * family.scaleCurvature(predictor, s, y.get(first + j));
          }
          z.addOuter(first, count, eta, upper);
          z.add(first, count, mixed, cross);
        });
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < d; k++) {
        double own = upper[Math.min(i, k) * stride + Math.max(i, k)];
        double mixture = cross[i] * scaleRow[k] + cross[k] * scaleRow[i];
        h[i * d + k] += own + mixture + total[0] * scaleRow[i] * scaleRow[k];
      }
    }
  }

  @Override
  public Centre centre(double[] theta) {
    Doubles base = storage().doubles(2L * rows());
    double s = scale(theta);
    Parallel.overRows(
        rows(),
        (from, to) ->
            overBlocks(
                theta,
                from,
                to,
                (first, count, eta) -> {
                  for (int j = 0; j < count; j++) {
                    int i = first + j;
                    base.set(2L * i, family.slope(eta[j], s, y.get(i)));
                    base.set(2L * i + 1, family.scaleSlope(eta[j], s, y.get(i)));
                  }
                }));
    return new Residuals(this, theta.clone(), likelihoodGradient(theta), base);
  }

  @Override
  public Arriving origin(double[] sum) {
    Doubles base = storage().doubles(2L * rows());
    return new Residuals(this, new double[dimension()], sum.clone(), base);
  }

  @Override
  public Dataset data() {
    return new Dataset(z, y, offset, weight, names);
  }

  @Override
  public ScaledGlm with(Dataset rows) {
    return new ScaledGlm(family, rows, scaleRow, scaleOffset, prior);
  }

  /** The centre of a scaled GLM: two numbers for every row. */
  private record Residuals(ScaledGlm model, double[] theta, double[] sum, Doubles base)
      implements Arriving {
    @Override
    public void renew(int[] rows, int from, int to) {
      for (int j = from; j < to; j++) {
        int i = rows[j];
        double eta = model.offset == null ? 0 : model.offset.get(i);
        double y = model.y.get(i);
        base.set(2L * i, model.family.slope(eta, model.scaleOffset, y));
        base.set(2L * i + 1, model.family.scaleSlope(eta, model.scaleOffset, y));
      }
    }

    @Override
    public void addDifference(double[] at, Batch batch, int from, int to, double[] out) {
      model.addRows(at, batch, from, to, base, out);
    }
  }

  /**
   * {@code ‖HᵢL‖_F} from the Gram matrices of (z, l) plain and after L: with {@code H = P C Pᵀ},
   * {@code ‖HL‖² = tr(C G C M)}, {@code G = PᵀP}, {@code M = PᵀLLᵀP}, all 2 × 2.
   */
  @Override
  public void curvatureScores(double[] theta, double[] factor, int from, int to, double[] out) {
    double s = scale(theta);
    var geometry = new Geometry(factor);
    for (int i = from; i < to; i++) {
      double eta = predictor(theta, i);
      geometry.visit(i);
      double aa = family.curvature(eta, s, y.get(i));
      double ab = family.crossCurvature(eta, s, y.get(i));
      double bb = family.scaleCurvature(eta, s, y.get(i));
      double[] cg = product(aa, ab, ab, bb, geometry.zz, geometry.zl, geometry.zl, geometry.ll);
      double[] cm = product(aa, ab, ab, bb, geometry.mzz, geometry.mzl, geometry.mzl, geometry.mll);
      double trace = cg[0] * cm[0] + cg[1] * cm[2] + cg[2] * cm[1] + cg[3] * cm[3];
      out[i - from] = weight(i) * Math.sqrt(Math.max(0, trace));
    }
  }

  private static double[] product(
      double a, double b, double c, double d, double e, double f, double g, double h) {
    return new double[] {a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h};
  }

  @Override
  public void expectedScores(
      double[] theta, double[] factor, double widen, int from, int to, double[] out) {
    double s = scale(theta);
    var geometry = new Geometry(factor);
    for (int i = from; i < to; i++) {
      geometry.visit(i);
      out[i - from] =
          weight(i) * Math.sqrt(expectedSquare(predictor(theta, i), s, i, geometry, widen));
    }
  }

  /** {@code E‖Δa z + Δb l‖²} over (η, s), jointly normal with covariance M. */
  private double expectedSquare(double eta, double s, int i, Geometry g, double widen) {
    double sdEta = Math.sqrt(g.mzz);
    double slope = g.mzz > 0 ? g.mzl / sdEta : 0;
    double rest = Math.sqrt(Math.max(0, g.mll - slope * slope));
    double a0 = family.slope(eta, s, y.get(i));
    double b0 = family.scaleSlope(eta, s, y.get(i));
    double sum = 0;
    for (int p = 0; p < NODES.nodes().length; p++) {
      for (int q = 0; q < NODES.nodes().length; q++) {
        double t = widen * NODES.nodes()[p];
        double movedEta = eta + sdEta * t;
        double movedS = s + slope * t + rest * widen * NODES.nodes()[q];
        double da = family.slope(movedEta, movedS, y.get(i)) - a0;
        double db = family.scaleSlope(movedEta, movedS, y.get(i)) - b0;
        double square = da * da * g.zz + 2 * da * db * g.zl + db * db * g.ll;
        sum += NODES.weights()[p] * NODES.weights()[q] * square;
      }
    }
    return Math.max(0, sum);
  }

  /** Inner products of a row z with itself and l, plain and after L. */
  private final class Geometry {
    private final double[] padded;
    private final double[] pulledL;
    private final double ll;
    private final double mll;
    private final double[] one = new double[1];
    private double zz;
    private double zl;
    private double mzz;
    private double mzl;

    Geometry(double[] factor) {
      int d = dimension();
      this.padded = factor == null ? null : DenseRows.padRows(factor, d, d);
      this.ll = dot(scaleRow, scaleRow);
      double[] image = scaleRow;
      if (factor != null) {
        double[] pulled = new double[d];
        org.perrin.math.Matrices.applyTransposed(factor, scaleRow, pulled, d);
        this.mll = dot(pulled, pulled);
        image = new double[d];
        org.perrin.math.Matrices.apply(factor, pulled, image, d);
      } else {
        this.mll = ll;
      }
      this.pulledL = image;
    }

    void visit(int row) {
      z.squaredNorms(row, 1, one);
      zz = one[0];
      zl = along(row, scaleRow);
      if (padded == null) {
        mzz = zz;
        mzl = zl;
      } else {
        z.squaredNorms(row, 1, padded, z.stride(), one);
        mzz = one[0];
        mzl = along(row, pulledL);
      }
    }

    private double along(int row, double[] v) {
      double sum = 0;
      for (int k = 0; k < v.length; k++) {
        sum = Math.fma(z.get(row, k), v[k], sum);
      }
      return sum;
    }

    private static double dot(double[] a, double[] b) {
      double sum = 0;
      for (int k = 0; k < a.length; k++) {
        sum = Math.fma(a[k], b[k], sum);
      }
      return sum;
    }
  }

  @Override
  public ScaledGlm in(Metric metric) {
    double[] centre = metric.centre();
    Doubles moved = storage().doubles(rows());
    Parallel.overRows(
        rows(),
        (from, to) ->
            overBlocks(centre, from, to, (first, count, eta) -> moved.put(first, count, eta)));
    double[] pulled = new double[dimension()];
    metric.pull(scaleRow, pulled);
    var data = new Dataset(metric.transform(z), y, moved, weight, names);
    return new ScaledGlm(family, data, pulled, scale(centre), prior.in(metric));
  }

  @Override
  public ScaledGlm subset(int[] rows, double[] factors) {
    Dataset chosen = new Dataset(z, y, offset, weight, names).select(rows).scaled(factors);
    return new ScaledGlm(family, chosen, scaleRow, scaleOffset, prior);
  }

  @Override
  public String unbounded() {
    return family instanceof NormalNoise || family instanceof BoundedScaledLikelihood
        ? null
        : "the %s family has no bounds on its third derivatives".formatted(family.name());
  }

  @Override
  public int highestOrder() {
    return 2;
  }

  @Override
  public Remainder remainder(int order, double reach) {
    return new ScaledRemainder(
        data(), (BoundedScaledLikelihood) family, scaleRow, scaleOffset, reach);
  }

  @Override
  public void addCubic(int from, int to, double[] sum) {
    throw new UnsupportedOperationException("scaled families have quadratic polynomials only");
  }

  /** For normal noise. */
  @Override
  public int summarySize() {
    return family instanceof NormalNoise ? 2 + z.stride() + z.stride() * z.stride() : 0;
  }

  /** Of normal noise, at 0. */
  @Override
  public Form summary(double[] sum) {
    int d = dimension();
    int stride = z.stride();
    double[] gram = new double[d * d];
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < d; k++) {
        gram[i * d + k] = sum[2 + stride + Math.min(i, k) * stride + Math.max(i, k)];
      }
    }
    double[] products = Arrays.copyOfRange(sum, 2, 2 + d);
    return new NormalSummary(sum[0], sum[1], products, gram, scaleRow, scaleOffset);
  }

  /** Adds {@code Σv, Σve², Σvez, Σvzzᵀ} with e what is left of y at 0. */
  @Override
  public void addSummary(int from, int to, double[] sum) {
    int stride = z.stride();
    double[] products = new double[stride];
    double[] upper = new double[stride * stride];
    double[] weights = new double[BLOCK];
    overBlocks(
        new double[dimension()],
        from,
        to,
        (first, count, eta) -> {
          for (int j = 0; j < count; j++) {
            double e = y.get(first + j) - eta[j];
            weights[j] = weight(first + j);
            sum[0] += weights[j];
            sum[1] += weights[j] * e * e;
            eta[j] = weights[j] * e;
          }
          z.add(first, count, eta, products);
          z.addOuter(first, count, weights, upper);
        });
    for (int k = 0; k < stride; k++) {
      sum[2 + k] += products[k];
    }
    for (int k = 0; k < stride * stride; k++) {
      sum[2 + stride + k] += upper[k];
    }
  }

  @Override
  public Doubles prominence() {
    return z.roughLeverage();
  }
}
