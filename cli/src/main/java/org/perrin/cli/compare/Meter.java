package org.perrin.cli.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.perrin.posterior.Watcher;
import org.perrin.sampler.Run;

/** Looks on, writes down how far a run has come and what it has cost, and ends it in time. */
final class Meter implements Watcher {
  private static final int POINTS = 40;
  private static final long ROWS_A_BLOCK = 100_000;

  private final Budget budget;
  private final int rows;
  private final BooleanSupplier stop;
  private final List<Mark> marks = new ArrayList<>();
  private long began = System.nanoTime();
  private double last;

  Meter(Budget budget, int rows, BooleanSupplier stop) {
    this.budget = budget;
    this.rows = rows;
    this.stop = stop;
  }

  /** After so many steps a chain. */
  record Mark(long steps, double passes, double seconds) {}

  List<Mark> marks() {
    return marks;
  }

  @Override
  public void stage(String name) {
    began = System.nanoTime();
  }

  @Override
  public int blockSteps(long rowsPerStep) {
    return (int) Math.max(1, ROWS_A_BLOCK / Math.max(1, rowsPerStep));
  }

  @Override
  public boolean block(Run run) {
    double passes = (double) run.rowsRead() / rows;
    double seconds = (System.nanoTime() - began) / 1e9;
    double spent = budget.spent(passes, seconds);
    if (spent - last >= 1.0 / POINTS || spent >= 1) {
      marks.add(new Mark(run.steps(0), passes, seconds));
      last = spent;
    }
    return spent < 1 && !stop.getAsBoolean();
  }
}
