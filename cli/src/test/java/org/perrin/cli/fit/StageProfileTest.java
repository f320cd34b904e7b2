package org.perrin.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StageProfileTest {
  private static final long BEGIN = 5_000_000_000L;

  private static long at(int millis) {
    return BEGIN + millis * 1_000_000L;
  }

  private static StageProfile profile() {
    var profile = new StageProfile(BEGIN);
    profile.stage("reading", at(100), Duration.ofMillis(400));
    profile.stage("weights", at(1100), Duration.ofMillis(2400));
    profile.stage("reading", at(3100), Duration.ofMillis(6400));
    profile.stage("end", at(3200), Duration.ofMillis(6500));
    return profile;
  }

  @Test
  void stages_have_the_time_until_the_next_one_begins() {
    assertThat(profile().cpuSeconds())
        .containsExactly(entry("start", 0.4), entry("reading", 2.1), entry("weights", 4.0));
  }

  @Test
  void the_table_says_how_many_cores_were_busy() {
    assertThat(profile().table(400_000_000).lines().map(String::stripTrailing))
        .containsExactly(
            "stage    seconds  CPU   cores busy",
            "start    0.50     0.40  0.8         ████████",
            "reading  1.10     2.10  1.9         █████████████████",
            "weights  2.00     4.00  2.0         ██████████████████████████████",
            "all      3.60     6.50  1.8");
  }

  @Test
  void this_process_has_used_a_processor() {
    var profile = new StageProfile();
    profile.stage("test");
    assertThat(profile.cpuSeconds().get("start")).isPositive();
  }
}
