package org.perrin.levels;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Rows;
import org.perrin.model.MixedModel;
import org.perrin.model.Varying;
import org.perrin.random.RandomStream;

/**
 * Moves that no row notices: a coefficient up by a and every level j of a term down by {@code a
 * uⱼ}, where the coefficient's column is uⱼ times the term's in all rows of level j (the same
 * column, or one that is constant within levels); and a level of a factor up and all levels inside
 * it down. Only priors speak, so these moves are free, and they are those that the other blocks
 * make slowly.
 */
final class Shifts {
  private static final double WIDTH = 4;

  private final List<OfCoefficient> coefficients = new ArrayList<>();
  private final List<OfLevels> levels = new ArrayList<>();

  private record OfCoefficient(int place, int term, int column, double[] times, double squares) {}

  /** The levels of {@code inner} by their {@code parents} in {@code outer}. */
  private record OfLevels(int outer, int inner, int[] parents, int[] count) {}

  static Shifts of(MixedModel model) {
    var shifts = new Shifts();
    List<Varying> terms = model.terms();
    for (int g = 0; g < terms.size(); g++) {
      Rows x = model.design(terms.get(g).predictor());
      for (int c = 0; x != null && c < terms.get(g).width(); c++) {
        for (int m = 0; m < x.width(); m++) {
          double[] times = multiples(x, m, terms.get(g), c);
          if (times != null) {
            int place = model.first(terms.get(g).predictor()) + m;
            double squares = Arrays.stream(times).map(u -> u * u).sum();
            shifts.coefficients.add(new OfCoefficient(place, g, c, times, squares));
          }
        }
      }
      for (int h = 0; h < terms.size(); h++) {
        int[] parents = g == h ? null : parents(terms.get(h), terms.get(g));
        if (parents != null) {
          int[] count = new int[terms.get(g).levels()];
          Arrays.stream(parents).filter(j -> j >= 0).forEach(j -> count[j]++);
          shifts.levels.add(new OfLevels(g, h, parents, count));
        }
      }
    }
    return shifts;
  }

  /** By level how many times the term's column a column of x is; null if that is not one number. */
  private static double @Nullable [] multiples(Rows x, int m, Varying term, int c) {
    double[] times = new double[term.levels()];
    Arrays.fill(times, Double.NaN);
    for (int i = 0; i < x.count(); i++) {
      double v = term.value(c, i);
      double own = x.get(i, m);
      int j = term.level()[i];
      if (v != 0 && Double.isNaN(times[j])) {
        times[j] = own / v;
      }
      double gap = v == 0 ? own : own - times[j] * v;
      if (!(Math.abs(gap) <= 1e-12 * Math.abs(own))) {
        return null;
      }
    }
    boolean any = false;
    for (int j = 0; j < times.length; j++) {
      times[j] = Double.isNaN(times[j]) ? 0 : times[j];
      any |= times[j] != 0;
    }
    return any ? times : null;
  }

  /** The column of x that is that of a coefficient of a term, or −1. */
  static int column(Rows x, Varying term, int c) {
    for (int m = 0; m < x.width(); m++) {
      int row = 0;
      while (row < x.count() && x.get(row, m) == term.value(c, row)) {
        row++;
      }
      if (row == x.count()) {
        return m;
      }
    }
    return -1;
  }

  /** For each level of {@code inner} the level of {@code outer} around it; null if not nested. */
  static int @Nullable [] parents(Varying inner, Varying outer) {
    if (inner.predictor() != outer.predictor()
        || inner.width() != outer.width()
        || inner.levels() < outer.levels()) {
      return null;
    }
    int[] parents = new int[inner.levels()];
    Arrays.fill(parents, -1);
    for (int i = 0; i < inner.level().length; i++) {
      int j = inner.level()[i];
      if (parents[j] >= 0 && parents[j] != outer.level()[i]) {
        return null;
      }
      parents[j] = outer.level()[i];
      for (int c = 0; c < inner.width(); c++) {
        if (inner.value(c, i) != outer.value(c, i)) {
          return null;
        }
      }
    }
    return parents;
  }

