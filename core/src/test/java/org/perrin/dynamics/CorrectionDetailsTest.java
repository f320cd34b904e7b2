package org.perrin.dynamics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.perrin.data.DenseRows;
import org.perrin.data.Doubles;
import org.perrin.data.Storage;
import org.perrin.gradient.FullGradient;
import org.perrin.gradient.Workspace;
import org.perrin.math.Matrices;
import org.perrin.model.GaussianMean;
import org.perrin.model.NormalPrior;
import org.perrin.model.Remainder;
import org.perrin.random.RandomStream;
import org.perrin.random.Streams;
import org.perrin.subsampling.LightRows;

/** Steps of the exact sampler followed by hand with the same random numbers. */
class CorrectionDetailsTest {
  private static final double[] START = {0.7, -1.2};

  private final GaussianMean model =
      GaussianMean.of(
          DenseRows.of(new double[][] {{1, 0}, {0.5, -2}, {-1, 1}}),
          Matrices.diagonal(2, 1.5),
          NormalPrior.isotropic(2, 3));
  private final FullGradient full = new FullGradient(model);
  private final Workspace workspace = new Workspace();

  /** Three rows whose remainders rise by fixed numbers, whatever the move. */
  private record Fixed(int order, double reach, boolean proved, double... rise)
      implements Remainder {
    @Override
    public void bounds(int from, int to, double[] out) {
      throw new AssertionError();
    }

    @Override
    public void spreads(int from, int to, double[] out) {
      throw new AssertionError();
    }

    @Override
    public void rises(double[] u, double[] v, int[] rows, int n, double[] out) {
      for (int j = 0; j < n; j++) {
        out[j] = rise[rows[j]];
      }
    }
  }

  private static LightRows light(double... lambda) {
    return LightRows.of(Doubles.of(lambda), Storage.heap());
  }

  /**
   * Sums of exponentials up to κΛ, in blocks of 32, then coins for all rows of a block: as it is
   * written.
   */
  @ParameterizedTest
  @CsvSource({"2, 0.5", "2, 6", "3, 0.5", "3, 6"})
  void thinning_follows_its_random_numbers(int order, double scale) {
    double[] u = {0.3, 0.4};
    double[] v = {0.6, -0.8};
    double kappa = Math.pow(0.5, order + 1) + 1;
    LightRows rows = light(scale, 2 * scale, 3 * scale);
    double[] rise = {0.02, -5, 0.05};
    var correction = new Correction(new Fixed(order, 3, true, rise), rows, model);
    var random = Streams.of(11, 0);
    var same = Streams.of(11, 0);
    int accepted = 0;
    for (int t = 0; t < 400; t++) {
      var verdict = correction.decide(u, 0, v, 0, random, workspace);
      long read = 0;
      boolean rejected = false;
      double left = kappa * rows.total();
      while (left >= 0 && !rejected) {
        int n = 0;
        while (n < 32 && left >= 0) {
          left -= same.noise().nextExponential();
          n += left >= 0 ? 1 : 0;
        }
        int[] drawn = new int[n];
        double[] inverse = new double[n];
        if (n > 0) {
          rows.draw(n, same.rows(), drawn, inverse);
        }
        read += n;
        for (int j = 0; j < n; j++) {
          double probability = rise[drawn[j]] * inverse[j] / kappa;
          rejected |= same.noise().nextDouble() < probability;
        }
      }
      assertThat(verdict.accepted()).isEqualTo(!rejected);
      assertThat(verdict.rows()).isEqualTo(read);
      assertThat(verdict.audit()).isEqualTo(Audit.NONE);
      accepted += rejected ? 0 : 1;
    }
    assertThat(accepted).isBetween(300, 399);
  }

  /** At the reach itself bounds hold; one hair beyond at either end all rows decide. */
  @Test
  void all_rows_decide_beyond_the_reach() {
    var correction = new Correction(new Fixed(2, 5, true, 0, 0, 0), light(1e-9, 0, 0), model);
    double[] edge = {3, 4};
    double[] out = {3, 4.0001};
    double[] in = {0.1, 0.2};
    var random = Streams.of(3, 0);
    assertThat(correction.decide(edge, 0, in, 0, random, workspace).rows()).isZero();
    assertThat(correction.decide(out, 0, in, 0, random, workspace).rows()).isEqualTo(6);
    assertThat(correction.decide(in, 0, out, 0, random, workspace).rows()).isEqualTo(6);
    assertThat(correction.decide(in, 0, in, 0, random, workspace).rows()).isZero();
    var same = Streams.of(4, 0);
    random = Streams.of(4, 0);
    int accepted = 0;
    for (int t = 0; t < 200; t++) {
      double sv = model.potential(in) - 0.9;
      double su = model.potential(out) - 0.2;
      var verdict = correction.decide(out, su, in, sv, random, workspace);
      boolean expected = same.noise().nextDouble() < Math.exp(-0.7);
      assertThat(verdict.accepted()).isEqualTo(expected);
      accepted += expected ? 1 : 0;
    }
    assertThat(accepted).isBetween(60, 140);
  }

