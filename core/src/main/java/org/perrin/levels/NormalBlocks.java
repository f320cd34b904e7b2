package org.perrin.levels;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.model.MixedModel;
import org.perrin.random.RandomStream;

/**
 * Gibbs sampling of a linear model with normal noise, levels and all, from its statistics: no row
 * is read. In turns the dense part (coefficients and terms of few levels) by {@link DenseDraw},
 * every other term level by level, scales interwoven with their levels, the noise, and {@link
 * Shifts}. A sweep costs {@code O(D³ + Σ J (k p + k⁴) + pairs)}.
 */
final class NormalBlocks implements LevelBlocks {
  private static final double NOISE_WIDTH = 0.2;

  /** What a sweep costs whatever the model is, in numbers: slices. */
  private static final long ANY = 20_000;

  /** And each effect: random numbers. */
  private static final long EFFECT = 50;

  private final MixedModel model;
  private final NormalStatistics rows;
  private final Shifts shifts;
  private final NormalParts priors;
  private final int terms;
  private final @Nullable LeadingTerm lead;
  private final DenseDraw dense;

  /** Terms outside of the dense part, the leading one first. */
  private final int[] order;

  /** Up to {@code mostDense} effects lie in the dense part beside the columns. */
  NormalBlocks(MixedModel model, int mostDense) {
    this(model, mostDense, model.terms().size() > 1);
  }

  /**
   * A term alone is separated from the coefficients by shifts: {@code leading} would only cost
   * time.
   */
  NormalBlocks(MixedModel model, int mostDense, boolean leading) {
    this.model = model;
    this.rows = new NormalStatistics(model, mostDense);
    this.shifts = Shifts.of(model);
    this.terms = model.terms().size();
    this.priors = new NormalParts(new LevelState(model).priors.subList(0, rows.p));
    this.lead = leading ? LeadingTerm.of(rows, work()) : null;
    this.dense = new DenseDraw(rows, priors, lead);
    this.order =
        IntStream.range(0, terms)
            .filter(g -> !rows.small[g])
            .boxed()
            .sorted(Comparator.comparing(g -> lead == null || lead.term != g))
            .mapToInt(g -> g)
            .toArray();
  }

  @Override
  public double[] start() {
    return rows.start();
  }

  @Override
  public long work() {
    long sum = ANY + (long) rows.dense * rows.dense * rows.dense / 6;
    for (int g = 0; g < terms; g++) {
      int k = model.terms().get(g).width();
      sum += rows.pulls[g].length * (EFFECT + rows.p + k * k * k);
      for (int h = 0; h < terms; h++) {
        LevelPairs pairs = rows.pairs[g][h];
        sum += pairs == null ? 0 : 2L * pairs.other.length * k * model.terms().get(h).width();
      }
    }
    return sum;
  }

  @Override
  public void sweep(LevelState state, RandomStream random) {
    double[] delta = new double[rows.dense];
    double[] right = right(state);
    double[] left = lead == null ? new double[0] : others(state, lead.term);
    dense.draw(state, right, left, delta, random);
    if (lead != null) {
      double[] own = new double[left.length];
      lead.left(left, delta, own);
      draw(state, lead.term, own, random);
      lead.subtract(state.b[lead.term], right);
    }
    double[] product = product(delta);
    for (int s = 0; s < model.layout().smooths().size(); s++) {
      SmoothScales.centred(state, s, random);
      smooth(state, s, right, delta, product, random);
    }
    for (int g = 0; g < terms; g++) {
      if (rows.small[g]) {
        ScaleMoves.centred(state, g, random);
        ScaleMoves.free(state, g, smallForm(state, g, right, delta, product), random);
        move(state, g, delta, product);
      }
    }
    double quadratic = 0;
    double linear = 0;
    for (int i = 0; i < delta.length; i++) {
      quadratic += delta[i] * product[i];
      linear += delta[i] * rows.pull[i];
    }
    for (int n = 0; n < order.length; n++) {
      int g = order[n];
      quadratic += levels(state, n, left, delta, random);
      for (int i = 0; i < state.b[g].length; i++) {
        linear += state.b[g][i] * rows.pulls[g][i];
      }
    }
    noise(state, Math.max(0, rows.residual - 2 * linear + quadratic), random);
    shifts.move(state, random);
  }

