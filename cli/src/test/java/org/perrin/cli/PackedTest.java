package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.DriverManager;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.io.packed.PackedTable;

/** Packed tables in place of others: the same bits, and killed packers do no harm. */
@Timeout(120)
class PackedTest {
  @TempDir Path folder;
  private Path csv;
  private Path packed;

  @BeforeEach
  void data() {
    csv = Cli.people(folder, 5000);
    packed = folder.resolve("people.perrin");
  }

  @AfterEach
  void forget() {
    System.clearProperty("perrin.scratch");
  }

  private static Cli good(Object... arguments) {
    Cli run = Cli.run(arguments);
    assertThat(run.code()).as(run.err()).isZero();
    return run;
  }

  private Path fit(Path data, String name, Object... more) {
    Path out = folder.resolve(name);
    Object[] arguments = {
      "fit",
      data,
      "-f",
      "bought ~ log(income) + age*town",
      "-s",
      "natural",
      "--draws",
      30,
      "-q",
      "-o",
      out
    };
    Object[] all = java.util.Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    good(all);
    return out;
  }

  @ParameterizedTest
  @CsvSource({"single,false", "single,true", "double,false", "double,true"})
  void a_fit_and_its_predictions_have_the_same_bits(String precision, boolean mapped) {
    good("data", "pack", csv, "--precision", precision, "-o", packed);
    Path plain = fit(csv, "plain", "--precision", precision);
    if (mapped) {
      System.setProperty("perrin.scratch", folder.toString());
    }
    Path other = fit(packed, "other");
    for (String file : new String[] {"draws.csv", "summary.csv"}) {
      assertThat(Cli.bytes(other.resolve(file))).isEqualTo(Cli.bytes(plain.resolve(file)));
    }
    if (precision.equals("double")) {
      assertThat(good("predict", other, packed, "-q").out())
          .isEqualTo(good("predict", plain, csv, "-q").out());
    }
    assertThat(good("check", other, "--gradients", 64, "-q").out()).startsWith("verdict");
  }

  @Test
  void compare_and_describe_take_it() {
    good("data", "pack", csv, "-o", packed);
    Object[] rest = {
      "-t",
      "bought",
      "-s",
      "natural",
      "--passes",
      3,
      "--exact-draws",
      20,
      "--rows",
      500,
      "-q",
      "-o",
      folder.resolve("c")
    };
    Object[] all = new Object[rest.length + 3];
    all[0] = "bench";
    all[1] = "samplers";
    all[2] = packed;
    System.arraycopy(rest, 0, all, 3, rest.length);
    assertThat(good(all).out()).contains("450 rows fitted, 50 held out");
    assertThat(good("data", "describe", packed).out())
        .contains("5,000 rows, 4 columns")
        .contains("3 levels: \"");
    assertThat(good("data", "verify", packed).out()).endsWith("5,000 rows, 4 columns, whole\n");
  }

  @Test
  void a_precision_that_it_does_not_have_is_refused() {
    good("data", "pack", csv, "-o", packed);
    Cli run = Cli.run("fit", packed, "-t", "bought", "--precision", "single");
    assertThat(run.code()).isNotZero();
    assertThat(run.err()).contains("is packed in double precision: leave --precision out");
  }

  @Test
  void a_synthetic_table_is_the_same_packed_and_in_parts() {
    Path whole = folder.resolve("w.csv");
    Path parts = folder.resolve("p.perrin");
    for (Path out : new Path[] {whole, parts}) {
      good("data", "synth", "logistic", "--rows", 70_000, "--features", 2, "-o", out);
    }
    Object[] fit = {"fit", null, "-t", "y", "--draws", 20, "-q", "-o", null};
    byte[][] draws = new byte[2][];
    for (int k = 0; k < 2; k++) {
      fit[1] = k == 0 ? whole : parts;
      fit[8] = folder.resolve("fit" + k);
      good(fit);
      draws[k] = Cli.bytes(folder.resolve("fit" + k).resolve("draws.csv"));
    }
    assertThat(draws[1]).isEqualTo(draws[0]);
  }

  /**
   * A table whose rows, images and weights are several times the heap; {@code -Dperrin.packed.rows}
   * makes it larger.
   */
  @Test
  void a_fit_needs_far_less_heap_than_its_rows() throws Exception {
    int rows = Integer.getInteger("perrin.packed.rows", 800_000);
    good("data", "synth", "logistic", "--rows", rows, "--features", 9, "-o", packed);
    Object[] fit = {"fit", "people.perrin", "-t", "y", "--draws", 50, "-q", "-o", "small"};
    assertThat(Files.size(packed)).isGreaterThan(80L * rows);
    assertThat(Cli.startWith("64m", folder, fit).waitFor()).isZero();
    fit[8] = folder.resolve("large");
    fit[1] = packed;
    good(fit);
    assertThat(Cli.bytes(folder.resolve("small/draws.csv")))
        .isEqualTo(Cli.bytes(folder.resolve("large/draws.csv")));
  }