  /** Rows drawn and as many chosen uniformly, one at least; a row without bound needs none. */
  @Test
  void estimates_are_audited_at_every_move() {
    double[] u = {0.3, 0.4};
    double[] v = {0.6, -0.8};
    double kappa = 1.125;
    var rows = light(0.4, 0, 0.9);
    var correction = new Correction(new Fixed(2, 3, false, -0.2, 9, 0.3), rows, model);
    var random = Streams.of(5, 0);
    double most = Math.max(0.2 / (kappa * rows.bound(0)), 0.3 / (kappa * rows.bound(2)));
    long audited = 0;
    long drawn = 0;
    double excess = 0;
    for (int t = 0; t < 300; t++) {
      var verdict = correction.decide(u, 0, v, 0, random, workspace);
      assertThat(verdict.audit().rows()).isLessThanOrEqualTo(Math.max(1, verdict.rows()));
      excess = Math.max(excess, verdict.audit().excess());
      audited += verdict.audit().rows();
      drawn += Math.max(1, verdict.rows());
      if (verdict.audit().excess() > 0) {
        assertThat(verdict.audit().worst()).isIn(0, 2);
      }
    }
    assertThat(excess).isCloseTo(most, within(1e-12));
    // two of three rows have a bound: 600 or so, sd 14
    assertThat((double) audited / drawn).isCloseTo(2 / 3.0, within(0.12));
  }

  @Test
  void audits_keep_the_largest_excess_and_its_row() {
    var one = new Audit(3, 0.5, 7);
    var other = new Audit(4, 0.6, 9);
    assertThat(one.and(other)).isEqualTo(new Audit(7, 0.6, 9));
    assertThat(other.and(one)).isEqualTo(new Audit(7, 0.6, 9));
    assertThat(one.and(new Audit(1, 0.5, 8))).isEqualTo(new Audit(4, 0.5, 7));
    int[] rows = {4, 6, 5};
    double[] rise = {0.2, -0.9, 0.1};
    double[] inverse = {1, 2, 3};
    assertThat(Audit.drawn(rows, rise, inverse, 3, 2)).isEqualTo(new Audit(0, 0.9, 6));
    assertThat(Audit.drawn(rows, rise, inverse, 1, 2)).isEqualTo(new Audit(0, 0.1, 4));
  }

  /** 70 rows in blocks of 32, all of them light: every one is counted, and the worst is found. */
  @Test
  void uniform_audits_read_as_many_rows_as_they_say() {
    double[] u = {1, 0};
    var remainder = new Fixed(2, 9, false, 0.1, -0.4, 0.2);
    var rows = light(1, 1, 1);
    for (long count : new long[] {1, 32, 33, 70}) {
      var random = RandomStream.of(9);
      var same = RandomStream.of(9);
      Audit audit = Audit.uniform(remainder, rows, 3, count, 2, u, u, random);
      double most = 0;
      for (long j = 0; j < count; j++) {
        most = Math.max(most, Math.abs(remainder.rise()[same.nextIndex(3)]));
      }
      assertThat(audit.rows()).isEqualTo(count);
      assertThat(audit.excess()).isCloseTo(most / (2 * rows.bound(0)), within(1e-12));
      assertThat(random.nextLong()).isEqualTo(same.nextLong());
    }
    Audit none = Audit.uniform(remainder, light(0, 0, 0), 3, 5, 2, u, u, RandomStream.of(1));
    assertThat(none).isEqualTo(Audit.NONE);
  }

  /** A dynamics that goes on by one, or stays, by turns; it reads two rows. */
  private static final class Walk implements Reversible {
    private int calls;

    @Override
    public int auxiliary(int d) {
      return 3;
    }

    @Override
    public String refuse(org.perrin.gradient.Gradient gradient) {
      return "walks refuse";
    }

    @Override
    public void start(
        State state, org.perrin.gradient.Gradient gradient, Streams random, Workspace workspace) {
      state.potential(17);
    }

    @Override
    public void step(
        State state, org.perrin.gradient.Gradient gradient, Streams random, Workspace workspace) {
      if (calls++ % 2 == 0) {
        state.position()[0] += 1;
        state.gradient()[0] += 10;
        state.potential(state.potential() + 100);
      }
      state.rows(2);
    }
  }

