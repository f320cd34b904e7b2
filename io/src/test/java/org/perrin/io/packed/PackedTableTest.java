package org.perrin.io.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.data.Dataset;
import org.perrin.data.FloatRows;
import org.perrin.data.Rows;
import org.perrin.io.InputException;
import org.perrin.io.design.Design;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.design.MissingPolicy;
import org.perrin.io.table.ReadOptions;
import org.perrin.io.table.Table;

/** A packed table gives the design that the table itself gives, and damage is reported. */
class PackedTableTest {
  private static final int ROWS = 20_000;
  @TempDir Path folder;
  private Path csv;

  /** Numbers, a level that comes late, flags, a date, counts, a column with gaps. */
  @BeforeEach
  void write() throws IOException {
    csv = folder.resolve("people.csv");
    var random = new Random(5);
    var text = new StringBuilder("age,town,member,born,visits,income,gap\n");
    for (int i = 0; i < ROWS; i++) {
      text.append(
          String.format(
              Locale.ROOT,
              "%.3f,%s,%s,2001-02-03,%d,%.2f,%s%n",
              20 + 50 * random.nextDouble(),
              i == ROWS - 1 ? "Zug" : random.nextBoolean() ? "Bern" : "Basel",
              random.nextInt(3) == 0 ? "yes" : "no",
              random.nextInt(7),
              1000 * Math.exp(random.nextGaussian()),
              i % 1000 == 0 ? "" : "1"));
    }
    Files.writeString(csv, text);
  }

  private Path pack(boolean single, MissingPolicy missing) {
    Path out = folder.resolve("people.perrin");
    try (var packer = Packer.to(out, single, missing == MissingPolicy.DROP)) {
      packer.finish(Table.stream(csv, ReadOptions.detect(), packer));
    }
    return out;
  }

