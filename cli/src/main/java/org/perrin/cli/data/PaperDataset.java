package org.perrin.cli.data;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;

/** The data sets of the paper, from the UCI Machine Learning Repository (CC BY 4.0). */
public enum PaperDataset {
  /** Physicochemical properties of protein tertiary structure, data set 265. */
  CASP("00265/CASP.csv", "CASP.csv", null, 45_730, "RMSD", 8_000_000),
  /** Forest cover type, data set 31. */
  COVTYPE(
      "covtype/covtype.data.gz", "covtype.csv.gz", covtype(), 581_012, "Cover_Type", 24_000_000);

  private static final String HOST = "https://archive.ics.uci.edu/ml/machine-learning-databases/";

  private final String place;
  private final String file;
  private final List<String> header;
  private final int rows;
  private final String target;
  private final long most;

  PaperDataset(String place, String file, List<String> header, int rows, String target, long most) {
    this.place = place;
    this.file = file;
    this.header = header;
    this.rows = rows;
    this.target = target;
    this.most = most;
  }

  private static List<String> covtype() {
    List<String> names =
        new ArrayList<>(
            List.of(
                "Elevation",
                "Aspect",
                "Slope",
                "Horizontal_Distance_To_Hydrology",
                "Vertical_Distance_To_Hydrology",
                "Horizontal_Distance_To_Roadways",
                "Hillshade_9am",
                "Hillshade_Noon",
                "Hillshade_3pm",
                "Horizontal_Distance_To_Fire_Points"));
    for (int k = 1; k <= 4; k++) {
      names.add("Wilderness_Area" + k);
    }
    for (int k = 1; k <= 40; k++) {
      names.add("Soil_Type" + k);
    }
    names.add("Cover_Type");
    return names;
  }

  /** As on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** All names. */
  public static List<String> words() {
    return Arrays.stream(values()).map(PaperDataset::word).toList();
  }

  /** Where it is. */
  public URI uri() {
    return URI.create(HOST + place);
  }

  /** What it is saved as, by default. */
  public String file() {
    return file;
  }

  /** The names of its columns if the file has none, or null. */
  public List<String> header() {
    return header;
  }

  /** The column to explain. */
  public String target() {
    return target;
  }

  /** Bytes that it may have. */
  public long most() {
    return most;
  }

  /** Refuses a table of another shape or with something else than numbers in it. */
  public void check(Table table) {
    int columns = header == null ? 10 : header.size();
    if (table.count() != rows || table.columns().size() != columns) {
      throw new InputException(
          "%s: %s × %d arrived, %s × %d were expected: nothing was kept"
              .formatted(
                  word(),
                  MessageText.count(table.count()),
                  table.columns().size(),
                  MessageText.count(rows),
                  columns));
    }
    table.column(target);
    for (Column column : table.columns()) {
      boolean numbers = column instanceof Column.Numeric n && n.flaw() == null;
      if (!numbers || column.missing() > 0) {
        throw new InputException(
            "%s: column %s holds more than numbers: nothing was kept"
                .formatted(word(), MessageText.quoted(column.name())));
      }
    }
  }
}
