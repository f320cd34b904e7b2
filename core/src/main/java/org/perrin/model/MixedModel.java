package org.perrin.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.data.Rows;
import org.perrin.family.JointLikelihood;
import org.perrin.family.Likelihood;
import org.perrin.family.ScaledLikelihood;
import org.perrin.math.Parallel;

/**
 * A regression with coefficients that vary by level of any number of factors, nested or crossed:
 * {@code fᵢ = ℓ(η₁ … η_K, yᵢ)}, {@code ηₚ = xₚᵢᵀβₚ + Σ_g v_giᵀ b_{g, g(i)}} with {@code b_gj = D_g
 * L_g z_gj}, {@code z ~ N(0, I)} (non-centred). θ is laid out as {@link MixedLayout} says; its
 * shared part is that of {@link Distributional}: coefficients of all predictors that have columns,
 * then the numbers that all rows share, and log scales of smooths. O(width + Σk²) a row and
 * gradient.
 */
public final class MixedModel extends DatasetModel {
  private static final int SOME_ROWS = 10_000;

  private final JointLikelihood family;
  private final List<@Nullable Rows> designs;
  private final MixedLayout layout;
  private final List<String> names;
  final int[] first;
  final int[] width;

  /** For each shared parameter the place of the scale of its smooth, or −1. */
  final int[] smoothOf;

  private MixedModel(
      JointLikelihood family,
      Dataset data,
      List<@Nullable Rows> designs,
      MixedLayout layout,
      List<String> names,
      Prior prior) {
    super(data, prior);
    this.family = family;
    this.designs = designs;
    this.layout = layout;
    this.names = names;
    this.width = designs.stream().mapToInt(x -> x == null ? 1 : x.width()).toArray();
    this.first = Distributional.places(designs, width);
    this.smoothOf = new int[layout.shared()];
    Arrays.fill(smoothOf, -1);
    for (int b = 0; b < layout.smooths().size(); b++) {
      for (int column : layout.smooths().get(b).columns()) {
        smoothOf[column] = layout.smoothScale(b);
      }
    }
  }

  /** The model of a family without a scale; {@code shared} are the priors of β. */
  public static MixedModel of(
      Likelihood family, Dataset data, List<Varying> terms, List<Density> shared) {
    return of(new JointLikelihood.Alone(family), data, List.of(), data.names(), terms, shared);
  }

  /** The model of a family with a scale; {@code shared} are the priors of β and s. */
  public static MixedModel of(
      ScaledLikelihood family, Dataset data, List<Varying> terms, List<Density> shared) {
    List<String> names = new ArrayList<>(data.names());
    names.add(family.scaleName());
    return of(
        new JointLikelihood.Pair(family),
        data,
        Collections.singletonList(null),
        names,
        terms,
        shared);
  }

  /**
   * The model of any family.
   *
   * @param others columns of the predictors after the first; null for one that all rows share
   * @param sharedNames of the parameters that all rows share, as in {@link Distributional}
   * @param shared their priors
   */
  public static MixedModel of(
      JointLikelihood family,
      Dataset data,
      List<@Nullable Rows> others,
      List<String> sharedNames,
      List<Varying> terms,
      List<Density> shared) {
    List<@Nullable Rows> designs = new ArrayList<>(List.of(data.x()));
    designs.addAll(others);
    check(family, data, designs, terms);
    int count = designs.stream().mapToInt(x -> x == null ? 1 : x.width()).sum();
    if (shared.size() != count || sharedNames.size() != count) {
      throw new IllegalArgumentException(
          "%d priors and %d names for %d shared parameters"
              .formatted(shared.size(), sharedNames.size(), count));
    }
    data.checkResponses(family::refuse);
    var layout = MixedLayout.of(count, terms);
    List<Density> priors = new ArrayList<>(shared);
    List<String> names = new ArrayList<>(sharedNames);
    terms.forEach(term -> addHead(term, priors, names));
    terms.forEach(term -> addEffects(term, names));
    priors.addAll(Collections.nCopies(layout.dimension() - layout.head(), Priors.normal(0, 1)));
    return new MixedModel(
        family, data, designs, layout, List.copyOf(names), new Independent(priors));
  }

