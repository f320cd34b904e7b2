package org.perrin.diagnostics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.perrin.draws.CsvText;
import org.perrin.draws.Draws;
import org.perrin.math.Parallel;

/**
 * A posterior at a glance: a row for each parameter, and notes on what is wrong with the chains.
 * Chains that diverged are left out unless all did; the others are cut to the shortest.
 */
public record Summary(List<Row> rows, List<String> notes) {
  private static final String[] COLUMNS = {
    "name", "mean", "sd", "mcse_mean", "q5", "q50", "q95", "ess_bulk", "ess_tail", "rhat"
  };

  /** What a narrow table goes without, the first of them first. */
  private static final List<String> DROPPED =
      List.of("mcse_mean", "q50", "ess_tail", "ess_bulk", "rhat");

  private static final int LEAST_NAME = 12;

  /** Above it the chains disagree. */
  private static final double RHAT_LIMIT = 1.01;

  /** The same for one of many effects. */
  private static final double EFFECT_RHAT = 1.05;

  /** Effective draws a chain below which R̂ and quantiles are themselves in doubt. */
  private static final int ESS_LIMIT = 100;

  /** What a row needs while it is made: draws, their order, scores, halves and their transform. */
  private static final long BYTES_A_DRAW = 8 * 8;

  /** Parameters read from draws together: as many numbers as lie side by side in memory. */
  private static final int BLOCK = 16;

  /** Copies the lists. */
  public Summary {
    rows = List.copyOf(rows);
    notes = List.copyOf(notes);
  }

  /** One parameter; see {@link Convergence}. */
  public record Row(
      String name,
      double mean,
      double sd,
      double mcseMean,
      double q5,
      double q50,
      double q95,
      double essBulk,
      double essTail,
      double rhat) {
    /** The row of one parameter, an array for each chain. */
    public static Row of(String name, double[][] chains) {
      var parameter = new ParameterDraws(chains);
      SortedDraws order = parameter.order();
      double sd = Convergence.sd(chains);
      return new Row(
          name,
          Convergence.mean(chains),
          sd,
          sd / Math.sqrt(parameter.essMean()),
          order.quantile(0.05),
          order.quantile(0.5),
          order.quantile(0.95),
          parameter.essBulk(),
          parameter.essTail(),
          parameter.rhat());
    }

    /** The row of a line of {@link Summary#toCsv}, whose parameter has that name. */
    public static Row of(String name, String line) {
      String[] fields = line.split(",");
      double[] n = new double[COLUMNS.length - 1];
      for (int k = 0; k < n.length; k++) {
        n[k] = Double.parseDouble(fields[fields.length - n.length + k]);
      }
      return new Row(name, n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8]);
    }

