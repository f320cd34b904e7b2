package org.perrin.levels;

import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.perrin.dynamics.Dynamics;
import org.perrin.dynamics.State;
import org.perrin.family.JointLikelihood;
import org.perrin.family.NormalNoise;
import org.perrin.gradient.Gradient;
import org.perrin.gradient.Workspace;
import org.perrin.model.MixedModel;
import org.perrin.model.Model;
import org.perrin.random.Streams;

/** Sweeps of {@link LevelBlocks} as steps of a chain in θ. */
public final class LevelSweep implements Dynamics {
  /** So many effects may lie in a dense block with the coefficients. */
  private static final int MOST_DENSE = 120;

  /** Numbers a sweep up to which everything is integrated out without asking whether it pays. */
  private static final double LITTLE = 60_000;

  /** Cells that read less than this share of their rows are thinned. */
  private static final double SHARE = 0.5;

  private final MixedModel model;
  private final LevelBlocks blocks;
  private final ConcurrentLinkedQueue<LevelState> idle = new ConcurrentLinkedQueue<>();

  private LevelSweep(MixedModel model, LevelBlocks blocks) {
    this.model = model;
    this.blocks = blocks;
  }

  /** The sweep of a model; it reads all rows a few times. */
  public static LevelSweep of(MixedModel model) {
    LevelSweep collapsed = collapsed(model, LITTLE);
    return collapsed == null ? of(model, MOST_DENSE) : collapsed;
  }

  static LevelSweep of(MixedModel model, int mostDense) {
    return new LevelSweep(
        model,
        normal(model) ? new NormalBlocks(model, mostDense) : new CellBlocks(model, SHARE, 1));
  }

  /** With one term integrated out wherever there is one outside of the dense part. */
  static LevelSweep leading(MixedModel model, int mostDense) {
    return new LevelSweep(model, new NormalBlocks(model, mostDense, true));
  }

  /**
   * With all coefficients and effects integrated out: draws are nearly independent, and each is
   * costly unless the model is small.
   *
   * @return null if it is not for the model or a sweep would read more than {@code mostWork}
   */
  public static @Nullable LevelSweep collapsed(MixedModel model, double mostWork) {
    CollapsedBlocks blocks = normal(model) ? CollapsedBlocks.of(model, (long) mostWork) : null;
    return blocks == null ? null : new LevelSweep(model, blocks);
  }

  /** By cells, whatever the noise is; see {@link CellBlocks}. */
  static LevelSweep ofCells(MixedModel model, double share, double trust) {
    return new LevelSweep(model, new CellBlocks(model, share, trust));
  }

  private static boolean normal(MixedModel model) {
    return model.family() instanceof JointLikelihood.Pair(NormalNoise _);
  }

  /** Why a model cannot be sampled so, in one phrase, or null. */
  public static @Nullable String refuse(Model model) {
    if (!(model instanceof MixedModel mixed)) {
      return "it has no levels";
    }
    if (mixed.terms().stream().anyMatch(term -> term.predictor() > 0)) {
      return "levels of another parameter than the first";
    }
    if (RowLosses.of(mixed.family()) == null) {
      return "its family has several predictors";
    }
    return mixed.family().predictors() == 2 && mixed.design(1) != null
        ? "columns for another parameter than the first"
        : null;
  }

  /** What moves. */
  public LevelBlocks blocks() {
    return blocks;
  }

  @Override
  public void step(State state, Gradient gradient, Streams random, Workspace workspace) {
    LevelState idleState = idle.poll();
    LevelState own = idleState == null ? new LevelState(model) : idleState;
    own.load(state.position());
    blocks.sweep(own, random.noise());
    own.store(state.position());
    state.rows((int) Math.min(Integer.MAX_VALUE, own.rows));
    idle.add(own);
  }
}
