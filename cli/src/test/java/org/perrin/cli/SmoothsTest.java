package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Smooths on the command line: killed, resumed, packed, reported. */
@Timeout(120)
class SmoothsTest {
  private static final int DRAWS = 4_000;
  @TempDir Path folder;

  private static Object[] fit(String data, String out) {
    return new Object[] {
      "fit",
      data,
      "--formula",
      "bought ~ s(age) + income",
      "--chains",
      2,
      "--draws",
      DRAWS,
      "--checkpoint",
      "1ms",
      "--quiet",
      "--out",
      out
    };
  }

  @Test
  void killed_and_resumed_the_draws_are_the_same_bytes() throws Exception {
    Cli.people(folder, 500);
    assertThat(Cli.start(folder, fit("people.csv", "calm")).waitFor()).isZero();
    Path out = folder.resolve("killed");
    Killed.andResumed(folder, "killed", () -> Cli.start(folder, fit("people.csv", "killed")));
    for (String file : new String[] {"draws.csv", "draws/chain-1.csv", "summary.csv"}) {
      byte[] calm = Cli.bytes(folder.resolve("calm").resolve(file));
      assertThat(Cli.bytes(out.resolve(file))).isEqualTo(calm);
    }
    assertThat(Cli.run("summary", out).out()).contains("sd(s(age))").contains("s(age)[8]");
    assertThat(out.resolve("report.html")).exists();
  }

  @Test
  void a_packed_table_gives_the_same_draws() {
    Path data = Cli.people(folder, 500);
    Path packed = folder.resolve("people.perrin");
    assertThat(Cli.run("data", "pack", data, "--out", packed, "--quiet").code()).isZero();
    assertThat(Cli.run(fit(data.toString(), folder.resolve("table").toString())).code()).isZero();
    Cli second = Cli.run(fit(packed.toString(), folder.resolve("packed").toString()));
    assertThat(second.code()).as(second.err()).isZero();
    assertThat(Cli.bytes(folder.resolve("packed/draws.csv")))
        .isEqualTo(Cli.bytes(folder.resolve("table/draws.csv")));
  }
}
