package org.perrin.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.perrin.cli.console.OutputFile;
import org.perrin.data.Dataset;
import org.perrin.data.Synthetic;
import org.perrin.io.MessageText;
import org.perrin.io.UsageException;
import org.perrin.io.packed.DatasetPacker;
import org.perrin.regression.Precision;
import org.perrin.regression.SyntheticTable;
import org.perrin.regression.model.Suggestion;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A table made to order. */
@CommandLine.Command(
    name = "synth",
    description = {"Makes a synthetic table with a target y. One seed gives one table."},
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  perrin data synth covertype-like --rows 100000 --out c.csv.gz",
      "  perrin data synth poisson --rows 5000 --features 3 --out p.csv",
      "  perrin data synth logistic --rows 100000000 --features 9 --precision single -o big.perrin"
    })
final class SynthCommand extends Command {
  private static final int MOST_FEATURES = 10_000;
  private static final int PART = 8 * Synthetic.BLOCK;

  /** The names of all kinds. */
  static final class Kinds implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return SyntheticTable.words().iterator();
    }
  }

  @Parameters(
      index = "0",
      paramLabel = "KIND",
      completionCandidates = Kinds.class,
      description = "One of ${COMPLETION-CANDIDATES}.")
  String kind;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Rows (${DEFAULT-VALUE}).")
  int rows;

  @Option(
      names = "--features",
      paramLabel = "N",
      defaultValue = "10",
      description = "Columns, for kinds that may have any number of them (${DEFAULT-VALUE}).")
  int features;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Fixes every number (${DEFAULT-VALUE}).")
  long seed;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      required = true,
      description =
          "The CSV file to write, packed if it ends in .gz; a packed table if in .perrin.")
  Path out;

  @Option(
      names = "--precision",
      paramLabel = "P",
      defaultValue = "double",
      description = "Of a packed table: single or double (default).")
  Precision precision;

  @Override
  void run() {
    SyntheticTable chosen =
        Arrays.stream(SyntheticTable.values())
            .filter(k -> k.word().equals(kind))
            .findFirst()
            .orElseThrow(
                () ->
                    new UsageException(
                        "there is no kind %s%s"
                            .formatted(
                                MessageText.quoted(kind),
                                Suggestion.among(kind, SyntheticTable.words()))));
    if (rows < 2) {
      throw new UsageException("--rows must be at least 2, not " + rows);
    }
    if (features < 1 || features > MOST_FEATURES) {
      throw new UsageException(
          "--features must lie in 1 … %d, not %d".formatted(MOST_FEATURES, features));
    }
    if (out.toString().endsWith(".perrin")) {
      pack(chosen);
      return;
    }
    Dataset data = chosen.make(seed, rows, features);
    try (var file = OutputFile.of(out)) {
      write(file.writer(), data);
      file.commit();
    }
    report(data.x().width() - 1);
  }

  private void report(int columns) {
    out()
        .println(
            "%s: %s, %d columns and %s"
                .formatted(out, MessageText.count(rows, "row"), columns, SyntheticTable.TARGET));
  }

  /** A part at a time where the kind allows it, so that memory is no limit. */
  private void pack(SyntheticTable chosen) {
    int size = chosen.inParts() ? PART : rows;
    List<Supplier<Dataset>> parts = new ArrayList<>();
    for (int p = 0; p <= (rows - 1) / size; p++) {
      int start = p * size;
      parts.add(() -> part(chosen, start, Math.min(size, rows - start)));
    }
    String source = "synth %s %d %d %d".formatted(kind, rows, features, seed);
    boolean single = precision == Precision.SINGLE;
    report(DatasetPacker.write(out, single, SyntheticTable.TARGET, source, parts) - 1);
  }

  private Dataset part(SyntheticTable chosen, int start, int count) {
    return chosen.inParts()
        ? chosen.part(seed, start, count, features)
        : chosen.make(seed, rows, features);
  }

  /** All columns but the intercept, and the target; whole numbers without decimals. */
  private static void write(Writer to, Dataset data) {
    try {
      to.write(String.join(",", data.names().subList(1, data.names().size())));
      to.write("," + SyntheticTable.TARGET + "\n");
      for (int i = 0; i < data.count(); i++) {
        for (int k = 1; k < data.x().width(); k++) {
          to.write(shown(data.x().get(i, k)));
          to.write(',');
        }
        to.write(shown(data.responses().get(i)));
        to.write('\n');
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String shown(double value) {
    return value == (int) value ? Integer.toString((int) value) : Double.toString(value);
  }
}
