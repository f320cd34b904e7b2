package org.perrin.bench.tool;

import java.nio.file.Path;
import java.util.List;
import org.perrin.bench.CodedBench;
import org.perrin.bench.ExactBench;
import org.perrin.bench.ExactCostBench;
import org.perrin.bench.FamilyBench;
import org.perrin.bench.GroupsBench;
import org.perrin.bench.NaturalBench;
import org.perrin.bench.PackedBench;
import org.perrin.bench.PassesBench;
import org.perrin.bench.RealData;
import org.perrin.bench.SpeedBench;
import org.perrin.bench.truth.TruthBench;
import org.perrin.io.UsageException;
import picocli.CommandLine;

/** {@code perrin bench}: what is promised, measured on this machine. */
@CommandLine.Command(
    name = "bench",
    description = "Measures what is promised: accuracy, mixing and speed, against their limits.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  perrin bench speed",
      "  perrin bench natural --data folder-with-covtype",
      "  perrin bench truth --case separated",
      "  perrin bench groups --case flights",
      "  PERRIN_JAVA_OPTIONS=-Xmx1g perrin bench packed --rows 100000000 --scratch /big/disk",
      "  perrin bench speed --baseline bench/baseline.txt"
    })
public final class BenchTool extends MeasuringTool {
  @CommandLine.Parameters(
      index = "0",
      defaultValue = "speed",
      description =
          "What to measure: speed (default), families, natural, exact, exact-cost, coded, packed, passes, groups or truth.")
  private String what;

  @CommandLine.Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder with covtype.csv.gz and CASP.csv.gz (default: $PERRIN_DATA).")
  private Path data;

  @CommandLine.Option(
      names = "--cache",
      paramLabel = "DIR",
      description = "Where exact references are kept (default: ~/.cache/perrin).")
  private Path cache = Path.of(System.getProperty("user.home"), ".cache", "perrin");

  @CommandLine.Option(
      names = "--baseline",
      paramLabel = "FILE",
      description = "Fail only where a ratio is more than 15 %% worse than in this file.")
  private Path baseline;

  @CommandLine.Option(
      names = "--save-baseline",
      paramLabel = "FILE",
      description = "Write the ratios of this run to a file.")
  private Path save;

  @CommandLine.Option(
      names = "--reference-ess",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Effective draws of the exact reference (default: ${DEFAULT-VALUE}).")
  private double ess;

  @CommandLine.Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "10000000",
      description =
          "Rows of the packed and the coded table, and the most of exact-cost (default: ${DEFAULT-VALUE}).")
  private int rows;

  @CommandLine.Option(
      names = "--scratch",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Where packed tables are made, and deleted (default: here).")
  private Path scratch;

  @CommandLine.Option(
      names = "--case",
      paramLabel = "TEXT",
      description =
          "Only the case of truth or groups with this name, or those with this text in it.")
  private String part;

  @CommandLine.Option(
      names = "--markdown",
      paramLabel = "FILE",
      description = "Write the table of truth to a file, as Markdown.")
  private Path markdown;

  @Override
  boolean holds() {
    Path folder = data != null ? data : RealData.folder();
    return switch (what) {
      case "speed" -> speed();
      case "families" -> new FamilyBench(out()).run();
      case "natural" -> new NaturalBench(out(), this::say, cache).run(folder, ess);
      case "exact" -> new ExactBench(out(), this::say, cache).run(folder, ess);
      case "exact-cost" -> new ExactCostBench(out()).run(rows);
      case "coded" -> new CodedBench(out()).run(rows);
      case "packed" -> new PackedBench(out(), scratch).run(rows);
      case "passes" -> new PassesBench(out(), scratch).run(Math.min(rows, 4_000_000));
      case "groups" -> new GroupsBench(out()).run(part);
      case "truth" -> truth();
      default ->
          throw new UsageException(
              "there is no benchmark '%s'; there are speed, families, natural, exact, exact-cost, coded, packed, passes, groups and truth"
                  .formatted(what));
    };
  }

  private boolean truth() {
    List<String> names = TruthBench.names(part);
    if (names.isEmpty()) {
      throw new UsageException("there is no case with '%s' in its name".formatted(part));
    }
    return new TruthBench(out(), this::say, cache).run(names, markdown);
  }

  private boolean speed() {
    var bench = new SpeedBench(out());
    boolean met = bench.run();
    if (save != null) {
      bench.baseline().write(save);
    }
    if (baseline == null) {
      return met;
    }
    List<String> worse = bench.baseline().regressions(baseline);
    worse.forEach(line -> out().println("regression: " + line));
    return worse.isEmpty();
  }
}