  /**
   * The same model where coefficients of smooths share unknown scales; they have flat priors so
   * far.
   */
  public MixedModel with(List<ShrunkCoefficients> smooths) {
    if (smooths.isEmpty()) {
      return this;
    }
    int before = layout.shared();
    var wider = MixedLayout.of(before, smooths, terms());
    List<Density> priors = new ArrayList<>(((Independent) prior).densities());
    List<String> all = new ArrayList<>(names);
    for (int b = 0; b < smooths.size(); b++) {
      for (int column : smooths.get(b).columns()) {
        if (column >= before || priors.get(column).proper()) {
          throw new IllegalArgumentException("coefficient %d has two priors".formatted(column));
        }
        priors.set(column, Priors.normal(0, 1));
        all.set(column, "z(" + names.get(column) + ")");
      }
      var scale = (CommonScale) smooths.get(b).by();
      priors.add(before + b, scale.prior());
      all.add(before + b, "log " + scale.name());
    }
    return new MixedModel(family, data, designs, wider, List.copyOf(all), new Independent(priors));
  }

  private static void check(
      JointLikelihood family, Dataset data, List<@Nullable Rows> designs, List<Varying> terms) {
    if (designs.size() != family.predictors()) {
      throw new IllegalArgumentException(
          "%d predictors are not the %d of the family"
              .formatted(designs.size(), family.predictors()));
    }
    for (Varying term : terms) {
      if (term.level().length != data.count() || term.predictor() >= designs.size()) {
        throw new IllegalArgumentException(
            "%s has levels of %d rows, not of %d, or a predictor beyond %d"
                .formatted(term.name(), term.level().length, data.count(), designs.size()));
      }
    }
  }

  private static void addHead(Varying term, List<Density> priors, List<String> names) {
    priors.addAll(term.scales());
    term.columns().forEach(c -> names.add("log_sd(" + c + " | " + term.name() + ")"));
    for (int i = 1; term.correlated() && i < term.width(); i++) {
      for (int j = 0; j < i; j++) {
        priors.add(Correlation.prior(term.width(), j, term.lkj()));
        names.add(
            "w(%s, %s | %s)".formatted(term.columns().get(j), term.columns().get(i), term.name()));
      }
    }
  }

  private static void addEffects(Varying term, List<String> names) {
    for (int j = 1; j <= term.levels(); j++) {
      for (String column : term.columns()) {
        names.add("z(" + column + " | " + term.name() + ")[" + j + "]");
      }
    }
  }

  /** The family, as one of all its predictors. */
  public JointLikelihood family() {
    return family;
  }

  /** Columns of a predictor; null if all rows share it. */
  public @Nullable Rows design(int predictor) {
    return designs.get(predictor);
  }

  /** Where the shared parameters of a predictor begin. */
  public int first(int predictor) {
    return first[predictor];
  }

  /** Where everything lies in θ. */
  public MixedLayout layout() {
    return layout;
  }

  /** The terms. */
  public List<Varying> terms() {
    return layout.terms();
  }

  /** The effects b of a term, level after level. */
  public void effects(double[] theta, int term, double[] out) {
    layout.effects(theta, term, out);
  }

  /** Writes the z of a term into θ from its effects b. */
  public void toZ(double[] b, int term, double[] theta) {
    layout.toZ(b, term, theta);
  }

