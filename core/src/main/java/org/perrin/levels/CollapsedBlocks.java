package org.perrin.levels;

import java.util.Arrays;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Scalars;
import org.perrin.model.MixedModel;
import org.perrin.model.Varying;
import org.perrin.random.RandomStream;

/**
 * A small linear model with normal noise and normal priors, sampled with all coefficients and all
 * effects integrated out: the noise, scales of smooths, scales and correlations of terms move by
 * slices of their marginal posterior, then coefficients and effects are drawn at once, so that
 * draws are nearly independent. With δ the coefficients less their centre and the terms of the
 * dense part, P and h as they are once the largest term is integrated out ({@link LeadingTerm}),
 * {@code τ = e^{−2s}}, W the weight of all rows, R their squares at the centre, m and Λ means and
 * precisions of coefficients:
 *
 * <pre>
 *   −log p(s, h, t, w) = W s + ½ τR + ½ log det P − ½ hᵀP⁻¹h + Σⱼ [½ log det Pⱼ − ½ τ² eⱼᵀPⱼ⁻¹eⱼ]
 *                        + ½ (m − c)ᵀΛ(m − c) + Σ n h + Σ J log det A + priors.
 * </pre>
 *
 * <p>Where a term has few rows a level, rows tell {@code v = σ² + m t²} (m the mean square of its
 * column, t its scale) far better than its two parts. There both move along v as well, a slice of
 * {@code u = log(m t²/σ²)}: as {@code d(log σ) d(log t) = ¼ d(log v) du}, the density along u is
 * that of the logarithms.
 *
 * <p>A value costs {@code O(D³ + Σⱼ k nⱼ²)}, see {@link LeadingTerm}; a sweep about {@link #VALUES}
 * of them for each of these parameters and each scale that trades with the noise.
 */
final class CollapsedBlocks implements LevelBlocks {
  /** Values of the density that a slice takes, about. */
  private static final int VALUES = 7;

  /** What a value costs whatever the model is, and each effect of the largest term, in numbers. */
  private static final long ANY = 400;

  private static final long EFFECT = 12;

  /**
   * First intervals of slices, in standard deviations of the noise's logarithm, and in logarithms.
   */
  private static final double NOISE_WIDTH = 3;

  private static final double WIDTH = 1;

  /** And in u. */
  private static final double TRADE_WIDTH = 3;

  /** Rows a level, on average, below which a term's scales trade with the noise. */
  private static final double FEW = 3;

  private final MixedModel model;
  private final NormalStatistics rows;
  private final NormalParts priors;
  private final LeadingTerm lead;
  private final DenseDraw dense;

  /** The term, or −1, that each parameter behind the coefficients belongs to. */
  private final int[] owner;

  /** The mean square of the column of each scale that trades with the noise, and 0 elsewhere. */
  private final double[] square;

  private CollapsedBlocks(MixedModel model, NormalParts priors, int largest) {
    this.model = model;
    boolean[] small = new boolean[model.terms().size()];
    Arrays.fill(small, true);
    small[largest] = false;
    this.rows = new NormalStatistics(model, small);
    this.priors = priors;
    this.lead = LeadingTerm.of(rows, largest);
    this.dense = new DenseDraw(rows, priors, lead);
    this.owner = new int[model.layout().head()];
    Arrays.fill(owner, -1);
    for (int g = 0; g < small.length; g++) {
      int at = model.layout().scales(g);
      Varying term = model.terms().get(g);
      Arrays.fill(owner, at, at + term.width() + term.correlations(), g);
    }
    this.square = squares(model, rows, largest);
  }

  private static double[] squares(MixedModel model, NormalStatistics rows, int largest) {
    double[] square = new double[model.layout().head()];
    int k = model.terms().get(largest).width();
    int at = model.layout().scales(largest);
    for (int i = 0; i < trading(model, largest) * model.terms().get(largest).levels(); i++) {
      int c = i % k;
      square[at + c] += rows.own[largest][i * k + c] / rows.weight;
    }
    return square;
  }

  /** How many scales trade with the noise. */
  private static int trading(MixedModel model, int largest) {
    Varying term = model.terms().get(largest);
    return term.levels() * FEW > model.rows() ? term.width() : 0;
  }

  /** The blocks of a model with normal priors if a sweep costs little enough; null otherwise. */
  static @Nullable CollapsedBlocks of(MixedModel model, long mostWork) {
    int p = model.data().x().width();
    var priors = new NormalParts(new LevelState(model).priors.subList(0, p));
    int largest =
        IntStream.range(0, model.terms().size())
            .reduce((a, b) -> size(model, b) > size(model, a) ? b : a)
            .orElse(-1);
    return largest >= 0 && priors.exact() && work(model, largest) <= mostWork
        ? new CollapsedBlocks(model, priors, largest)
        : null;
  }