  /** Killed when the partial file has grown to several sizes; the next packer is not disturbed. */
  @Test
  void a_packer_killed_at_any_moment_leaves_no_table_and_the_next_one_is_right() throws Exception {
    Path big = folder.resolve("big.csv");
    good("data", "synth", "linear", "--rows", 150_000, "--features", 8, "-o", big);
    good("data", "pack", big, "-o", packed);
    Path out = folder.resolve("killed.perrin");
    Path partial = folder.resolve("killed.perrin.partial");
    for (long size : new long[] {0, 1, 3_000_000, 8_000_000}) {
      FileTime before = KillTest.time(partial);
      Killed.during(
          () -> Cli.start(folder, "data", "pack", big, "-o", out),
          () -> KillTest.time(partial).compareTo(before) > 0 && Files.size(partial) >= size,
          0);
      if (Files.exists(out)) { // killed after its last step
        PackedTable.open(out).verify();
        Files.delete(out);
      }
    }
    good("data", "pack", big, "-o", out);
    assertThat(Cli.bytes(out)).isEqualTo(Cli.bytes(packed));
    assertThat(partial).doesNotExist();
  }

  /** Starts a packer, and kills it when it has written its journal once more. */
  private void killedFurther(Path source, Path out) throws Exception {
    Path journal = folder.resolve(out.getFileName() + ".journal");
    FileTime before = KillTest.time(journal);
    List<String> java = List.of("-Xmx512m", "-Dperrin.pack.journal=600000");
    Process process = Cli.startIn(java, folder, "data", "pack", source, "-o", out);
    while (process.isAlive() && KillTest.time(journal).compareTo(before) <= 0) {
      Thread.sleep(1);
    }
    assertThat(process.destroyForcibly().waitFor()).as("in time").isEqualTo(Killed.EXIT);
    assertThat(out).doesNotExist();
  }

  /** {@code -Dperrin.kills=20} kills as many times. */
  @ParameterizedTest
  @ValueSource(strings = {"big.csv", "big.csv.gz"})
  void a_packer_that_was_killed_goes_on(String name) throws Exception {
    Path big = folder.resolve(name);
    good("data", "synth", "linear", "--rows", 150_000, "--features", 8, "-o", big);
    good("data", "pack", big, "-o", packed);
    Path out = folder.resolve("killed.perrin");
    int kills = Integer.getInteger("perrin.kills", 2);
    for (int kill = 0; kill < kills; kill++) {
      killedFurther(big, out);
    }
    assertThat(good("data", "pack", big, "-o", out).err())
        .matches("(?s).*killed.perrin: continues from row [1-9][0-9]*,[0-9]{3}\n.*");
    assertThat(Cli.bytes(out)).isEqualTo(Cli.bytes(packed));
    assertThat(folder).isDirectoryNotContaining("glob:**.{partial,journal,new}");
  }

  @Test
  void a_source_that_changed_is_packed_anew() throws Exception {
    Path big = folder.resolve("big.csv");
    good("data", "synth", "linear", "--rows", 100_000, "--features", 8, "-o", big);
    Path out = folder.resolve("killed.perrin");
    killedFurther(big, out);
    good("data", "synth", "linear", "--rows", 100_000, "--seed", 2, "--features", 8, "-o", big);
    assertThat(good("data", "pack", big, "-o", out).err()).contains("starts from the beginning");
    good("data", "pack", big, "-o", packed);
    assertThat(Cli.bytes(out)).isEqualTo(Cli.bytes(packed));
  }

  /**
   * A table larger than the heap, from a file and sorted by a query. {@code -Dperrin.parquet.rows}
   * makes it larger.
   */
  @Test
  void parquet_and_sql_are_packed_in_little_memory() throws Exception {
    int rows = Integer.getInteger("perrin.parquet.rows", 1_000_000);
    Path parquet = folder.resolve("t.parquet");
    try (var connection = DriverManager.getConnection("jdbc:duckdb:");
        var statement = connection.createStatement()) {
      statement.execute(
          "COPY (SELECT i, sin(i) a, cos(i) b, i %% 7 c, 'l' || i %% 5 t, i / 3 e, i * i f FROM range(%d) r(i)) TO '%s'"
              .formatted(rows, parquet));
    }
    String sorted = "SELECT * FROM '%s' ORDER BY a".formatted(parquet);
    for (Object[] from : new Object[][] {{parquet}, {"--sql", sorted}}) {
      Object[] all = Arrays.copyOf(new Object[] {"data", "pack", "-o", packed}, 4 + from.length);
      System.arraycopy(from, 0, all, 4, from.length);
      Process process = Cli.startWith("48m", folder, all);
      long peak = 0;
      while (process.isAlive()) {
        peak = Math.max(peak, anonymous(process));
        Thread.sleep(5);
      }
      assertThat(process.exitValue()).isZero();
      assertThat(PackedTable.open(packed).verify().rows()).isEqualTo(rows);
      // 48 MB of heap, 512 MB that DuckDB may take, and Java itself; 140 and 210 MB were seen
      assertThat(peak).as("kB of anonymous memory").isLessThan(900_000);
    }
  }

  private static long anonymous(Process process) {
    try (var lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
      return lines
          .filter(line -> line.startsWith("RssAnon"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }
}
