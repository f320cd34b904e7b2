package org.perrin.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.Examples;
import org.perrin.Perrin;
import org.perrin.model.Glm;
import org.perrin.model.Model;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;
import org.perrin.posterior.Options;
import org.perrin.random.RandomStream;

/** The same bits: mapped or not. */
class MappedRowsTest {
  @TempDir Path folder;

  /** The rows in a scratch file, without padding, as a packed table has them. */
  private MappedRows mapped(Rows rows, boolean single, Storage storage) {
    int d = rows.width();
    MemorySegment file = new Scratch(folder).segment(MappedRows.bytes(rows.count(), d, single));
    var floats = ValueLayout.JAVA_FLOAT.withOrder(ByteOrder.LITTLE_ENDIAN);
    var doubles = ValueLayout.JAVA_DOUBLE.withOrder(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < rows.count(); i++) {
      for (int k = 0; k < d; k++) {
        if (single) {
          file.setAtIndex(floats, (long) i * d + k, (float) rows.get(i, k));
        } else {
          file.setAtIndex(doubles, (long) i * d + k, rows.get(i, k));
        }
      }
    }
    return MappedRows.of(file, rows.count(), d, single, storage);
  }

  private Rows heap(Rows rows, boolean single) {
    return single ? FloatRows.of(rows) : rows;
  }

  @ParameterizedTest
  @CsvSource({"1,true", "7,false", "8,true", "8,false", "13,true", "55,false"})
  void every_operation_gives_the_bits_of_the_heap(int d, boolean single) {
    Rows x = Examples.design(333, d, 195);
    var scratch = new Scratch(folder);
    Rows mapped = mapped(x, single, scratch);
    Rows heap = heap(x, single);
    double[] factor = Examples.point(d, 194, 1);
    double[] m = Examples.point(d * 3, 193, 1);
    assertThat(numbers(mapped)).isEqualTo(numbers(heap));
    assertThat(numbers(mapped.scale(factor))).isEqualTo(numbers(heap.scale(factor)));
    assertThat(numbers(mapped.times(m, 3))).isEqualTo(numbers(heap.times(m, 3)));
    assertThat(numbers(mapped.scale(factor).times(m, 3)))
        .isEqualTo(numbers(heap.scale(factor).times(m, 3)));
    assertThat(mapped.roughLeverage().toArray()).isEqualTo(heap.roughLeverage().toArray());
  }

