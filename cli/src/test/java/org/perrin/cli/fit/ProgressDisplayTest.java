package org.perrin.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.Perrin;
import org.perrin.data.Synthetic;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.posterior.Options;
import org.perrin.posterior.Watcher;
import org.perrin.sampler.Run;

/** What a live terminal shows: no line wraps, and none is left behind. */
class ProgressDisplayTest {
  @ParameterizedTest
  @ValueSource(ints = {80, 60, 40})
  void live_lines_fit_the_terminal_and_are_taken_away(int width) {
    var written = new StringWriter();
    var progress = new ProgressDisplay(new PrintWriter(written), true, width);
    progress.stage("a stage with a name that is longer than a narrow terminal is wide");
    sample(progress);
    progress.remark("a remark that is so long that it must be broken somewhere, but between words");
    progress.clear();
    String text = written.toString();
    assertThat(text).contains("chain 4", " draws");
    for (String line : text.replaceAll("\u001b\\[[0-9]*[A-Z]", "").split("[\r\n]+")) {
      assertThat(line.length()).as(line).isLessThan(width);
    }
    long shown = text.lines().filter(line -> line.contains("step ")).count();
    long lines = text.lines().filter(line -> line.contains(" draws")).count();
    long up = text.split("\u001b\\[A\u001b\\[2K", -1).length - 1;
    assertThat(up).isEqualTo(shown + lines).isPositive();
  }

  @Test
  void elsewhere_remarks_are_one_line() {
    var written = new StringWriter();
    new ProgressDisplay(new PrintWriter(written), false, 40).remark("word ".repeat(30).strip());
    assertThat(written.toString().strip().lines()).hasSize(1);
  }

  /** Shows one block of a run with draws. */
  private static void sample(ProgressDisplay progress) {
    var model = Glm.logistic(Synthetic.classification(1, 2000, 3, 0.5, 0.3), Priors.normal(0, 1));
    Perrin.sample(
        model,
        Options.standard().sampler("natural").draws(2000),
        new Watcher() {
          @Override
          public int blockSteps(long rows) {
            return 600;
          }

          @Override
          public boolean block(Run run) {
            pause();
            progress.block(run);
            return run.draws().chains().getFirst().count() < 50;
          }
        });
  }

  /** Lines are shown five times a second. */
  private static void pause() {
    try {
      Thread.sleep(250);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
