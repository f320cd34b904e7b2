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
    var buffer = ByteBuffer.allocate(12 * (d + 3));
    int[] at = new int[data.x().nonZeros()];
    double[] row = new double[Math.max(d, at.length)];
    for (int i = from; i < to; i++) {
      buffer.clear();
      put(data.x(), i, row, at, buffer);
      buffer.putDouble(data.responses().get(i));
      buffer.putDouble(data.offsets() == null ? 0 : data.offsets().get(i));
      buffer.putDouble(data.weights() == null ? 1 : data.weights().get(i));
      crc.update(buffer.flip());
    }
    return (int) crc.getValue();
  }

  private static void put(Rows x, int i, double[] row, int[] at, ByteBuffer buffer) {
    if (x instanceof CodedRows coded) {
      int n = coded.elements(i, at, row);
      for (int e = 0; e < n; e++) {
        buffer.putInt(at[e]).putDouble(row[e]);
      }
      return;
    }
    x.copy(i, row);
    for (double value : row) {
      buffer.putDouble(value);
    }
  }
}