  private double tau(LevelState state) {
    return Math.exp(-2 * state.head[rows.p]);
  }

  /** {@code X_DᵀW(r − Z b)} over the terms outside of the dense part but the leading one. */
  private double[] right(LevelState state) {
    double[] right = rows.pull.clone();
    for (int g = 0; g < terms; g++) {
      if (rows.small[g] || lead != null && lead.term == g) {
        continue;
      }
      double[] b = state.b[g];
      int k = state.term(g).width();
      for (int c = 0; c < b.length; c++) {
        for (int a = 0; a < rows.p; a++) {
          right[a] = Math.fma(-rows.cross[g][c * rows.p + a], b[c], right[a]);
        }
      }
      for (int h = 0; h < terms; h++) {
        for (int j = 0; rows.small[h] && j < state.term(g).levels(); j++) {
          rows.pairs[g][h].scatter(j, b, j * k, right, rows.place[h], -1);
        }
      }
    }
    return right;
  }

  /** {@code Z_gᵀW(r − Z b)} over the other terms outside of the dense part. */
  private double[] others(LevelState state, int g) {
    double[] left = rows.pulls[g].clone();
    for (int o : order) {
      if (o != g) {
        rows.pairs[g][o].subtractFrom(left, state.b[o]);
      }
    }
    return left;
  }

  private double[] product(double[] delta) {
    double[] product = new double[rows.dense];
    org.perrin.math.Matrices.apply(rows.gram, delta, product, rows.dense);
    return product;
  }

  /** The scale of a smooth with its z held fixed: {@code τ [e vᵀ(Gδ − h) + ½ e² vᵀGv]}, v = β. */
  private void smooth(
      LevelState state,
      int s,
      double[] right,
      double[] delta,
      double[] product,
      RandomStream random) {
    double[] v = new double[rows.dense];
    double linear = 0;
    for (int column : model.layout().smooths().get(s).columns()) {
      v[column] = state.head[column];
      linear += v[column] * (product[column] - right[column]);
    }
    double[] along = product(v);
    double square = 0;
    for (int i = 0; i < v.length; i++) {
      square += v[i] * along[i];
    }
    double tau = tau(state);
    var line = new SmoothScales.Line(tau * linear, tau * square, 0);
    double growth = SmoothScales.free(state, s, line, Double.POSITIVE_INFINITY, random);
    for (int i = 0; i < v.length; i++) {
      delta[i] += growth * v[i];
      product[i] += growth * along[i];
    }
  }

  private FactorForm smallForm(
      LevelState state, int g, double[] right, double[] delta, double[] product) {
    int k = state.term(g).width();
    var form = new FactorForm(k, tau(state));
    double[] z = ScaleMoves.standardised(state, g);
    double[] h = new double[z.length];
    for (int i = 0; i < h.length; i++) {
      int row = rows.place[g] + i;
      h[i] = right[row] - product[row];
      for (int c = 0; c < k; c++) {
        int column = rows.place[g] + i / k * k + c;
        h[i] += rows.gram[row * rows.dense + column] * delta[column];
      }
    }
    for (int at = 0; at < z.length; at += k) {
      int corner = rows.place[g] + at;
      form.add(rows.gram, corner * rows.dense + corner, rows.dense, h, z, at);
    }
    return form;
  }

  /** Small terms have no rows in common with themselves but their own: δ and Gδ follow b. */
  private void move(LevelState state, int g, double[] delta, double[] product) {
    for (int i = 0; i < state.b[g].length; i++) {
      int at = rows.place[g] + i;
      double step = state.b[g][i] - delta[at];
      delta[at] = state.b[g][i];
      for (int row = 0; row < rows.dense; row++) {
        product[row] = Math.fma(rows.gram[row * rows.dense + at], step, product[row]);
      }
    }
  }