    private double[] numbers() {
      return new double[] {mean, sd, mcseMean, q5, q50, q95, essBulk, essTail, rhat};
    }
  }

  /** The summary of all parameters, one task each, no more at once than half the memory holds. */
  public static Summary of(Draws draws) {
    return of(draws, draws.dimension());
  }

  /**
   * The same where parameters from {@code common} on are effects of groups: thousands of them are
   * not held to limits that are meant for some, but to wider ones.
   */
  public static Summary of(Draws draws, int common) {
    if (draws.count() == 0) {
      throw new IllegalArgumentException("there are no draws to summarise");
    }
    List<Draws.Chain> used = draws.usable();
    int length = used.stream().mapToInt(Draws.Chain::count).min().orElseThrow();
    Row[] rows = new Row[draws.dimension()];
    long bytes = BYTES_A_DRAW * length * used.size();
    int most = Math.clamp(Runtime.getRuntime().maxMemory() / 2 / bytes, 1, rows.length);
    int block = Math.clamp(most / 64, 1, BLOCK);
    Parallel.run(
        (rows.length + block - 1) / block,
        Math.max(1, most / block),
        n -> {
          int from = n * block;
          int count = Math.min(block, rows.length - from);
          double[][][] chains = new double[count][used.size()][];
          for (int c = 0; c < used.size(); c++) {
            double[][] own = used.get(c).coordinates(from, count, length);
            for (int k = 0; k < count; k++) {
              chains[k][c] = own[k];
            }
          }
          for (int k = 0; k < count; k++) {
            rows[from + k] = Row.of(draws.names().get(from + k), chains[k]);
          }
        });
    List<String> notes = notes(draws, used, Arrays.copyOf(rows, common));
    effects(Arrays.copyOfRange(rows, common, rows.length)).ifPresent(notes::add);
    return new Summary(List.of(rows), notes);
  }

  private static List<String> notes(Draws draws, List<Draws.Chain> used, Row[] rows) {
    List<String> notes = new ArrayList<>();
    long diverged = draws.chains().stream().filter(c -> c.divergence() != null).count();
    if (diverged > 0) {
      notes.add(
          "%d of %d chains diverged; %d are summarised"
              .formatted(diverged, draws.chains().size(), used.size()));
    }
    notes.addAll(steps(draws));
    long apart = Arrays.stream(rows).filter(r -> r.rhat() > RHAT_LIMIT).count();
    if (apart > 0) {
      notes.add(
          "rhat is above %s for %d of %d parameters: the chains have not mixed"
              .formatted(RHAT_LIMIT, apart, rows.length));
    }
    double enough = (double) ESS_LIMIT * used.size();
    long few = Arrays.stream(rows).filter(r -> Math.min(r.essBulk(), r.essTail()) < enough).count();
    if (few > 0) {
      notes.add(
          "ess is below %.0f for %d of %d parameters: draw longer"
              .formatted(enough, few, rows.length));
    }
    return notes;
  }

  private static Optional<String> effects(Row... rows) {
    long poor =
        Arrays.stream(rows)
            .filter(r -> r.rhat() > EFFECT_RHAT || Math.min(r.essBulk(), r.essTail()) < ESS_LIMIT)
            .count();
    return poor == 0
        ? Optional.empty()
        : Optional.of(
            "%,d of %,d effects of groups have fewer than %d effective draws, or an rhat above %s: draw longer"
                .formatted(poor, rows.length, ESS_LIMIT, EFFECT_RHAT));
  }

  /** What the sampler itself says went wrong. */
  private static List<String> steps(Draws draws) {
    List<String> notes = new ArrayList<>();
    if (draws.divergent() > 0) {
      notes.add(
          "%,d of %,d steps were divergent: draws are missing where the posterior bends too sharply for the step-size; a tighter prior may help"
              .formatted(draws.divergent(), draws.steps()));
    }
    if (draws.fullTrees() > 0) {
      notes.add(
          "%,d of %,d steps reached the largest tree depth: chains move slowly, draw longer"
              .formatted(draws.fullTrees(), draws.steps()));
    }
    return notes;
  }

  /** The row of a parameter. */
  public Row get(String name) {
    return rows.stream()
        .filter(row -> row.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no parameter " + name));
  }

  /** Comma-separated values with all digits, a header first. */
  public String toCsv() {
    var csv = new StringBuilder(String.join(",", COLUMNS)).append('\n');
    for (Row row : rows) {
      csv.append(CsvText.field(row.name()));
      for (double number : row.numbers()) {
        csv.append(',').append(number);
      }
      csv.append('\n');
    }
    return csv.toString();
  }

  /** A table for people, and the notes. */
  @Override
  public String toString() {
    String table = table(Integer.MAX_VALUE);
    return notes.isEmpty() ? table : table + "\n\n" + String.join("\n", notes);
  }

  /**
   * The table in lines of at most {@code most} characters: without the columns that tell least, and
   * with names cut in their middle, where it would be wider.
   */
  public String table(int most) {
    List<String[]> cells = new ArrayList<>();
    cells.add(COLUMNS);
    rows.forEach(row -> cells.add(cells(row)));
    int[] width = new int[COLUMNS.length];
    for (String[] line : cells) {
      for (int c = 0; c < width.length; c++) {
        width[c] = Math.max(width[c], line[c].length());
      }
    }
    width[0] = Math.min(width[0], Math.max(LEAST_NAME, most / 3));
    for (int k = 0; k < DROPPED.size() && total(width) > most; k++) {
      width[List.of(COLUMNS).indexOf(DROPPED.get(k))] = 0;
    }
    return cells.stream().map(line -> align(line, width)).collect(Collectors.joining("\n"));
  }

  private static int total(int[] width) {
    return Arrays.stream(width).filter(w -> w > 0).map(w -> w + 2).sum() - 2;
  }

  private static String[] cells(Row row) {
    double[] numbers = row.numbers();
    String[] line = new String[COLUMNS.length];
    line[0] = row.name();
    for (int c = 1; c < line.length; c++) {
      line[c] = shown(COLUMNS[c], numbers[c - 1]);
    }
    return line;
  }

  private static String shown(String column, double number) {
    if (!Double.isFinite(number)) {
      return String.valueOf(number);
    }
    String pattern = column.startsWith("ess") ? "%.0f" : column.equals("rhat") ? "%.3f" : "%.4g";
    return String.format(Locale.ROOT, pattern, number);
  }

  /** The name to the left, numbers to the right; columns without a width are left out. */
  private static String align(String[] line, int[] width) {
    String name = shortened(line[0], width[0]);
    var text = new StringBuilder(name).repeat(' ', width[0] - name.length());
    for (int c = 1; c < line.length; c++) {
      if (width[c] > 0) {
        text.repeat(' ', 2 + width[c] - line[c].length()).append(line[c]);
      }
    }
    return text.toString();
  }

  /**
   * A name within {@code most} characters, by both of its ends: levels and functions of columns
   * often begin alike.
   */
  public static String shortened(String name, int most) {
    if (name.length() <= most) {
      return name;
    }
    int end = (most - 1) / 2;
    return name.substring(0, most - 1 - end) + "…" + name.substring(name.length() - end);
  }
}
