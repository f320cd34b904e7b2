package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.data.Scratch;

/**
 * A disk that is full or read-only, too little memory, two runs at once: one line says what is
 * wrong, earlier results stay as they were, and nothing half-written has a final name.
 */
@Timeout(120)
class FaultsTest {
  @TempDir Path folder;
  private Path data;

  @BeforeEach
  void data() {
    data = Cli.people(folder, 2000);
  }

  /** All files below a folder with their bytes. */
  static Map<String, String> content(Path root) throws IOException {
    Map<String, String> content = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        content.put(root.relativize(file).toString(), new String(Cli.bytes(file), "ISO-8859-1"));
      }
    }
    return content;
  }

  private static Cli fit(Path data, Path out, Object... more) {
    Object[] first = {
      "fit", data, "-t", "bought", "-q", "--chains", 2, "--overwrite", "--out", out
    };
    return Cli.run(Stream.concat(Stream.of(first), Stream.of(more)).toArray());
  }

  private static int shell(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }

  /** A disk of that many megabytes; the test is skipped where one may not be mounted. */
  private Path disk(int megabytes) throws Exception {
    Path disk = Files.createDirectories(folder.resolve("disk"));
    boolean root = Files.isWritable(Path.of("/")) && Files.exists(Path.of("/proc/mounts"));
    assumeTrue(root, "only root may mount");
    int code =
        shell("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", disk.toString());
    assumeTrue(code == 0, "mounting is not allowed here");
    return disk;
  }

  private interface Work {
    void on(Path disk) throws Exception;
  }

  private void onDisk(int megabytes, Work work) throws Exception {
    Path disk = disk(megabytes);
    try {
      work.on(disk);
    } finally {
      // what is mapped keeps a disk busy until the garbage collector lets go of it
      shell("umount", "--lazy", disk.toString());
    }
  }

  /** Without Java's own word on its incubator. */
  private static String errors(Path log) throws IOException {
    return Files.readString(log).replaceFirst("WARNING: Using incubator.*\n", "");
  }

  private static void assertRefused(Cli run, String what) {
    assertThat(run.code()).as(run.err()).isEqualTo(1);
    assertThat(run.err()).containsIgnoringCase(what).doesNotContain("inside").hasLineCount(1);
  }

  @Test
  void a_full_disk_leaves_the_earlier_result() throws Exception {
    onDisk(
        4,
        disk -> {
          Path out = disk.resolve("out");
          assertThat(fit(data, out, "--draws", 50).code()).isZero();
          var before = content(out);
          assertRefused(fit(data, out, "-s", "natural", "--draws", 8000), "No space left");
          assertThat(content(out)).isEqualTo(before);
          assertThat(disk.resolve("out.partial")).doesNotExist();
        });
  }

  @Test
  void a_full_disk_while_saving_keeps_what_was_saved() throws Exception {
    onDisk(
        3,
        disk -> {
          Path out = disk.resolve("out");
          Object[] more = {"-s", "natural", "--draws", 60_000, "--checkpoint", "1ms"};
          assertRefused(fit(data, out, more), "No space left");
          assertThat(out).doesNotExist();
          assertThat(disk.resolve("out.partial/checkpoint-0")).exists();
          assertThat(disk.resolve("out.partial/run.json")).exists();
        });
  }

  @Test
  void a_full_disk_while_packing_leaves_the_earlier_table() throws Exception {
    onDisk(
        1,
        disk -> {
          Path packed = disk.resolve("t.perrin");
          assertThat(Cli.run("data", "pack", data, "-o", packed).code()).isZero();
          byte[] before = Cli.bytes(packed);
          Path large = Cli.people(Files.createDirectories(folder.resolve("large")), 60_000);
          assertRefused(Cli.run("data", "pack", large, "-o", packed), "No space left");
          assertThat(Cli.bytes(packed)).isEqualTo(before);
          assertThat(content(disk)).containsOnlyKeys("t.perrin");
        });
  }

  @Test
  void a_disk_that_is_full_for_scratch_files_is_found_full_before_they_are_used() throws Exception {
    onDisk(
        4,
        disk -> {
          var scratch = new Scratch(disk);
          var kept = scratch.doubles(300_000);
          assertThatThrownBy(() -> scratch.doubles(300_000))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("bytes free and");
          kept.set(299_999, 1);
        });
  }

  @Test
  void a_read_only_disk() throws Exception {
    onDisk(
        4,
        disk -> {
          Path out = disk.resolve("out");
          assertThat(fit(data, out, "--draws", 50).code()).isZero();
          var before = content(disk);
          shell("mount", "-o", "remount,ro", disk.toString());
          assertRefused(fit(data, out, "--draws", 60), "cannot be written");
          assertRefused(
              Cli.run("data", "pack", data, "-o", disk.resolve("t")), "cannot be written");
          assertRefused(
              Cli.run("predict", out, data, "-o", disk.resolve("p.csv"), "-q"),
              "cannot be written");
          assertThat(content(disk)).isEqualTo(before);
        });
  }

  @Test
  void the_second_run_into_a_folder_is_refused() throws Exception {
    Path out = folder.resolve("out");
    Object[] arguments = {"fit", "people.csv", "-t", "bought", "-q", "-s", "natural"};
    Object[] more = {"--draws", 400_000, "--checkpoint", "10ms", "--out", "out"};
    Process first =
        Cli.start(folder, Stream.concat(Stream.of(arguments), Stream.of(more)).toArray());
    try {
      while (!Files.exists(folder.resolve("out.partial/checkpoint-0"))) {
        assertThat(first.isAlive()).isTrue();
        Thread.sleep(10);
      }
      assertRefused(fit(data, out, "--draws", 50), "another run is writing");
      assertRefused(fit(data, out, "--draws", 50, "--restart"), "another run is writing");
      assertThat(first.isAlive()).isTrue();
      assertThat(folder.resolve("out.partial/checkpoint-0")).exists();
    } finally {
      first.destroyForcibly().waitFor();
    }
  }

  /**
   * Killed between the two renames, a run has moved the old result away and has not the new one.
   */
  @Test
  void an_old_result_that_was_moved_away_comes_back() throws Exception {
    Path out = folder.resolve("out");
    assertThat(fit(data, out, "--draws", 50).code()).isZero();
    var before = content(out);
    Path partial = Files.createDirectories(folder.resolve("out.partial"));
    Files.move(out, partial.resolve("old"));
    assertThat(fit(folder.resolve("nothing.csv"), out).code()).isEqualTo(1);
    assertThat(content(out)).isEqualTo(before);
    assertThat(partial).doesNotExist();
  }

  @Test
  void draws_for_which_there_is_no_room_are_refused_before_the_first() {
    Path out = folder.resolve("out");
    Cli run = fit(data, out, "-s", "natural", "--draws", 2_000_000_000);
    assertRefused(run, "ask for fewer --draws");
    assertThat(out).doesNotExist();
  }

  @Test
  void a_table_for_which_there_is_no_room_is_refused_before_it_is_read() throws Exception {
    Path sparse = folder.resolve("sparse.svm");
    Files.writeString(sparse, "1 1:1 900000:1\n".repeat(2300));
    assertRefused(
        Cli.run("data", "pack", sparse, "--format", "libsvm", "-o", folder.resolve("t")),
        "of memory");
    Path wide = folder.resolve("wide.csv");
    Files.writeString(wide, "a,b,c,d\n" + "0,1,0,1\n".repeat(2_500_000));
    var log = folder.resolve("log");
    Process small = Cli.startWith("32m", log, folder, "fit", "wide.csv", "-t", "a", "-q");
    assertThat(small.waitFor()).isEqualTo(1);
    assertThat(errors(log)).contains("of memory", "perrin data pack").hasLineCount(1);
  }

  @Test
  void effects_for_which_there_is_no_room_are_refused_before_the_first_draw() throws Exception {
    var rows = new StringBuilder("y,g\n");
    for (int i = 0; i < 100_000; i++) {
      rows.append(i % 7).append(",level").append(i / 2).append('\n');
    }
    Files.writeString(folder.resolve("levels.csv"), rows);
    var log = folder.resolve("log");
    Object[] words = {"fit", "levels.csv", "-f", "y ~ (1 | g)", "-m", "linear", "-q"};
    Process small = Cli.startWith("48m", log, folder, words);
    assertThat(small.waitFor()).isEqualTo(1);
    assertThat(errors(log))
        .contains("a fit of 50,003 parameters needs about", "or by a factor of fewer levels")
        .contains("-Xmx")
        .hasLineCount(1);
    assertThat(folder.resolve("levels-fit")).doesNotExist();
  }

  /** What no estimate foresees is still one line, and not a trace. */
  @Test
  void memory_that_is_used_up_is_one_line() throws Exception {
    Path text = folder.resolve("text.csv");
    var rows = new StringBuilder("y,name\n");
    for (int i = 0; i < 400_000; i++) { // far more than fits: just too much is collected in vain
      rows.append(i % 2).append(",\"").append("a long text of its own ".repeat(4)).append(i);
      rows.append("\"\n");
    }
    Files.writeString(text, rows);
    var log = folder.resolve("log");
    Process small = Cli.startWith("16m", log, folder, "fit", "text.csv", "-t", "y", "-q");
    assertThat(small.waitFor()).isEqualTo(1);
    assertThat(errors(log)).contains("memory").hasLineCount(1);
    assertThat(folder.resolve("text-fit")).doesNotExist();
  }
}