  /**
   * Levels of a term, but of the leading one, which are drawn already, and their scales.
   *
   * @return what they add to {@code δᵀGδ}: their own part and, twice, what they have in common with
   *     the dense part and the terms before them
   */
  private double levels(
      LevelState state, int place, double[] left, double[] delta, RandomStream random) {
    int g = order[place];
    boolean leading = lead != null && lead.term == g;
    int k = state.term(g).width();
    double[] b = state.b[g];
    double[] before = new double[b.length];
    double[] h = leading ? left.clone() : rows.pulls[g].clone();
    addDense(state, g, delta, before);
    for (int n = 0; n < place; n++) {
      rows.pairs[g][order[n]].addTo(before, state.b[order[n]]);
    }
    for (int c = 0; c < h.length; c++) {
      h[c] -= before[c];
    }
    for (int n = place + 1; n < order.length && !leading; n++) {
      rows.pairs[g][order[n]].subtractFrom(h, state.b[order[n]]);
    }
    if (!leading) {
      draw(state, g, h, random);
    }
    ScaleMoves.centred(state, g, random);
    var form = new FactorForm(k, tau(state));
    double[] z = ScaleMoves.standardised(state, g);
    for (int at = 0; at < b.length; at += k) {
      form.add(rows.own[g], at * k, k, h, z, at);
    }
    ScaleMoves.free(state, g, form, random);
    double sum = 0;
    for (int at = 0; at < b.length; at += k) {
      for (int c = at; c < at + k; c++) {
        double inner = 2 * before[c];
        for (int d = 0; d < k; d++) {
          inner += rows.own[g][c * k + d] * b[at + d];
        }
        sum += b[c] * inner;
      }
    }
    return sum;
  }

  /** {@code out += ZᵀWX_Dδ}. */
  private void addDense(LevelState state, int g, double[] delta, double[] out) {
    for (int c = 0; c < out.length; c++) {
      for (int a = 0; a < rows.p; a++) {
        out[c] = Math.fma(rows.cross[g][c * rows.p + a], delta[a], out[c]);
      }
    }
    for (int o = 0; o < terms; o++) {
      if (rows.small[o]) {
        rows.pairs[g][o].addTo(out, state.b[o]);
      }
    }
  }

  /** {@code bⱼ ~ N(P⁻¹τhⱼ, P⁻¹)}, {@code P = τGⱼ + Ω}. */
  private void draw(LevelState state, int g, double[] h, RandomStream random) {
    draw(rows, state, g, h, random);
  }

  /** The same from any statistics. */
  static void draw(
      NormalStatistics rows, LevelState state, int g, double[] h, RandomStream random) {
    int k = state.term(g).width();
    double[] b = state.b[g];
    double[] precision = state.precision[g];
    double tau = Math.exp(-2 * state.head[rows.p]);
    if (k == 1) {
      for (int j = 0; j < b.length; j++) {
        double p = Math.fma(tau, rows.own[g][j], precision[0]);
        b[j] = tau * h[j] / p + random.nextGaussian() / Math.sqrt(p);
      }
      return;
    }
    double[] p = new double[k * k];
    double[] noise = new double[k];
    double[] mean = new double[k];
    for (int at = 0; at < b.length; at += k) {
      for (int c = 0; c < k; c++) {
        mean[c] = tau * h[at + c];
        for (int d = 0; d < k; d++) {
          p[c * k + d] = Math.fma(tau, rows.own[g][(at + c) * k + d], precision[c * k + d]);
        }
      }
      if (GaussianDraw.of(p, mean, 0, k, noise, random)) {
        System.arraycopy(mean, 0, b, at, k);
      }
    }
  }

  /** {@code −log p(s) = W s + ½ RSS e^{−2s} + prior}. */
  private void noise(LevelState state, double squares, RandomStream random) {
    int at = rows.p;
    var prior = state.priors.get(at);
    state.head[at] =
        LineSlice.move(
            s -> rows.weight * s + squares * Math.exp(-2 * s) / 2 + prior.value(s),
            state.head[at],
            NOISE_WIDTH,
            random);
  }
}