  private static void assertSame(Design packed, Design plain, boolean single) {
    assertThat(packed.encoding()).isEqualTo(plain.encoding());
    Dataset data = plain.data();
    Rows x = single ? FloatRows.of(data.x()) : data.x();
    assertThat(packed.data().y()).isEqualTo(data.y());
    assertThat(packed.data().offset()).isEqualTo(data.offset());
    assertThat(packed.data().weight()).isEqualTo(data.weight());
    for (int g = 0; g < plain.groups().size(); g++) {
      assertThat(packed.groups().get(g).level()).isEqualTo(plain.groups().get(g).level());
      for (int c = 0; c < plain.groups().get(g).values().size(); c++) {
        assertThat(packed.groups().get(g).values().get(c))
            .isEqualTo(plain.groups().get(g).values().get(c));
      }
    }
    for (int i = 0; i < x.count(); i++) {
      for (int k = 0; k < x.width(); k++) {
        if (packed.data().x().get(i, k) != x.get(i, k)) {
          assertThat(packed.data().x().get(i, k)).as("%d, %d", i, k).isEqualTo(x.get(i, k));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "member ~ age + town + log(income)",
        "visits ~ age + C(town) + member",
        "log(income) ~ age*town + C(visits) - 1",
        "town ~ age + member:visits",
        "visits ~ poly(age, 3) + scale(log(income)) + offset(log(age))",
        "visits ~ 0 + member + bs(age, df = 5):member + ns(income, df = 3)",
        "log(income) ~ (age + town + member)^2 + C(visits, ref = 3):town + I(2*age)",
        "visits | trials(6) ~ age + town",
        "cbind(visits, visits + 1) ~ age",
        "income | cens(member) ~ age",
        "ordered(town, \"Zug\", \"Bern\", \"Basel\") ~ age",
        "log(income) ~ age; sigma ~ town*age + I(2*age); nu ~ 0 + member",
        "log(income) ~ age + (log(age) + member | town) + (1 | town:member)",
        "log(income) ~ age + (age | town/visits); sigma ~ (0 + town || visits)"
      })
  void a_design_has_the_bits_of_the_table(String text) {
    String[] formulas = text.split("; ");
    String formula = formulas[0];
    var spec =
        DesignSpec.formula(formula).further(Arrays.copyOfRange(formulas, 1, formulas.length));
    if (formula.startsWith("town")) {
      spec = spec.positive("Basel");
    }
    for (boolean single : new boolean[] {false, true}) {
      Table packed = Table.read(pack(single, MissingPolicy.ERROR));
      Table plain = single ? Table.read(csv).rounded() : Table.read(csv);
      assertThat(packed.total()).isEqualTo(ROWS);
      Design fitted = Design.of(plain, spec);
      assertSame(Design.of(packed, spec), fitted, single);
      assertSame(fitted.encoding().apply(packed, MissingPolicy.ERROR), fitted, single);
    }
  }

  @Test
  void weights_and_offsets_are_there() {
    var spec = DesignSpec.formula("visits ~ age").weights("income").offset("log(age)");
    assertSame(
        Design.of(Table.read(pack(false, MissingPolicy.ERROR)), spec),
        Design.of(Table.read(csv), spec),
        false);
  }

  @Test
  void parquet_and_sql_give_the_same_file_as_csv() throws IOException {
    byte[] expected = Files.readAllBytes(pack(false, MissingPolicy.ERROR));
    Path out = folder.resolve("sql.perrin");
    String query = "SELECT age, income FROM '%s'".formatted(csv);
    try (var packer = Packer.to(out, false, false)) {
      packer.finish(Table.stream(query, packer));
    }
    var spec = DesignSpec.formula("log(income) ~ age");
    assertSame(Design.of(Table.read(out), spec), Design.of(Table.read(csv), spec), false);
    assertThat(expected).isEqualTo(Files.readAllBytes(pack(false, MissingPolicy.ERROR)));
  }

  @Test
  void missing_values_are_told_or_their_rows_dropped() {
    var spec = DesignSpec.formula("visits ~ age + gap");
    Table kept = Table.read(pack(false, MissingPolicy.ERROR));
    assertThatThrownBy(() -> Design.of(kept, spec))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("column \"gap\" has no value in 20 rows: pack the table again");
    assertThat(Design.of(kept, DesignSpec.formula("visits ~ age")).data().count()).isEqualTo(ROWS);
    Table dropped = Table.read(pack(false, MissingPolicy.DROP));
    assertSame(
        Design.of(dropped, spec),
        Design.of(Table.read(csv), spec.missing(MissingPolicy.DROP)),
        false);
  }

  @Test
  void a_date_is_refused_when_it_is_used() {
    Table packed = Table.read(pack(false, MissingPolicy.ERROR));
    assertThatThrownBy(() -> Design.of(packed, DesignSpec.formula("visits ~ born")))
        .hasMessageContaining("a date is no number");
  }

  @Test
  void numbers_that_turn_out_text_are_read_again() throws IOException {
    Files.writeString(csv, "a,y\n" + "1,0\n2,1\n".repeat(10_000) + "x,1\n");
    var spec = DesignSpec.formula("y ~ C(a)");
    assertSame(
        Design.of(Table.read(pack(true, MissingPolicy.ERROR)), spec),
        Design.of(Table.read(csv).rounded(), spec),
        true);
  }

  @Test
  void a_newer_version_is_refused() throws IOException {
    Path file = pack(false, MissingPolicy.ERROR);
    byte[] bytes = Files.readAllBytes(file);
    bytes[8] = 2;
    Files.write(file, bytes);
    assertThatThrownBy(() -> Table.read(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "is packed in version 2 of the format, and this Perrin reads up to 1: use a newer");
  }

  /** Every byte of header and description, and some of the rows: one flipped bit is enough. */
  @Test
  void any_flipped_bit_is_told() throws IOException {
    Files.writeString(csv, "a,b,y\n" + "1.5,u,0\n2.5,v,1\n".repeat(20));
    byte[] good = Files.readAllBytes(pack(true, MissingPolicy.ERROR));
    Path bad = folder.resolve("bad.perrin");
    var random = new Random(9);
    for (int at = 0; at < good.length; at += at > 100 && at < 4080 ? 37 : 1) {
      byte[] bytes = good.clone();
      bytes[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(bad, bytes);
      assertThatThrownBy(() -> PackedTable.open(bad).verify())
          .as("byte %d", at)
          .isInstanceOf(InputException.class);
    }
  }

  @Test
  void a_file_that_is_cut_short_or_longer_is_told() throws IOException {
    Files.writeString(csv, "a,b,y\n" + "1.5,u,0\n2.5,v,1\n".repeat(20));
    byte[] good = Files.readAllBytes(pack(false, MissingPolicy.ERROR));
    Path bad = folder.resolve("bad.perrin");
    for (int length = 1; length < good.length; length += length < 4000 ? 111 : 1) {
      Files.write(bad, Arrays.copyOf(good, length));
      assertThatThrownBy(() -> Table.read(bad)).isInstanceOf(InputException.class);
    }
    Files.write(bad, Arrays.copyOf(good, good.length + 1));
    assertThatThrownBy(() -> Table.read(bad)).hasMessageContaining("something was added");
  }

  /** Headers with right checksums and wrong numbers: no crash, no giant allocation. */
  @Test
  void nonsense_with_right_checksums_is_told() throws IOException {
    Path bad = folder.resolve("bad.perrin");
    for (var head :
        List.of(
            new PackedHead(true, -1, 3, 10, 100, 0),
            new PackedHead(true, Long.MAX_VALUE / 2, 3, 10, 100, 0),
            new PackedHead(true, 10, 0, 10, 100, 0),
            new PackedHead(true, 10, 3, 0, 100, 0),
            new PackedHead(true, 10, 3, 1, -5, 0),
            new PackedHead(true, 10, 3, 1, Integer.MAX_VALUE, 0))) {
      Files.write(bad, Arrays.copyOf(head.write().array(), 5000));
      assertThatThrownBy(() -> Table.read(bad)).isInstanceOf(InputException.class);
    }
  }

  @Test
  void what_is_not_packed_is_told() {
    assertThatThrownBy(() -> PackedTable.open(csv))
        .hasMessageEndingWith("is not a packed table: make one by perrin data pack");
  }

  @Test
  void a_packer_that_fails_leaves_nothing() throws IOException {
    Path out = folder.resolve("none.perrin");
    Path none = folder.resolve("none.csv");
    Files.writeString(none, "a,b\n1,2\n3\n");
    assertThatThrownBy(
            () -> {
              try (var packer = Packer.to(out, false, false)) {
                packer.finish(Table.stream(none, ReadOptions.detect(), packer));
              }
            })
        .hasMessageContaining("line 3");
    assertThat(out).doesNotExist();
    assertThat(folder.resolve("none.perrin.partial")).doesNotExist();
  }

  /** A pipe stands for all that is no file: a packed table would take its place. */
  @Test
  void a_pipe_is_not_replaced() throws Exception {
    Path pipe = folder.resolve("pipe");
    org.junit.jupiter.api.Assumptions.assumeTrue(Files.exists(Path.of("/usr/bin/mkfifo")));
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThatThrownBy(() -> Packer.to(pipe, false, false, null))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("is a device or a pipe: choose the name of a file");
  }
}
