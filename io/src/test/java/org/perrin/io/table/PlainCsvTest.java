package org.perrin.io.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fast reader gives what the careful one gives, or leaves the file to it. */
class PlainCsvTest {
  @TempDir Path folder;

  private Table plain(String text) throws IOException {
    return plain(text, ReadOptions.detect());
  }

  /** What the fast reader makes of it, or null; compared with the careful one. */
  private Table plain(String text, ReadOptions options) throws IOException {
    Path path = folder.resolve("t.csv");
    Files.writeString(path, text);
    try (SourceFile file = SourceFile.of(path)) {
      Table fast = PlainCsv.read(file, CsvFile.dialect(file, options), options);
      if (fast != null) {
        same(fast, CsvFile.readClosely(file, options));
      }
      return fast;
    }
  }

  /** With its values to the bit. */
  private static String contents(Column column) {
    return switch (column) {
      case Column.Numeric c ->
          c.missing()
              + " "
              + c.flaw()
              + c.spelling()
              + c.note()
              + Arrays.toString(c.values().toArray());
      case Column.Text c ->
          c.missing() + " " + c.flaw() + c.levels() + c.note() + Arrays.toString(c.codes());
      case Column.Flags c -> c.missing() + " " + Arrays.toString(c.values());
      case Column.Other c -> c.toString();
    };
  }

  private static void same(Table fast, Table careful) {
    assertThat(fast.names()).isEqualTo(careful.names());
    for (int k = 0; k < fast.columns().size(); k++) {
      assertThat(contents(fast.columns().get(k))).isEqualTo(contents(careful.columns().get(k)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a,b\n1,2\n3,4\n",
        "a,b\n1,2\n3,4",
        "a,b\r\n1,-2.5\r\n\r\n+3,.5\r\n",
        "\ufeffa,b\n1,x\n2,y\n",
        "a,b\n1.25,yes\n ,no\nNA, yes \n",
        "a;b\n1,25;x\n2,5;y\n",
        "a\tb c\n1e-5\tx\n2.5E3\tx y\n",
        "a,b\n\"x, y\",1\nz,2\n\"\",3\n",
        "a,b\n0.1234567890123456789,x\n123456789012345678901234567890.5,ä\n",
        "x\n1\n\n2\n",
        "1,2,x\n3,4,y\n5,6,x\n",
        ",1\n2,3\n",
        "a,b\n-0,1\n5.,0005\n"
      })
  void plain_files_are_read_at_once(String text) throws IOException {
    assertThat(plain(text)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a,b\n1,2\n3\n",
        "a,b\n1,2\n3,4,5\n",
        "a,b\n1,x\ny,z\n",
        "a,b\n5.914,x\n1.234,y\n",
        "a,b\n\"x \"\"y\"\"\",1\n",
        "a,b\n\"x\ny\",1\n",
        "a,b\n12%,x\n13%,y\n",
        "a,b\n1,x\n2,7\n",
        "a,b\n1,x\ninf,y\n",
        "a,b\n1,\n2,\n",
        "a,a\n1,2\n",
        "a,b\n1,x\r2,y\n",
        "a,b\n\"1\",x\n",
        "a,b\n",
        "\n\na,b\n1,2\n"
      })
  void others_are_left_to_the_careful_reader(String text) throws IOException {
    assertThat(plain(text)).isNull();
  }

  /** Among a 1 and a gap, the number alone decides how wide the column is stored. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0", "-127", "127", "128", "-32767", "32768", "+00032767", "-999999999", "999999999",
        "1000000000", "2147483648", "-0", "-0.0", "5.0", "12.", "1e3", "0.5", "123456789012345678"
      })
  void numbers_are_stored_as_narrow_as_they_are(String number) throws IOException {
    Table table = plain("x,y\n1,2\n" + number + ",3\nNA,4\n");
    var values = ((Column.Numeric) table.column("x")).values();
    double[] same = {1, Double.parseDouble(number), Double.NaN};
    assertThat(values.bytes()).isEqualTo(StoredNumbers.narrow(same).bytes());
    assertThat(values.toArray()).isEqualTo(same);
  }

  /** 40 tables of random numbers, words and gaps, over several parts of a megabyte. */
  @Test
  void random_tables_are_the_same_by_both() throws IOException {
    var random = new SplittableRandom(7);
    for (int t = 0; t < 40; t++) {
      int rows = t == 0 ? 60_000 : 1 + random.nextInt(40);
      int columns = 1 + random.nextInt(6);
      var text = new StringBuilder();
      for (int k = 0; k < columns; k++) {
        text.append(k == 0 ? "" : ",").append("c").append(k);
      }
      int[] kinds = random.ints(columns, 0, 5).toArray();
      for (int i = 0; i < rows; i++) {
        for (int k = 0; k < columns; k++) {
          text.append(k == 0 ? "\n" : ",").append(field(kinds[k], i, random));
        }
      }
      Table fast = plain(text.append('\n').toString());
      if (t == 0) {
        assertThat(fast).isNotNull();
        assertThat(fast.count()).isEqualTo(rows);
      }
    }
  }

  private static String field(int kind, int row, SplittableRandom random) {
    if (row > 0 && random.nextInt(20) == 0) {
      return List.of("", "NA", " ", "null").get(random.nextInt(4));
    }
    return switch (kind) {
      case 0 -> Integer.toString(random.nextInt(-9, 1000));
      case 1 -> Double.toString(random.nextDouble(-1e3, 1e3) * Math.pow(10, random.nextInt(-9, 9)));
      case 2 -> String.format(Locale.ROOT, "%.4f", random.nextDouble());
      case 3 -> "level " + random.nextInt(30);
      default -> "\"ø" + random.nextInt(2000) + "\"";
    };
  }
}
