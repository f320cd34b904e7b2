package org.perrin.io.packed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.io.table.Column;
import org.perrin.io.table.RowSink;

/** Packs data that are made a part at a time: all columns but the intercept, and the target. */
public final class DatasetPacker {
  private DatasetPacker() {}

  /** Writes the parts one after the other. */
  public static void write(Path out, boolean single, String target, Iterator<Dataset> parts) {
    try (var packer = Packer.to(out, single, false)) {
      List<String> names = null;
      while (parts.hasNext()) {
        Dataset part = parts.next();
        if (names == null) {
          names = new ArrayList<>(part.names().subList(1, part.names().size()));
          names.add(target);
          packer.begin(names);
        }
        packer.rows(columns(part), part.count());
      }
      packer.finish(
          names.stream()
              .map(name -> new RowSink.Shell(Column.Numeric.of(name), List.of()))
              .toList());
    }
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
