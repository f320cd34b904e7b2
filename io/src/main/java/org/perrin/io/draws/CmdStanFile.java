package org.perrin.io.draws;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.draws.Draws;
import org.perrin.draws.Transitions;
import org.perrin.dynamics.StepStatistic;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.table.TextLines;

/** One chain from a CmdStan file: comments anywhere, a line of columns, lines of numbers. */
final class CmdStanFile {
  private final String source;
  private final Map<String, String> settings = new HashMap<>();
  private String @Nullable [] columns;
  private int @Nullable [] parameters;
  private final List<StepStatistic> statistics = new ArrayList<>();
  private int @Nullable [] places;
  private @Nullable List<String> names;
  private final Numbers values = new Numbers();
  private final Numbers steps = new Numbers();
  private int rows;
  private int skipped;
  private long line;

  private CmdStanFile(String source) {
    this.source = source;
  }

  static CmdStanFile read(Path path) {
    CmdStanFile file = new CmdStanFile(path.toString());
    TextLines.each(path, file::add);
    return file.finish();
  }

  private void add(long number, String text) {
    line = number;
    if (text.startsWith("#")) {
      setting(text.substring(1).strip());
    } else if (!text.isBlank() && columns == null) {
      header(text);
    } else if (!text.isBlank()) {
      row(text);
    }
  }

  private void setting(String text) {
    int equals = text.indexOf('=');
    if (equals > 0) {
      String value = text.substring(equals + 1).replace("(Default)", "").strip();
      settings.putIfAbsent(text.substring(0, equals).strip(), value);
    }
  }

  private void header(String text) {
    columns = text.strip().split(",", -1);
    parameters =
        IntStream.range(0, columns.length).filter(k -> !columns[k].endsWith("__")).toArray();
    if (columns[0].isBlank() || !text.contains("__")) {
      throw bad("this is not CmdStan's line of columns, which begins with lp__: give draws");
    }
    if (parameters.length == 0) {
      throw bad("there are no parameters besides the sampler's columns: give draws");
    }
    List<String> all = List.of(columns);
    Arrays.stream(StepStatistic.values())
        .filter(statistic -> all.contains(statistic.column()))
        .forEach(statistics::add);
    places = statistics.stream().mapToInt(s -> all.indexOf(s.column())).toArray();
    List<String> given = CmdStanNames.read(settings.getOrDefault("names", ""));
    names =
        given != null && given.size() == parameters.length
            ? given
            : Arrays.stream(parameters).mapToObj(k -> CmdStanNames.indexed(columns[k])).toList();
  }

  private void row(String text) {
    String[] fields = text.split(",", -1);
    if (fields.length != columns.length) {
      throw bad(
          "has %s, but there are %s columns: the file is cut short or damaged"
              .formatted(
                  MessageText.count(fields.length, "field"), MessageText.count(columns.length)));
    }
    for (int k : parameters) {
      values.add(number(fields[k].strip(), columns[k]));
    }
    for (int k : places) {
      steps.add(number(fields[k].strip(), columns[k]));
    }
    rows++;
  }

  private double number(String field, String column) {
    try {
      return switch (field) {
        case "nan", "-nan" -> Double.NaN;
        case "inf" -> Double.POSITIVE_INFINITY;
        case "-inf" -> Double.NEGATIVE_INFINITY;
        default -> Double.parseDouble(field);
      };
    } catch (NumberFormatException e) {
      throw InputException.of(
          source,
          line,
          column,
          MessageText.quoted(field) + " is not a number: the file is damaged");
    }
  }

  private InputException bad(String problem) {
    return InputException.of(source, line, problem);
  }

  private CmdStanFile finish() {
    long warmup = savedWarmup();
    if (rows <= warmup) {
      throw InputException.of(source, "holds no draws: give a file of a finished run");
    }
    skipped = (int) warmup;
    return this;
  }

  private long savedWarmup() {
    String saved = settings.getOrDefault("save_warmup", "0");
    if (!saved.equals("1") && !saved.equals("true")) {
      return 0;
    }
    int thin = Math.max(1, setting("thin", 1));
    return (Math.max(0L, setting("num_warmup", 0)) + thin - 1) / thin;
  }

  private int setting(String name, int otherwise) {
    try {
      return Integer.parseInt(settings.getOrDefault(name, ""));
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }

  String source() {
    return source;
  }

  List<String> names() {
    return new ArrayList<>(names);
  }

  Draws.Chain chain() {
    return Draws.Chain.of(
        parameters.length, values.from(skipped * parameters.length), transitions());
  }

  private Transitions transitions() {
    Doubles kept = Doubles.of(steps.from(skipped * places.length));
    var all = new Transitions(statistics, kept, 0, 0);
    int depth = setting("max_depth", Integer.MAX_VALUE);
    return new Transitions(
        statistics,
        kept,
        count(all, StepStatistic.DIVERGENT, 1),
        count(all, StepStatistic.TREE_DEPTH, depth));
  }

  private long count(Transitions all, StepStatistic statistic, int least) {
    return IntStream.range(0, rows - skipped)
        .filter(t -> all.get(t, statistic).orElse(Double.NaN) >= least)
        .count();
  }

  /** An array that grows. */
  private static final class Numbers {
    private double[] values = new double[1024];
    private int used;

    void add(double value) {
      if (used == values.length) {
        values = Arrays.copyOf(values, 2 * used);
      }
      values[used++] = value;
    }

    double[] from(int first) {
      return Arrays.copyOfRange(values, first, used);
    }
  }
}