  @Test
  void what_is_rejected_leaves_the_state_as_it_was_and_all_is_counted() {
    // a row whose remainder rises by its whole bound, drawn often, rejects nearly every move
    var never = new Correction(new Fixed(2, 9, true, 1e9, 0, 0), light(50, 0, 0), model);
    var dynamics = new Corrected(new Walk(), never);
    assertThat(dynamics.refuse(full)).isEqualTo("walks refuse");
    assertThat(dynamics.auxiliary(2)).isEqualTo(11);
    var state = new State(START, dynamics.auxiliary(2));
    dynamics.start(state, full, Streams.of(1, 0), workspace);
    assertThat(state.potential()).isEqualTo(17);
    var random = Streams.of(1, 0);
    long light = 0;
    for (int t = 0; t < 10; t++) {
      dynamics.step(state, full, random, workspace);
      assertThat(state.position()).containsExactly(START);
      assertThat(state.gradient()).containsExactly(0, 0);
      assertThat(state.potential()).isEqualTo(17);
      assertThat(state.rows()).isGreaterThan(t % 2 == 0 ? 2 : 1);
      light += state.rows() - 2;
    }
    Corrected.Counts counts = Corrected.counts(state);
    assertThat(counts).isEqualTo(new Corrected.Counts(10, 5, 0, light, 0, new Audit(0, 0, 0)));
    assertThat(light).isPositive();
  }

  @Test
  void without_a_correction_every_move_stands() {
    var dynamics = new Corrected(new Walk(), null);
    var state = new State(START, dynamics.auxiliary(2));
    state.potential(17);
    dynamics.ahead(List.of(), 1, 1);
    state.adapting(true);
    dynamics.step(state, full, Streams.of(1, 0), workspace);
    assertThat(Corrected.counts(state).steps()).isZero();
    state.adapting(false);
    for (int t = 0; t < 4; t++) {
      dynamics.step(state, full, Streams.of(1, 0), workspace);
      assertThat(state.rows()).isEqualTo(2);
    }
    assertThat(state.position()[0]).isEqualTo(START[0] + 3);
    assertThat(state.gradient()[0]).isEqualTo(30);
    assertThat(state.potential()).isEqualTo(317);
    var expected = new Corrected.Counts(4, 2, 2, 0, 0, new Audit(0, 0, 0));
    assertThat(Corrected.counts(state)).isEqualTo(expected);
    var twice = expected.plus(new Corrected.Counts(1, 2, 3, 4, 5, new Audit(6, 7, 8)));
    assertThat(twice).isEqualTo(new Corrected.Counts(5, 4, 5, 4, 5, new Audit(6, 7, 8)));
  }

  /** Moves beyond the reach are passes; audits count in burn-in too, and keep the worst row. */
  @Test
  void passes_and_audits_are_counted_apart() {
    var far = new Correction(new Fixed(2, 1, true, 0, 0, 0), light(1, 0, 0), model);
    var dynamics = new Corrected(new Walk(), far);
    var state = new State(START, dynamics.auxiliary(2));
    state.potential(0);
    dynamics.step(state, full, Streams.of(1, 0), workspace);
    assertThat(state.rows()).isEqualTo(8);
    Corrected.Counts counts = Corrected.counts(state);
    assertThat(counts.passes()).isOne();
    assertThat(counts.lightRows()).isZero();

    var guarded = new Correction(new Fixed(2, 9, false, 0.3, 0.3, 0.3), light(1, 1, 1), model);
    var audited = new Corrected(new Walk(), guarded);
    var other = new State(new double[2], audited.auxiliary(2));
    other.potential(0);
    other.adapting(true);
    var random = Streams.of(2, 0);
    audited.step(other, full, random, workspace);
    Audit audit = Corrected.counts(other).audit();
    assertThat(audit.rows()).isPositive();
    assertThat(audit.excess()).isCloseTo(0.3 / guarded.rows().bound(0), within(1e-12));
    assertThat(audit.worst()).isBetween(0, 2);
    assertThat(other.rows()).isGreaterThanOrEqualTo(3);
    assertThat(Corrected.counts(other).steps()).isZero();
    long before = audit.rows();
    audited.step(other, full, random, workspace);
    assertThat(Corrected.counts(other).audit().rows()).isEqualTo(before);
    audited.step(other, full, random, workspace);
    Audit later = Corrected.counts(other).audit();
    assertThat(later.rows()).isGreaterThan(before);
    assertThat(later.excess()).isEqualTo(audit.excess());
  }

  /** Rows that will be drawn are announced to whoever has to fetch them. */
  @Test
  void rows_are_announced_ahead() {
    List<Integer> calls = new ArrayList<>();
    LightRows rows =
        new LightRows() {
          @Override
          public double total() {
            return 0;
          }

          @Override
          public double bound(int row) {
            return 0;
          }

          @Override
          public void draw(int n, RandomStream random, int[] rows, double[] inverse) {}

          @Override
          public void ahead(List<RandomStream> streams, int steps, int after) {
            calls.add(streams.size());
            calls.add(steps);
            calls.add(after);
          }
        };
    var correction = new Correction(new Fixed(2, 9, true), rows, model);
    new Corrected(new Walk(), correction).ahead(List.of(RandomStream.of(1)), 30, 4);
    assertThat(calls).containsExactly(1, 30, 4);
  }
}