  /** What every operation yields, in one array. */
  private static double[] numbers(Rows table) {
    int d = table.width();
    int stride = table.stride();
    double[] v = Arrays.copyOf(Examples.point(d, 96, 1), stride);
    double[] c = Examples.point(333, 97, 1);
    double[] m = DenseRows.padRows(Examples.point(d * d, 99, 1), d, d);
    int[] rows = new int[200];
    var random = RandomStream.of(98);
    Arrays.setAll(rows, j -> random.nextIndex(333));
    double[][] out = new double[7][333 + stride * stride];
    table.dots(rows, 3, 190, v, out[0]);
    table.dots(5, 300, v, out[1]);
    table.squaredNorms(1, 330, out[2]);
    table.add(rows, 3, 190, c, out[3]);
    table.add(5, 300, c, out[4]);
    table.addOuter(5, 300, c, out[5]);
    table.squaredNorms(1, 330, m, stride, out[6]);
    double all = 0;
    for (int i = 0; i < 333; i++) {
      for (int k = 0; k < d; k++) {
        all += table.get(i, k) * (i + k);
      }
    }
    out[6][332] = all;
    return Arrays.stream(out).flatMapToDouble(Arrays::stream).toArray();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_posterior_has_the_same_bits(boolean single) {
    Dataset data = Synthetic.covertypeLike(101, 30_000);
    var linear = Synthetic.linear(102, 30_000, new double[] {1, -2, 0.5}, 2);
    for (String sampler : List.of("natural", "sgld-cv-ps", "sgld-ps")) {
      var options = Options.standard().sampler(sampler).chains(2).draws(20);
      assertThat(draws(Glm.logistic(swapped(data, single, true), Priors.normal(0, 2)), options))
          .isEqualTo(
              draws(Glm.logistic(swapped(data, single, false), Priors.normal(0, 2)), options));
      assertThat(draws(linear(swapped(linear, single, true)), options))
          .isEqualTo(draws(linear(swapped(linear, single, false)), options));
    }
  }

  private static Model linear(Dataset data) {
    return ScaledGlm.linear(data, Priors.normal(0, 5), Priors.normal(0, 1));
  }

  /** The data with rows on the heap or mapped; then everything made of them is mapped too. */
  private Dataset swapped(Dataset data, boolean single, boolean mapped) {
    Rows x = mapped ? mapped(data.x(), single, new Scratch(folder)) : heap(data.x(), single);
    Doubles y = x.storage().doubles(x.count());
    y.put(0, x.count(), data.y());
    return new Dataset(x, y, null, null, data.names());
  }

  private static double[][] draws(Model model, Options options) {
    return Perrin.sample(model, options).draws().coordinate(model.dimension() - 1);
  }

  @Test
  void scratch_files_have_no_name_and_no_room_is_told() throws Exception {
    var scratch = new Scratch(folder);
    Doubles numbers = scratch.doubles(1000);
    numbers.set(999, 3);
    assertThat(numbers.get(999)).isEqualTo(3);
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
    assertThatThrownBy(() -> scratch.segment(1L << 55))
        .hasMessageContaining("choose another folder for scratch files");
  }

  /** Columns that are only chosen and standardised have a way of their own. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void picked_columns_have_the_bits_of_computed_ones(boolean single) {
    Rows x = Examples.design(333, 11, 41);
    MappedRows rows = mapped(x, single, new Scratch(folder));
    int[] places = {ColumnPicks.ONE, 1, 2, 3, 8, 0, 10};
    var picks = new ColumnPicks(places);
    double[] centre = {0, 0.1, -3, 1e-3, 7, 0, 1};
    double[] scale = {1, 3, 0.7, 11, 1e-3, 1, 0.3};
    Rows picked = rows.map(7, picks);
    Rows computed = rows.map(7, (row, out) -> picks.apply(row, out));
    assertThat(picked).isInstanceOf(PickedRows.class);
    assertThat(computed).isInstanceOf(ViewRows.class);
    assertSame(picked, computed);
    assertSame(
        picked.standardised(centre, scale, false), computed.standardised(centre, scale, false));
    Rows twice = picked.standardised(centre, scale, false).standardised(centre, scale, false);
    assertSame(
        twice, computed.standardised(centre, scale, false).standardised(centre, scale, false));
  }

  private static void assertSame(Rows a, Rows b) {
    double[] all = new double[a.count() * a.stride()];
    double[] other = new double[all.length];
    a.read(0, a.count(), all);
    b.read(0, b.count(), other);
    assertThat(all).isEqualTo(other);
    double[] v = Examples.point(a.stride(), 5, 1);
    int[] some = {3, 332, 17, 17, 0};
    double[] dots = new double[5];
    double[] others = new double[5];
    a.dots(some, 0, 5, v, dots);
    b.dots(some, 0, 5, v, others);
    assertThat(dots).isEqualTo(others);
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void picked_numbers_that_cannot_be_are_named(boolean single) {
    double[][] values = new double[100][3];
    values[70][1] = 1e20;
    MappedRows rows = mapped(DenseRows.of(values), single, new Scratch(folder));
    double[] one = {1, 1};
    double[] tiny = {1, single ? 1e-30 : 1e-300};
    Rows picked = rows.map(2, new ColumnPicks(0, 1));
    double[] out = new double[picked.stride()];
    picked.standardised(new double[2], one, false).copy(70, out);
    Rows large = picked.standardised(new double[2], tiny, false);
    assertThatThrownBy(() -> large.copy(70, out))
        .hasMessageContaining("row 70, column 1 is")
        .hasMessageEndingWith(single ? "too large for single precision" : "data must be finite");
  }

  /** Space that the system reserves, if it does here, is there and reads as zeros. */
  @Test
  void reserved_space_is_zero() throws Exception {
    Path file = Files.createFile(folder.resolve("space"));
    if (DiskSpace.allocate(file, 100_000)) {
      assertThat(Files.readAllBytes(file)).hasSize(100_000).containsOnly(0);
    }
    assertThat(DiskSpace.allocate(folder.resolve("absent"), 8)).isFalse();
    MemorySegment segment = new Scratch(folder).segment(100_000);
    assertThat(segment.byteSize()).isEqualTo(100_064);
    assertThat(segment.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
  }
}
