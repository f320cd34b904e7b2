package org.perrin.io.draws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.draws.Draws;
import org.perrin.dynamics.StepStatistic;

/** NumPy itself reads them in python/tests. */
class DrawsNpyTest {
  @TempDir Path folder;

  @Test
  void an_array_has_the_columns_of_the_file_of_cmdstan() throws IOException {
    Draws draws = DrawsFilesTest.withSteps(DrawsFilesTest.random(5, 2, 3));
    DrawsNpy.writeAll(folder, draws);
    int statistics = DrawsNpy.statistics(draws).size();
    assertThat(DrawsNpy.statistics(draws)).startsWith("lp__", "accept_stat__").hasSize(7);
    for (int c = 0; c < 2; c++) {
      ByteBuffer file = file("chain-%d.npy".formatted(c + 1));
      ByteBuffer numbers = numbers(file, "(3, %d,)".formatted(statistics + 5));
      for (int t = 0; t < 3; t++) {
        Draws.Chain chain = draws.chains().get(c);
        assertThat(numbers.getDouble())
            .isEqualTo(chain.transitions().get(t, StepStatistic.LOG_DENSITY).getAsDouble());
        numbers.position(numbers.position() + (statistics - 1) * Double.BYTES);
        for (double value : chain.draw(t)) {
          assertThat(numbers.getDouble()).isEqualTo(value);
        }
      }
      assertThat(numbers.hasRemaining()).isFalse();
    }
  }

  @Test
  void many_numbers_pass_through_a_small_buffer() throws IOException {
    try (var file = NpyFile.create(folder.resolve("many.npy"), 1, 30_000)) {
      for (int i = 0; i < 30_000; i++) {
        file.add(i);
      }
    }
    ByteBuffer numbers = numbers(file("many.npy"), "(1, 30000,)");
    for (int i = 0; i < 30_000; i++) {
      assertThat(numbers.getDouble()).isEqualTo(i);
    }
  }

  @Test
  void a_file_that_does_not_fill_its_shape_is_refused() {
    NpyFile file = NpyFile.create(folder.resolve("short.npy"), 2, 2);
    file.add(1.0);
    assertThatThrownBy(file::close).hasMessageContaining("1 numbers");
  }

  private ByteBuffer file(String name) throws IOException {
    return ByteBuffer.wrap(Files.readAllBytes(folder.resolve(name))).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Checks the header, and stands behind it. */
  private static ByteBuffer numbers(ByteBuffer file, String shape) {
    byte[] mark = new byte[8];
    file.get(mark);
    assertThat(mark).isEqualTo(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    byte[] header = new byte[file.getShort()];
    file.get(header);
    assertThat(file.position() % 64).isZero();
    assertThat(new String(header, StandardCharsets.US_ASCII))
        .startsWith("{'descr': '<f8', 'fortran_order': False, 'shape': " + shape)
        .endsWith("\n");
    return file;
  }
}