  void move(LevelState state, RandomStream random) {
    for (OfCoefficient shift : coefficients) {
      move(state, shift, random);
    }
    for (OfLevels shift : levels) {
      move(state, shift, random);
    }
  }

  /** {@code −log p(a) = prior(β + a) + ½ a² Ω_cc Σⱼuⱼ² − a Σⱼ uⱼ (Ω bⱼ)_c}. */
  private static void move(LevelState state, OfCoefficient shift, RandomStream random) {
    double slope = pull(state, shift);
    double curvature = curvature(state, shift);
    var prior = state.prior(shift.place());
    double here = state.head[shift.place()];
    double a =
        LineSlice.move(
            x -> prior.value(here + x) + x * (curvature * x / 2 - slope),
            0,
            WIDTH / Math.sqrt(curvature),
            random);
    apply(state, shift, a);
  }

  /**
   * Shifts of coefficients to where priors like them best, instead of a draw.
   *
   * @return the longest, in standard deviations of the shift
   */
  double settle(LevelState state, NormalParts priors) {
    double longest = 0;
    for (OfCoefficient shift : coefficients) {
      double precision = state.precisions(priors)[shift.place()];
      double gap = state.head[shift.place()] - priors.mean[shift.place()];
      double curvature = curvature(state, shift) + precision;
      double a = (pull(state, shift) - precision * gap) / curvature;
      apply(state, shift, a);
      longest = Math.max(longest, Math.abs(a) * Math.sqrt(curvature));
    }
    return longest;
  }

  /** {@code Σⱼ uⱼ (Ω bⱼ)_c}. */
  private static double pull(LevelState state, OfCoefficient shift) {
    int k = state.term(shift.term()).width();
    double[] b = state.b[shift.term()];
    double pull = 0;
    for (int j = 0; j < shift.times().length; j++) {
      for (int i = 0; i < k; i++) {
        double own = state.precision[shift.term()][shift.column() * k + i];
        pull = Math.fma(shift.times()[j] * own, b[j * k + i], pull);
      }
    }
    return pull;
  }

  private static double curvature(LevelState state, OfCoefficient shift) {
    int k = state.term(shift.term()).width();
    return shift.squares() * state.precision[shift.term()][shift.column() * (k + 1)];
  }

  private static void apply(LevelState state, OfCoefficient shift, double a) {
    int k = state.term(shift.term()).width();
    state.head[shift.place()] += a;
    for (int j = 0; j < shift.times().length; j++) {
      state.b[shift.term()][j * k + shift.column()] -= a * shift.times()[j];
    }
  }

  /** Given all else, normal with precision {@code Ω_o + n Ω_i}, for each outer level. */
  private static void move(LevelState state, OfLevels shift, RandomStream random) {
    int k = state.term(shift.outer()).width();
    double[] outer = state.b[shift.outer()];
    double[] inner = state.b[shift.inner()];
    double[] sums = new double[outer.length];
    for (int j = 0; j < shift.parents().length; j++) {
      for (int c = 0; shift.parents()[j] >= 0 && c < k; c++) {
        sums[shift.parents()[j] * k + c] += inner[j * k + c];
      }
    }
    double[] own = state.precision[shift.outer()];
    double[] other = state.precision[shift.inner()];
    double[] a = new double[outer.length];
    double[] p = new double[k * k];
    double[] noise = new double[k];
    for (int l = 0; l < shift.count().length; l++) {
      for (int i = 0; i < k; i++) {
        double pull = 0;
        for (int j = 0; j < k; j++) {
          p[i * k + j] = own[i * k + j] + shift.count()[l] * other[i * k + j];
          pull += other[i * k + j] * sums[l * k + j] - own[i * k + j] * outer[l * k + j];
        }
        a[l * k + i] = pull;
      }
      GaussianDraw.of(p, a, l * k, k, noise, random);
    }
    for (int c = 0; c < a.length; c++) {
      outer[c] += a[c];
    }
    for (int j = 0; j < shift.parents().length; j++) {
      for (int c = 0; shift.parents()[j] >= 0 && c < k; c++) {
        inner[j * k + c] -= a[shift.parents()[j] * k + c];
      }
    }
  }
}
