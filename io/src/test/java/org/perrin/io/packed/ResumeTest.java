package org.perrin.io.packed;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.io.Samples;
import org.perrin.io.table.ReadOptions;
import org.perrin.io.table.RowSink;
import org.perrin.io.table.Table;

/**
 * What a packer leaves behind when it is killed is taken at every mark, and some bytes that came
 * after it; another packer goes on from there to the bytes of one that was not disturbed.
 */
class ResumeTest {
  private static final int ROWS = 60_000;
  @TempDir Path folder;

  @BeforeEach
  void often() {
    System.setProperty("perrin.pack.journal", "400000");
  }

  @AfterEach
  void forget() {
    System.clearProperty("perrin.pack.journal");
  }

  /** A packer that leaves a copy of its files at each mark, as a kill would. */
  private record Killed(Packer packer, Path out, List<Path> copies) implements RowSink {
    @Override
    public void begin(List<String> names) {
      packer.begin(names);
    }

    @Override
    public void rows(double[][] columns, int count) {
      packer.rows(columns, count);
    }

    @Override
    public boolean wantsMark() {
      return packer.wantsMark();
    }

    @Override
    public void mark(byte[] reader) {
      packer.mark(reader);
      try {
        Path copy = Files.createDirectory(out.resolveSibling("killed" + copies.size()));
        for (String end : List.of(".partial", ".journal")) {
          Path file = out.resolveSibling(out.getFileName() + end);
          Files.copy(file, copy.resolve(file.getFileName()));
        }
        Path partial = copy.resolve(out.getFileName() + ".partial");
        Files.write(partial, new byte[12345], StandardOpenOption.APPEND);
        copies.add(copy.resolve(out.getFileName()));
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  private List<Path> killed(Path source, Path out, boolean single, boolean drop) {
    String identity = Table.identity(source, ReadOptions.detect());
    try (var packer = Packer.to(out, single, drop, identity)) {
      var sink = new Killed(packer, out, new ArrayList<>());
      packer.finish(Table.stream(source, ReadOptions.detect(), sink));
      return sink.copies;
    }
  }

  /** Packs again; the rows that were taken over. */
  private static long pack(Path source, Path out, boolean single, boolean drop) {
    String identity = Table.identity(source, ReadOptions.detect());
    try (var packer = Packer.to(out, single, drop, identity)) {
      packer.finish(Table.stream(source, ReadOptions.detect(), packer));
      return packer.takenOver();
    }
  }

  /**
   * Numbers, texts that hold line ends, a column that turns to text, gaps, dollars, a late
   * infinity.
   */
  private static String csv(String lineEnd) {
    var random = new Random(3);
    var text = new StringBuilder("\ufeffage,note,late,gap,money,odd").append(lineEnd);
    for (int i = 0; i < ROWS; i++) {
      text.append(20 + random.nextInt(50)).append('.').append(random.nextInt(1000));
      text.append(",\"n").append(random.nextInt(300)).append("\nü\r\n\"\"\r\",");
      text.append(i > ROWS / 2 ? "x" + i % 7 : "" + i % 11).append(',');
      text.append(i % 97 == 0 ? "" : "" + i % 2).append(',');
      text.append(i % 50 == 3 ? "-," : "\"$%,d\",".formatted(i));
      text.append(i == 40_000 ? "inf" : "" + i % 3).append(lineEnd);
    }
    return text.toString();
  }

  private Path source(String kind) throws SQLException {
    byte[] text =
        csv(kind.contains("crlf") ? "\r\n" : kind.contains("cr") ? "\r" : "\n")
            .getBytes(StandardCharsets.UTF_8);
    if (kind.endsWith("gz")) {
      return Samples.file(folder, kind, Samples.gzip(text));
    }
    if (kind.endsWith("zst")) {
      return Samples.file(folder, kind, Zstd.compress(text));
    }
    Path csv = Samples.file(folder, "lf.csv", text);
    return kind.endsWith("csv")
        ? Samples.file(folder, kind, text)
        : converted(csv, folder.resolve(kind));
  }

  private static Path converted(Path csv, Path out) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:duckdb:");
        var statement = connection.createStatement()) {
      statement.execute(
          "COPY (SELECT *, age > 40 AS old, DATE '2001-02-03' AS day FROM read_csv('%s', sample_size = -1)) TO '%s' %s"
              .formatted(csv, out, out.toString().endsWith("json") ? "(FORMAT json)" : ""));
    }
    return out;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"lf.csv", "crlf.csv", "cr.csv", "lf.csv.gz", "lf.csv.zst", "t.parquet", "t.json"})
  void every_kill_ends_in_the_same_bytes(String kind) throws Exception {
    Path source = source(kind);
    boolean single = kind.contains("cr");
    boolean drop = kind.endsWith("gz");
    Path out = folder.resolve("t.perrin");
    List<Path> copies = killed(source, out, single, drop);
    byte[] expected = Files.readAllBytes(out);
    assertThat(copies).hasSizeGreaterThan(2);
    for (Path copy : copies) {
      assertThat(pack(source, copy, single, drop)).isPositive();
      assertThat(Files.readAllBytes(copy)).isEqualTo(expected);
      assertThat(copy.getParent()).isDirectoryNotContaining("glob:**.{partial,journal,new}");
    }
  }

  @Test
  void another_source_other_options_or_damage_begin_anew() throws Exception {
    Path source = source("lf.csv");
    List<Path> copies = killed(source, folder.resolve("t.perrin"), false, false);
    FileTime time = Files.getLastModifiedTime(source);
    assertThat(pack(source, copies.get(0), true, false)).isZero();
    flip(copies.get(1).resolveSibling("t.perrin.partial"), 50_000);
    assertThat(pack(source, copies.get(1), false, false)).isZero();
    flip(copies.get(2).resolveSibling("t.perrin.journal"), 5);
    assertThat(pack(source, copies.get(2), false, false)).isZero();
    Files.delete(copies.get(3).resolveSibling("t.perrin.partial"));
    assertThat(pack(source, copies.get(3), false, false)).isZero();
    for (int k : new int[] {1, 2, 3}) {
      assertThat(copies.get(k)).hasSameBinaryContentAs(folder.resolve("t.perrin"));
    }
    Files.setLastModifiedTime(source, FileTime.fromMillis(time.toMillis() + 1));
    assertThat(pack(source, copies.get(4), false, false)).isZero();
  }

  private static void flip(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 1;
    Files.write(file, bytes);
  }
}
