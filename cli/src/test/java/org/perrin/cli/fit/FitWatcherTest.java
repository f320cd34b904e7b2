package org.perrin.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.data.Storage;
import org.perrin.data.Synthetic;
import org.perrin.dynamics.Langevin;
import org.perrin.dynamics.Nuts;
import org.perrin.gradient.FullGradient;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.regression.Checkpoints;
import org.perrin.sampler.Chains;
import org.perrin.sampler.Run;
import org.perrin.sampler.Sampler;

/** A fit that gives one run up and makes another is resumed in the one that was killed. */
class FitWatcherTest {
  private static final int STEPS = 20;

  @TempDir Path folder;

  private final FullGradient gradient =
      new FullGradient(
          Glm.logistic(
              Synthetic.logistic(5, 0, 50, new double[] {0.3, -0.2}), Priors.normal(0, 1)));

  private Run first() {
    return run("natural 1", Sampler.of(new Langevin(1e-3), gradient));
  }

  private Run second() {
    return run("nuts", Sampler.of(new Nuts(0.1), gradient));
  }

  private static Run run(String label, Sampler sampler) {
    return Run.of(label, Chains.of(2).iterations(STEPS).seed(6), sampler, new double[2][2]);
  }

  private FitWatcher watcher(boolean resume, Interrupt interrupt) {
    return new FitWatcher(
        new ProgressDisplay(null, false),
        interrupt,
        Checkpoints.in(folder),
        Duration.ZERO,
        resume,
        Storage.heap());
  }

  /** Some steps with a checkpoint behind them. */
  private static void advance(FitWatcher watcher, Run run, int steps) {
    run.advance(steps);
    watcher.block(run);
  }

  private static double[][] values(Run run) {
    return run.draws().chains().stream().map(c -> c.values()).toArray(double[][]::new);
  }

  @Test
  void killed_in_the_second_run_it_goes_on_there() {
    try (var interrupt = new Interrupt()) {
      var before = watcher(false, interrupt);
      Run given = first();
      before.begin(given);
      advance(before, given, STEPS);
      Run killed = second();
      before.begin(killed);
      advance(before, killed, 7);

      var after = watcher(true, interrupt);
      Run again = first();
      after.begin(again);
      assertThat(again.steps(0)).as("the first run is made again").isZero();
      advance(after, again, STEPS);
      Run resumed = second();
      after.begin(resumed);
      assertThat(resumed.steps(0)).as("the second is not").isEqualTo(7);
      resumed.advance(STEPS);
      Run whole = second();
      whole.advance(STEPS);
      assertThat(Arrays.deepEquals(values(resumed), values(whole))).isTrue();
    }
  }

  /** What a resumed fit saves of its second run is not mixed with its first. */
  @Test
  void killed_in_the_first_run_and_then_in_the_second_it_goes_on_too() {
    try (var interrupt = new Interrupt()) {
      var before = watcher(false, interrupt);
      Run given = first();
      before.begin(given);
      advance(before, given, 5);

      var after = watcher(true, interrupt);
      Run resumed = first();
      after.begin(resumed);
      assertThat(resumed.steps(0)).isEqualTo(5);
      advance(after, resumed, STEPS);
      Run killed = second();
      after.begin(killed);
      advance(after, killed, 9);

      var last = watcher(true, interrupt);
      last.begin(first());
      Run end = second();
      last.begin(end);
      assertThat(end.steps(0)).isEqualTo(9);
    }
  }
}
