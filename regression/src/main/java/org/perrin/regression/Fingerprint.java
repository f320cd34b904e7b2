package org.perrin.regression;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.data.Rows;
import org.perrin.io.design.GroupRows;
import org.perrin.math.Parallel;

/** Identifies a design: a checksum of every number in it. */
final class Fingerprint {
  private static final int CHUNKS = 64;
  private static final int BLOCK = 64;

  private static final String ELSEWHERE = "elsewhere:";

  private Fingerprint() {}

  /** Of rows that lay elsewhere, in an order that nothing here has. */
  static String elsewhere(long rows) {
    return ELSEWHERE + rows;
  }

  /** Whether it is one of {@link #elsewhere}. */
  static boolean isElsewhere(String fingerprint) {
    return fingerprint.startsWith(ELSEWHERE);
  }

  /** {@code crc32c:} and eight hexadecimal digits, as many more for groups; one pass. */
  static String of(Dataset data, List<GroupRows> groups) {
    if (groups.isEmpty()) {
      return of(data);
    }
    int hash = 0;
    for (GroupRows rows : groups) {
      hash = 31 * hash + Arrays.hashCode(rows.level());
      for (double[] values : rows.values()) {
        hash = values == null ? hash : 31 * hash + Arrays.hashCode(values);
      }
    }
    return of(data) + "+" + HexFormat.of().toHexDigits(hash);
  }

  private static String of(Dataset data) {
    int[] parts = new int[CHUNKS];
    Parallel.run(CHUNKS, c -> parts[c] = part(data, c));
    var all = new CRC32C();
    var buffer = ByteBuffer.allocate(4 * CHUNKS + 8);
    for (int part : parts) {
      buffer.putInt(part);
    }
    buffer.putInt(data.count()).putInt(data.x().width());
    all.update(buffer.flip());
    return "crc32c:" + HexFormat.of().toHexDigits((int) all.getValue());
  }

  private static int part(Dataset data, int chunk) {
    int d = data.x().width();
    int from = (int) ((long) data.count() * chunk / CHUNKS);
    int to = (int) ((long) data.count() * (chunk + 1) / CHUNKS);
    var crc = new CRC32C();
    var buffer = ByteBuffer.allocate(12 * (d + 3) * BLOCK);
    RowBytes rows = data.x() instanceof CodedRows coded ? elements(coded) : numbers(data.x());
    for (int first = from; first < to; first += BLOCK) {
      int end = Math.min(first + BLOCK, to);
      for (int i = first; i < end; i++) {
        rows.put(i, first, end, buffer);
        buffer.putDouble(data.responses().get(i));
        buffer.putDouble(data.offsets() == null ? 0 : data.offsets().get(i));
        buffer.putDouble(data.weights() == null ? 1 : data.weights().get(i));
      }
      crc.update(buffer.flip());
      buffer.clear();
    }
    return (int) crc.getValue();
  }

  /** What a row is to the checksum; rows come one after the other, in blocks. */
  @FunctionalInterface
  private interface RowBytes {
    void put(int i, int first, int end, ByteBuffer buffer);
  }

  private static RowBytes elements(CodedRows x) {
    int[] at = new int[x.nonZeros()];
    double[] values = new double[at.length];
    return (i, first, end, buffer) -> {
      int n = x.elements(i, at, values);
      for (int e = 0; e < n; e++) {
        buffer.putInt(at[e]).putDouble(values[e]);
      }
    };
  }

  private static RowBytes numbers(Rows x) {
    double[] block = new double[BLOCK * x.stride()];
    return (i, first, end, buffer) -> {
      if (i == first) {
        x.read(first, end - first, block);
      }
      int at = (i - first) * x.stride();
      for (int k = at; k < at + x.width(); k++) {
        buffer.putDouble(block[k]);
      }
    };
  }
}
