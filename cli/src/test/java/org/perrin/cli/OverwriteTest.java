package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.regression.FitFolder;

/** A fit is not lost because another was given its place. */
class OverwriteTest {
  @TempDir Path folder;
  private Path people;

  @BeforeEach
  void table() {
    people = Cli.people(folder, 100);
  }

  private Cli fit(Object... more) {
    Object[] all = new Object[7 + more.length];
    System.arraycopy(
        new Object[] {"fit", people, "-t", "bought", "-q", "--draws", 20}, 0, all, 0, 7);
    System.arraycopy(more, 0, all, 7, more.length);
    return Cli.run(all);
  }

  @Test
  void the_result_of_another_command_stays_unless_it_may_go() {
    Path out = folder.resolve("out");
    assertThat(fit("-o", out).code()).isZero();
    byte[] before = Cli.bytes(out.resolve("draws.csv"));
    Cli refused = fit("-o", out, "--seed", 2);
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .isEqualTo(
            "perrin: %s holds the result of another command: choose another --out, or give --overwrite\n"
                .formatted(out));
    assertThat(FitFolder.partial(out)).doesNotExist();
    assertThat(Cli.bytes(out.resolve("draws.csv"))).isEqualTo(before);
    assertThat(fit("-o", out).code()).isZero();
    assertThat(Cli.bytes(out.resolve("draws.csv"))).isEqualTo(before);
    assertThat(fit("-o", out, "--seed", 2, "--overwrite").code()).isZero();
    assertThat(Cli.bytes(out.resolve("draws.csv"))).isNotEqualTo(before);
    assertThat(fit("-o", out, "--seed", 2).code()).isZero();
    assertThat(Cli.run("demo", "--rows", 1000, "-o", out).err())
        .endsWith("holds the result of another command: choose another --out\n");
  }

  @Test
  void without_a_name_each_command_has_its_own_folder() throws Exception {
    for (Object[] more : new Object[][] {{"--seed", 1}, {"--seed", 2}, {"--seed", 1}}) {
      Process run =
          Cli.start(folder, "fit", "people.csv", "-t", "bought", "--draws", 20, more[0], more[1]);
      assertThat(run.waitFor()).isZero();
    }
    assertThat(folder.resolve("people-fit/fit.json")).content().contains("\"seed\" : 1");
    assertThat(folder.resolve("people-fit-2/fit.json")).content().contains("\"seed\" : 2");
    assertThat(folder.resolve("people-fit-3")).doesNotExist();
  }
}
