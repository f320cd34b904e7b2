package org.perrin.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.perrin.cli.console.Terminal;
import org.perrin.cli.console.TextLayout;
import org.perrin.cli.console.TextTable;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.design.ModelGuess;
import org.perrin.io.packed.PackedColumn;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a file holds. */
@CommandLine.Command(
    name = "describe",
    description = {
      "Prints what the columns of a table hold.",
      "And which model each would have as a target. Long values are cut; --json has all."
    },
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  perrin data describe people.csv",
      "  perrin data describe --sql \"SELECT * FROM 'x.parquet' LIMIT 1000\" --json"
    })
final class DescribeCommand extends Command {
  private static final int MOST_LEVELS = 1000;

  /** Characters of a column's values that say what it holds. */
  private static final int ENOUGH = 36;

  @Parameters(index = "0", arity = "0..1", paramLabel = "DATA", description = DataOptions.ABOUT)
  Path data;

  @Mixin DataOptions reading;

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  /** A column in words. */
  private record Line(String name, String kind, int missing, String values, String model) {}

  @Override
  void run() {
    Table table = reading.source(data, Path.of("")).read();
    List<Line> lines = table.columns().stream().map(column -> line(table, column)).toList();
    if (json) {
      out().println(json(table, lines).toPrettyString());
      return;
    }
    List<List<String>> cells = new ArrayList<>();
    for (Line l : lines) {
      cells.add(
          List.of(
              MessageText.line(l.name()),
              l.kind(),
              MessageText.count(l.missing()),
              l.values(),
              l.model()));
    }
    out()
        .println(
            "%s: %s, %s\n"
                .formatted(
                    table.source(),
                    MessageText.count(table.total(), "row"),
                    MessageText.count(lines.size(), "column")));
    out().println(text(cells, Terminal.width()));
  }

  /** The ends of names and values are cut before a line would wrap; --json has all. */
  private static String text(List<List<String>> cells, int width) {
    List<List<String>> named =
        cells.stream()
            .map(
                line -> {
                  List<String> copy = new ArrayList<>(line);
                  copy.set(0, TextLayout.cut(line.getFirst(), width / 3));
                  return copy;
                })
            .toList();
    boolean whole = cells.stream().allMatch(line -> line.get(2).equals("0"));
    return TextTable.cut(
        List.of("column", "kind", "missing", "values", "as a target"),
        named,
        whole ? List.of("missing", "kind") : List.of("kind"),
        "values",
        ENOUGH,
        width);
  }

  private static Line line(Table table, Column column) {
    return new Line(
        column.name(),
        column.kind(),
        column.missing(),
        values(table, column),
        model(table, column));
  }

  private static String values(Table table, Column column) {
    return plainly(table, column) + (column.note() == null ? "" : "; " + column.note());
  }

  private static String plainly(Table table, Column column) {
    return switch (column) {
      case Column.Numeric numeric when table.packed() != null ->
          packed(table.packed().find(numeric.name()).orElseThrow());
      case Column.Flags _ when table.packed() != null -> "true or false";
      case Column.Numeric numeric -> range(numeric);
      case Column.Flags flags -> flags(flags);
      case Column.Text text -> levels(text);
      case Column.Other other -> other.advice();
    };
  }

  /** From the description: a packed table is not read for this. */
  private static String packed(PackedColumn column) {
    return column.seen().isEmpty()
        ? "none"
        : String.format(
            Locale.ROOT,
            "%.4g … %.4g, mean %.4g, sd %.4g",
            column.seen().getFirst(),
            column.seen().getLast(),
            column.mean(),
            column.sd());
  }

  private static String range(Column.Numeric column) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    double mean = 0;
    double squares = 0;
    int count = 0;
    for (double v : column.values().toArray()) {
      if (!Double.isNaN(v)) {
        low = Math.min(low, v);
        high = Math.max(high, v);
        double away = v - mean;
        mean += away / ++count;
        squares += away * (v - mean);
      }
    }
    String flaw = column.flaw() == null ? "" : "; " + column.flaw().problem();
    return count == 0
        ? "none"
        : String.format(
            Locale.ROOT,
            "%.4g … %.4g, mean %.4g, sd %.4g%s",
            low,
            high,
            mean,
            Math.sqrt(squares / Math.max(1, count - 1)),
            flaw);
  }

  private static String flags(Column.Flags column) {
    int ones = 0;
    for (byte v : column.values()) {
      ones += v == 1 ? 1 : 0;
    }
    return String.format(
        Locale.ROOT,
        "true in %.1f %%",
        100.0 * ones / Math.max(1, column.count() - column.missing()));
  }

  private static String levels(Column.Text column) {
    if (column.flaw() != null) {
      return "%s: %s".formatted(column.flaw().where(), column.flaw().problem());
    }
    return "%s: %s"
        .formatted(
            MessageText.count(column.levels().size(), "level"),
            MessageText.listed(column.levels()));
  }

  private static String model(Table table, Column column) {
    boolean wide = column instanceof Column.Text text && text.levels().size() > MOST_LEVELS;
    if (wide || column instanceof Column.Other || column.missing() == table.total()) {
      return "none";
    }
    try {
      return ModelGuess.of(table, column.name()).model();
    } catch (InputException e) {
      return "none";
    }
  }

  private static ObjectNode json(Table table, List<Line> lines) {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    root.put("source", table.source()).put("rows", table.total());
    ArrayNode columns = root.putArray("columns");
    for (Line line : lines) {
      columns
          .addObject()
          .put("name", line.name())
          .put("kind", line.kind())
          .put("missing", line.missing())
          .put("values", line.values())
          .put("model", line.model());
    }
    return root;
  }
}
