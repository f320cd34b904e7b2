package org.perrin.dynamics;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.gradient.Gradient;
import org.perrin.gradient.Workspace;
import org.perrin.random.RandomStream;
import org.perrin.random.Streams;

/**
 * Delayed acceptance (Christen and Fox, 2005): a dynamics that is reversible for a surrogate
 * proposes, a {@link Correction} accepts or rejects. With {@code π_s ∝ e^{−s}} and {@code π ∝
 * e^{−f}}, {@code π_s(u) P(u, v) = π_s(v) P(v, u)} and {@code a(u, v)/a(v, u) = e^{−[(f−s)(v) −
 * (f−s)(u)]}} give {@code π(u) P(u, v) a(u, v) = π(v) P(v, u) a(v, u)}: detailed balance for the
 * posterior. It runs on the full gradient of the surrogate.
 *
 * @param first proposes
 * @param second corrects; null if the surrogate is the posterior
 */
public record Corrected(Reversible first, @Nullable Correction second) implements Dynamics {
  /** Numbers that are counted, behind what the first dynamics carries. */
  private static final int COUNTS = 8;

  @Override
  public @Nullable String refuse(Gradient gradient) {
    return first.refuse(gradient);
  }

  @Override
  public int auxiliary(int d) {
    return first.auxiliary(d) + COUNTS;
  }

  @Override
  public void start(State state, Gradient gradient, Streams random, Workspace workspace) {
    first.start(state, gradient, random, workspace);
  }

  @Override
  public void ahead(List<RandomStream> streams, int steps, int after) {
    if (second != null) {
      second.rows().ahead(streams, steps, after);
    }
  }

  @Override
  public void step(State state, Gradient gradient, Streams random, Workspace workspace) {
    double[] position = state.position();
    double[] before = position.clone();
    double[] slope = state.gradient().clone();
    double potential = state.potential();
    first.step(state, gradient, random, workspace);
    boolean moved = !Arrays.equals(before, position);
    var verdict = new Correction.Decision(moved, 0, false, Audit.NONE);
    if (moved && second != null) {
      verdict = second.decide(before, potential, position, state.potential(), random, workspace);
      if (!verdict.accepted()) {
        System.arraycopy(before, 0, position, 0, before.length);
        System.arraycopy(slope, 0, state.gradient(), 0, before.length);
        state.potential(potential);
      }
    }
    long read = state.rows() + verdict.rows() + verdict.audit().rows();
    state.rows((int) Math.min(Integer.MAX_VALUE, read));
    check(state, verdict.audit());
    count(state, moved, verdict);
  }

  /** Bounds must hold before draws are kept, too. */
  private static void check(State state, Audit audit) {
    double[] kept = state.auxiliary();
    int at = kept.length - COUNTS + 5;
    kept[at] += audit.rows();
    if (audit.excess() > kept[at + 1]) {
      kept[at + 1] = audit.excess();
      kept[at + 2] = audit.worst();
    }
  }

  private static void count(State state, boolean moved, Correction.Decision verdict) {
    if (state.adapting()) {
      return;
    }
    double[] kept = state.auxiliary();
    int at = kept.length - COUNTS;
    kept[at]++;
    kept[at + 1] += moved ? 1 : 0;
    kept[at + 2] += verdict.accepted() ? 1 : 0;
    kept[at + 3] += verdict.pass() ? 0 : verdict.rows();
    kept[at + 4] += verdict.pass() ? 1 : 0;
  }

  /**
   * What happened after burn-in.
   *
   * @param steps made
   * @param proposed moves that the first stage accepted
   * @param accepted moves that both did
   * @param lightRows read by the second
   * @param passes over all rows, for moves beyond the reach
   * @param audit of bounds that are estimates, burn-in included
   */
  public record Counts(
      long steps, long proposed, long accepted, long lightRows, long passes, Audit audit) {
    /** The sum of two. */
    public Counts plus(Counts other) {
      return new Counts(
          steps + other.steps,
          proposed + other.proposed,
          accepted + other.accepted,
          lightRows + other.lightRows,
          passes + other.passes,
          audit.and(other.audit));
    }
  }

  /** The counts of a chain. */
  public static Counts counts(State state) {
    double[] kept = state.auxiliary();
    int at = kept.length - COUNTS;
    return new Counts(
        (long) kept[at],
        (long) kept[at + 1],
        (long) kept[at + 2],
        (long) kept[at + 3],
        (long) kept[at + 4],
        new Audit((long) kept[at + 5], kept[at + 6], (int) kept[at + 7]));
  }
}