  private static long size(MixedModel model, int g) {
    return (long) model.terms().get(g).levels() * model.terms().get(g).width();
  }

  /** At most: as if every level of the largest term met all of the dense part. */
  private static long work(MixedModel model, int largest) {
    double n = model.data().x().width();
    for (int g = 0; g < model.terms().size(); g++) {
      n += g == largest ? 0 : size(model, g);
    }
    int parameters = model.layout().head() - model.data().x().width() + trading(model, largest);
    double levels = size(model, largest);
    double value = ANY + EFFECT * levels + n * n * (n / 6 + levels / 2);
    return (long) Math.min(Long.MAX_VALUE / 2, VALUES * parameters * value);
  }

  @Override
  public double[] start() {
    return rows.start();
  }

  @Override
  public long work() {
    long n = rows.dense;
    long value = ANY + EFFECT * rows.pulls[lead.term].length + lead.work() + n * n * n / 6;
    return VALUES * (owner.length - rows.p + trading(model, lead.term)) * value;
  }

  @Override
  public void sweep(LevelState state, RandomStream random) {
    double[] gram = new double[rows.gram.length];
    double[] h = new double[rows.dense];
    for (int at = rows.p; at < owner.length; at++) {
      slice(state, at, gram, h, random);
      if (square[at] > 0) {
        trade(state, at, gram, h, random);
      }
    }
    integrated(state, gram, h);
    double[] delta = new double[rows.dense];
    dense.dense(state, gram, h, delta, random);
    double[] left = new double[rows.pulls[lead.term].length];
    lead.left(rows.pulls[lead.term], delta, left);
    NormalBlocks.draw(rows, state, lead.term, left, random);
  }

  private void slice(LevelState state, int at, double[] gram, double[] h, RandomStream random) {
    double width = at == rows.p ? NOISE_WIDTH / Math.sqrt(2 * rows.weight) : WIDTH;
    double next =
        LineSlice.move(
            x -> {
              set(state, at, x);
              return potential(state, gram, h);
            },
            state.head[at],
            width,
            random);
    set(state, at, next);
  }

  /** The noise and the scale at {@code at} along {@code σ² + m t²}. */
  private void trade(LevelState state, int at, double[] gram, double[] h, RandomStream random) {
    double half = Math.log(square[at]) / 2;
    double noise = state.head[rows.p];
    double own = state.head[at] + half;
    double total = noise + Scalars.log1pExp(2 * (own - noise)) / 2;
    DoubleConsumer to =
        u -> {
          state.head[rows.p] = total - Scalars.log1pExp(u) / 2;
          set(state, at, total - Scalars.log1pExp(-u) / 2 - half);
        };
    to.accept(
        LineSlice.move(
            u -> {
              to.accept(u);
              return potential(state, gram, h);
            },
            2 * (own - noise),
            TRADE_WIDTH,
            random));
  }

  private void set(LevelState state, int at, double value) {
    state.head[at] = value;
    if (owner[at] >= 0) {
      state.refresh(owner[at]);
    }
  }

  /** P and h of δ without its prior, the largest term integrated out; its part of the density. */
  private double integrated(LevelState state, double[] gram, double[] h) {
    double tau = Math.exp(-2 * state.head[rows.p]);
    for (int i = 0; i < gram.length; i++) {
      gram[i] = tau * rows.gram[i];
    }
    for (int i = 0; i < h.length; i++) {
      h[i] = tau * rows.pull[i];
    }
    return lead.subtract(state, tau, rows.pulls[lead.term], gram, h);
  }

  /** The formula above. */
  double potential(LevelState state, double[] gram, double[] h) {
    double noise = state.head[rows.p];
    double sum = rows.weight * noise + rows.residual * Math.exp(-2 * noise) / 2;
    sum += integrated(state, gram, h);
    dense.addPriors(state, gram, h);
    sum += dense.marginal(gram, h) + priorOfCentre(state);
    for (int s = 0; s < model.layout().smooths().size(); s++) {
      int count = model.layout().smooths().get(s).columns().length;
      sum += count * state.head[model.layout().smoothScale(s)];
    }
    for (int g = 0; g < rows.small.length; g++) {
      Varying term = model.terms().get(g);
      for (int c = 0; c < term.width(); c++) {
        sum += term.levels() * Math.log(state.factor[g][c * term.width() + c]);
      }
    }
    for (int at = rows.p; at < owner.length; at++) {
      sum += state.priors.get(at).value(state.head[at]);
    }
    return sum;
  }

  private double priorOfCentre(LevelState state) {
    double[] precision = state.precisions(priors);
    double sum = 0;
    for (int a = 0; a < rows.p; a++) {
      double gap = priors.mean[a] - rows.centre[a];
      sum += precision[a] * gap * gap / 2;
    }
    return sum;
  }
}
