package org.perrin.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;
import org.perrin.random.RandomStream;

/**
 * The two real data sets of the paper, prepared as it prepares them, from a folder with the files.
 */
public final class RealData {
  private RealData() {}

  /** The folder of the variable PERRIN_DATA, or null. */
  public static Path folder() {
    String folder = System.getenv("PERRIN_DATA");
    return folder == null || folder.isBlank() ? null : Path.of(folder);
  }

  /** Whether {@code folder} holds {@code file}. */
  public static boolean has(Path folder, String file) {
    return folder != null && Files.isReadable(folder.resolve(file));
  }

  /** Two parts of one table. */
  public record Split(Dataset train, Dataset test) {}

  /**
   * Covertype: type 2 against the rest; intercept; the ten numeric columns less their median over
   * their interquartile range; the first 75 % of a seeded shuffle to train on.
   */
  public static Split covertype(Path folder, long seed) {
    return covertype(folder, labels -> shuffle(labels.length, seed));
  }

  /**
   * Covertype in an order of one's own: {@code order} sees the labels and gives the rows, of which
   * the first 75 % are to train on.
   */
  public static Split covertype(Path folder, Function<double[], int[]> order) {
    Table table = Table.read(folder.resolve("covtype.csv.gz"));
    int n = table.count();
    double[][] columns = new double[54][];
    List<String> names = new ArrayList<>(List.of("(Intercept)"));
    for (int k = 0; k < 54; k++) {
      columns[k] = numbers(table, k);
      names.add(table.names().get(k));
      if (k < 10) {
        robust(columns[k]);
      }
    }
    double[] labels = Arrays.stream(numbers(table, 54)).map(type -> type == 2 ? 1 : 0).toArray();
    int[] rows = order.apply(labels);
    int cut = (int) Math.floor(0.75 * n);
    return new Split(
        covertype(columns, labels, Arrays.copyOf(rows, cut), names),
        covertype(columns, labels, Arrays.copyOfRange(rows, cut, n), names));
  }

  private static Dataset covertype(
      double[][] columns, double[] labels, int[] rows, List<String> names) {
    var x =
        DenseRows.fill(
            rows.length,
            55,
            (row, to, at) -> {
              to[at] = 1;
              for (int k = 0; k < 54; k++) {
                to[at + 1 + k] = columns[k][rows[row]];
              }
            });
    double[] y = new double[rows.length];
    Arrays.setAll(y, i -> labels[rows[i]]);
    return Dataset.of(x, y).named(names);
  }

  /** CASP: all columns standardised, the response too; intercept. */
  public static Dataset casp(Path folder) {
    Table table = Table.read(folder.resolve("CASP.csv.gz"));
    double[][] columns = new double[10][];
    List<String> names = new ArrayList<>(List.of("(Intercept)"));
    for (int k = 0; k < 10; k++) {
      columns[k] = numbers(table, k);
      standardise(columns[k]);
      if (k > 0) {
        names.add(table.names().get(k));
      }
    }
    var x =
        DenseRows.fill(
            table.count(),
            10,
            (row, to, at) -> {
              to[at] = 1;
              for (int k = 1; k < 10; k++) {
                to[at + k] = columns[k][row];
              }
            });
    return Dataset.of(x, columns[0]).named(names);
  }

  private static double[] numbers(Table table, int k) {
    if (table.columns().get(k) instanceof Column.Numeric numeric) {
      return numeric.values().toArray().clone();
    }
    throw new IllegalArgumentException(
        "column %s of %s is not numeric".formatted(table.names().get(k), table.source()));
  }

  private static int[] shuffle(int n, long seed) {
    int[] order = new int[n];
    Arrays.setAll(order, i -> i);
    var random = RandomStream.of(seed);
    for (int i = n - 1; i > 0; i--) {
      int j = random.nextIndex(i + 1);
      int swap = order[i];
      order[i] = order[j];
      order[j] = swap;
    }
    return order;
  }

  private static void robust(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double median = quantile(sorted, 0.5);
    double range = quantile(sorted, 0.75) - quantile(sorted, 0.25);
    for (int i = 0; i < values.length; i++) {
      values[i] = (values[i] - median) / range;
    }
  }

  private static double quantile(double[] sorted, double p) {
    double place = p * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }

  private static void standardise(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double variance =
        Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
    for (int i = 0; i < values.length; i++) {
      values[i] = (values[i] - mean) / Math.sqrt(variance);
    }
  }
}
