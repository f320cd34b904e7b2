package org.perrin.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.perrin.cli.console.TextTable;
import org.perrin.diagnostics.Quantiles;
import org.perrin.diagnostics.Summary;
import org.perrin.draws.CsvText;
import org.perrin.draws.Draws;
import org.perrin.io.JsonNumbers;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A summary with columns of the user's choice.
 *
 * @param names of the parameters
 * @param columns numbers by their names, for each parameter
 * @param priors of the parameters in words, or none
 */
record SummaryTable(List<String> names, Map<String, double[]> columns, List<String> priors) {
  /**
   * Of draws.
   *
   * @param quantiles which ones
   * @param shortest the probability of shortest intervals; empty for none
   * @param sensitivity of each parameter to its prior, or null
   */
  static SummaryTable of(
      Draws draws,
      Summary summary,
      double[] quantiles,
      OptionalDouble shortest,
      double[] sensitivity,
      List<String> priors) {
    Map<String, double[]> columns = new LinkedHashMap<>();
    List<Summary.Row> rows = summary.rows();
    int d = rows.size();
    columns.put("mean", rows.stream().mapToDouble(Summary.Row::mean).toArray());
    columns.put("sd", rows.stream().mapToDouble(Summary.Row::sd).toArray());
    double[][] places = new double[quantiles.length][d];
    double[][] ends = new double[2][d];
    double[] above = new double[d];
    for (int k = 0; k < d; k++) {
      double[][] chains = draws.coordinate(k);
      var sorted = Quantiles.of(chains);
      for (int j = 0; j < quantiles.length; j++) {
        places[j][k] = sorted.at(quantiles[j]);
      }
      double[] interval =
          shortest.isEmpty() ? new double[2] : sorted.shortest(shortest.getAsDouble());
      ends[0][k] = interval[0];
      ends[1][k] = interval[1];
      above[k] =
          Arrays.stream(chains)
              .flatMapToDouble(Arrays::stream)
              .map(v -> v > 0 ? 1 : 0)
              .average()
              .orElse(Double.NaN);
    }
    for (int j = 0; j < quantiles.length; j++) {
      columns.put(IntervalOptions.name(quantiles[j]), places[j]);
    }
    if (shortest.isPresent()) {
      columns.put("hdi_low", ends[0]);
      columns.put("hdi_high", ends[1]);
    }
    columns.put("P(>0)", above);
    if (sensitivity != null) {
      columns.put("sensitivity", sensitivity);
    }
    columns.put("ess_bulk", rows.stream().mapToDouble(Summary.Row::essBulk).toArray());
    columns.put("rhat", rows.stream().mapToDouble(Summary.Row::rhat).toArray());
    return new SummaryTable(rows.stream().map(Summary.Row::name).toList(), columns, priors);
  }

  /** Lines of at most so many characters, of the first parameters. */
  String text(int shown, int width) {
    List<String> head = new ArrayList<>(List.of("name"));
    head.addAll(columns.keySet());
    if (!priors.isEmpty()) {
      head.add("prior");
    }
    List<List<String>> lines = new ArrayList<>();
    for (int k = 0; k < shown; k++) {
      List<String> line = new ArrayList<>(List.of(names.get(k)));
      int parameter = k;
      columns.forEach((name, values) -> line.add(cell(name, values[parameter])));
      if (!priors.isEmpty()) {
        line.add(priors.get(k));
      }
      lines.add(line);
    }
    return TextTable.cut(head, lines, List.of("ess_bulk", "rhat", "sd"), "name", 12, width);
  }

  private static String cell(String column, double value) {
    String format =
        column.equals("ess_bulk")
            ? "%.0f"
            : column.equals("rhat") || column.equals("P(>0)") || column.equals("sensitivity")
                ? "%.3f"
                : "%.4g";
    return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "-";
  }

  String csv() {
    var text = new StringBuilder("name," + String.join(",", columns.keySet()));
    text.append(priors.isEmpty() ? "\n" : ",prior\n");
    for (int k = 0; k < names.size(); k++) {
      text.append(CsvText.field(names.get(k)));
      for (double[] values : columns.values()) {
        text.append(',').append(values[k]);
      }
      text.append(priors.isEmpty() ? "" : "," + CsvText.field(priors.get(k))).append('\n');
    }
    return text.toString();
  }

  ArrayNode json() {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (int k = 0; k < names.size(); k++) {
      ObjectNode node = array.addObject().put("name", names.get(k));
      int parameter = k;
      columns.forEach((name, values) -> JsonNumbers.put(node, name, values[parameter]));
      if (!priors.isEmpty()) {
        node.put("prior", priors.get(k));
      }
    }
    return array;
  }
}
