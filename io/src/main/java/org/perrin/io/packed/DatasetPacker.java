package org.perrin.io.packed;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.perrin.data.Dataset;
import org.perrin.io.table.Column;
import org.perrin.io.table.RowSink;

/** Packs data that are made a part at a time: all columns but the intercept, and the target. */
public final class DatasetPacker {
  private DatasetPacker() {}

  /**
   * Writes the parts one after the other, from the first that a packer did not write which was
   * killed. Data made of the same {@code source} have the same parts.
   *
   * @return the columns, with the target
   */
  public static int write(
      Path out, boolean single, String target, String source, List<Supplier<Dataset>> parts) {
    try (var packer = Packer.to(out, single, false, source)) {
      byte[] mark = packer.lastMark();
      int first = mark == null ? 0 : ByteBuffer.wrap(mark).getInt();
      List<String> names = new ArrayList<>();
      for (int p = first; p < parts.size(); p++) {
        Dataset part = parts.get(p).get();
        if (p == first) {
          names.addAll(part.names().subList(1, part.names().size()));
          names.add(target);
        }
        if (p == 0) {
          packer.begin(names);
        }
        packer.rows(columns(part), part.count());
        // something must be left to do: names come from a part
        if (p + 1 < parts.size() && packer.wantsMark()) {
          packer.mark(ByteBuffer.allocate(Integer.BYTES).putInt(p + 1).array());
        }
      }
      packer.finish(names.stream().map(DatasetPacker::shell).toList());
      return names.size();
    }
  }

  private static RowSink.Shell shell(String name) {
    return new RowSink.Shell(Column.Numeric.of(name), List.of());
  }

  private static double[][] columns(Dataset data) {
    int d = data.x().width();
    double[][] columns = new double[d][data.count()];
    for (int i = 0; i < data.count(); i++) {
      for (int k = 1; k < d; k++) {
        columns[k - 1][i] = data.x().get(i, k);
      }
      columns[d - 1][i] = data.responses().get(i);
    }
    return columns;
  }
}
