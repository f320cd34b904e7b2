package org.perrin.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineTest {
  @TempDir Path folder;

  private static Baseline of(double share, double cost) {
    var baseline = new Baseline();
    baseline.put("share of the limit", share, true);
    baseline.put("cost / other", cost, false);
    return baseline;
  }

  @Test
  void what_is_more_than_15_percent_worse_is_named() {
    Path file = folder.resolve("baseline");
    of(0.7, 1.2).write(file);
    assertThat(of(0.62, 1.35).regressions(file)).isEmpty();
    assertThat(of(0.9, 0.8).regressions(file)).isEmpty();
    assertThat(of(0.5, 1.2).regressions(file))
        .containsExactly("share of the limit: 0.500, was 0.700 (40 % worse)");
    assertThat(of(0.7, 1.5).regressions(file))
        .containsExactly("cost / other: 1.50, was 1.20 (25 % worse)");
  }

  @Test
  void a_ratio_that_was_not_measured_is_named() {
    Path file = folder.resolve("baseline");
    of(0.7, 1.2).write(file);
    var now = new Baseline();
    now.put("share of the limit", 0.7, true);
    assertThat(now.regressions(file)).containsExactly("cost / other: not measured in this run");
  }
}
