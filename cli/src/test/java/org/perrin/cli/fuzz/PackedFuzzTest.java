package org.perrin.cli.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.io.InputException;
import org.perrin.io.design.Design;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.packed.PackedTable;
import org.perrin.io.packed.Packer;
import org.perrin.io.table.ReadOptions;
import org.perrin.io.table.Table;

/**
 * Packed tables, damaged and put together again with checksums that are right, as an attacker who
 * means harm would: the reader must not trust what a checksum confirms.
 */
class PackedFuzzTest {
  private static final int HEAD = 4096;
  private static final int LENGTH_AT = 32;
  private static final int CHECKSUM_AT = 36;

  @TempDir Path folder;
  private byte[] head;
  private byte[] rows;
  private byte[] text;

  @BeforeEach
  void pack() throws IOException {
    Path csv = folder.resolve("t.csv");
    Files.writeString(
        csv, "y,x,kind,ok,day\n" + "1,2,a,yes,2001-02-03\n0,3,b,no,2001-02-03\n".repeat(3));
    Path out = folder.resolve("t.perrin");
    try (var packer = Packer.to(out, false, false)) {
      packer.finish(Table.stream(csv, ReadOptions.detect(), packer));
    }
    byte[] all = Files.readAllBytes(out);
    ByteBuffer fields = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
    int length = fields.getInt(LENGTH_AT);
    head = Arrays.copyOf(all, HEAD);
    rows = Arrays.copyOfRange(all, HEAD, all.length - length);
    text = Arrays.copyOfRange(all, all.length - length, all.length - 4);
  }

  private static int crc(byte[] bytes, int length) {
    var crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  /** Parts as a file in which every checksum is right. */
  private static byte[] sealed(byte[] head, byte[] rows, byte[] text) {
    byte[] description = Arrays.copyOf(text, text.length + 4);
    ByteBuffer end = ByteBuffer.wrap(description).order(ByteOrder.LITTLE_ENDIAN);
    end.putInt(text.length, crc(rows, rows.length));
    ByteBuffer top = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
    top.putInt(LENGTH_AT, description.length)
        .putInt(CHECKSUM_AT, crc(description, description.length));
    top.putInt(HEAD - 4, crc(head, HEAD - 4));
    var out = new ByteArrayOutputStream();
    out.writeBytes(head);
    out.writeBytes(rows);
    out.writeBytes(description);
    return out.toByteArray();
  }

  private byte[] harmful(Mutator descriptions, SplittableRandom random) {
    byte[] newHead = head.clone();
    byte[] newRows = rows.clone();
    return switch (random.nextInt(4)) {
      case 0 -> sealed(newHead, newRows, descriptions.bytes(random));
      case 1 -> {
        double value = new double[] {-1, 2, 1e18, Double.NaN, 0.5}[random.nextInt(5)];
        int at = 8 * random.nextInt(rows.length / 8);
        ByteBuffer.wrap(newRows).order(ByteOrder.LITTLE_ENDIAN).putDouble(at, value);
        yield sealed(newHead, newRows, text);
      }
      case 2 -> {
        int field = 8 + 4 * random.nextInt(6);
        int value = random.nextBoolean() ? random.nextInt() : random.nextInt(-2, 9);
        ByteBuffer.wrap(newHead).order(ByteOrder.LITTLE_ENDIAN).putInt(field, value);
        yield sealed(newHead, newRows, text);
      }
      default -> Mutator.of(List.of(sealed(newHead, newRows, text))).bytes(random);
    };
  }

  /** Rows that are not finite are refused by the library's own exception, when they are read. */
  @Test
  void nothing_is_trusted() {
    var words =
        new String[] {"null", "-1", "0", "1", "\"\"", "\"text\"", "[", "]", "1e9", "boolean"};
    var descriptions = Mutator.of(List.of(text)).speaking(words);
    Path file = folder.resolve("harm.perrin");
    Fuzz.share(
        10,
        Set.of(InputException.class, IllegalArgumentException.class),
        random -> {
          FileFuzzTest.write(file, harmful(descriptions, random));
          PackedTable.open(file).verify();
          Table table = Table.read(file, ReadOptions.detect());
          var data = Design.of(table, DesignSpec.target("y").drop("day")).data();
          double[] row = new double[data.x().width()];
          for (int i = 0; i < data.count(); i++) {
            data.x().copy(i, row);
          }
          assertThat(data.count()).isPositive();
        });
  }
}