  @Override
  public int dimension() {
    return layout.dimension();
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public int effort() {
    return family.effort();
  }

  /** In scales and effects f is not convex. */
  @Override
  public boolean multimodal() {
    return true;
  }

  /** Scales of effects begin somewhat below that of the noise, where there is one. */
  @Override
  public double[] start() {
    double[] start = new double[dimension()];
    double[] shared = Distributional.start(family, data, designs, first, width);
    System.arraycopy(shared, 0, start, 0, shared.length);
    boolean noise =
        family instanceof JointLikelihood.Pair && Double.isFinite(shared[shared.length - 1]);
    for (int b = 0; b < layout.smooths().size(); b++) {
      ShrunkCoefficients smooth = layout.smooths().get(b);
      double unit = noise && smooth.columns()[0] < width[0] ? start[first[1]] : 0;
      start[layout.smoothScale(b)] = unit - 0.5 - Math.log(size(smooth));
    }
    for (int g = 0; g < terms().size(); g++) {
      Varying term = terms().get(g);
      double unit = noise && term.predictor() == 0 ? start[first[1]] : 0;
      for (int c = 0; c < term.width(); c++) {
        start[layout.scales(g) + c] = unit - 0.5 - Math.log(size(term.values().get(c)));
      }
    }
    return start;
  }

  /** Root mean square of a smooth's columns in their units, in some of the rows. */
  private double size(ShrunkCoefficients smooth) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < rows(); i += Math.max(1, rows() / SOME_ROWS), count++) {
      for (int j = 0; j < smooth.columns().length; j++) {
        double value = smooth.units()[j] * column(smooth.columns()[j], i);
        sum += value * value / smooth.columns().length;
      }
    }
    return sum > 0 ? Math.sqrt(sum / count) : 1;
  }

  /** The value that a coefficient multiplies in a row. */
  private double column(int place, int row) {
    int p = 0;
    while (place < first[p] || place >= first[p] + width[p]) {
      p++;
    }
    Rows x = designs.get(p);
    return x == null ? 1 : x.get(row, place - first[p]);
  }

  /** Root mean square, 1 for a constant. */
  private static double size(double @Nullable [] values) {
    double sum = 0;
    for (int i = 0; values != null && i < values.length; i++) {
      sum += values[i] * values[i] / values.length;
    }
    return sum > 0 ? Math.sqrt(sum) : 1;
  }

  @Override
  public double rowLoss(double[] theta, int row) {
    return rangeLoss(theta, row, row + 1);
  }

  @Override
  public double rangeLoss(double[] theta, int from, int to) {
    return new MixedPass(this, new MixedPoint(this, theta)).add(from, to, 1, null);
  }

  @Override
  public void addRowGradient(double[] theta, int row, double w, double[] out) {
    new MixedPass(this, new MixedPoint(this, theta)).add(row, row + 1, w, out);
  }

  @Override
  public void addRangeGradient(double[] theta, int from, int to, double[] out) {
    new MixedPass(this, new MixedPoint(this, theta)).add(from, to, 1, out);
  }

  @Override
  public double potential(double[] theta) {
    var point = new MixedPoint(this, theta);
    double[] sum =
        Parallel.sum(
            rows(), 1, (s, from, to) -> s[0] += new MixedPass(this, point).add(from, to, 1, null));
    return prior.value(theta) + sum[0];
  }

  @Override
  public double potentialAndGradient(double[] theta, double[] out) {
    int d = dimension();
    var point = new MixedPoint(this, theta);
    double[] sum =
        Parallel.sum(
            rows(), d + 1, (s, from, to) -> s[d] += new MixedPass(this, point).add(from, to, 1, s));
    System.arraycopy(sum, 0, out, 0, d);
    prior.addGradient(theta, out);
    return sum[d] + prior.value(theta);
  }

  @Override
  public void addRowHessian(double[] theta, int row, double w, double[] h) {
    new MixedCurvature(this, new MixedPoint(this, theta)).add(row, w, h);
  }

  @Override
  public void addRangeHessian(double[] theta, int from, int to, double[] h) {
    var curvature = new MixedCurvature(this, new MixedPoint(this, theta));
    for (int i = from; i < to; i++) {
      curvature.add(i, 1, h);
    }
  }
}
