package org.perrin.bench.truth;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * {@code perrin bench truth}: hard posteriors, each sampled three times with nothing set but a
 * seed, against integrals or NUTS with ten times the draws. No mean may be off by more than 0.2
 * standard deviations and no standard deviation by more than a tenth, unless the headline warns.
 */
public final class TruthBench {
  /** Where references are kept by default. */
  public static final Path CACHE = Path.of(System.getProperty("user.home"), ".cache", "perrin");

  private static final int SEEDS = 3;
  private static final String LINE = "%-36s %14s %-7s %6s %6s  %-16s %s";

  private final PrintWriter out;
  private final Consumer<String> progress;
  private final Path cache;

  /** Prints to {@code out}, keeps references in {@code cache}. */
  public TruthBench(PrintWriter out, Consumer<String> progress, Path cache) {
    this.out = out;
    this.progress = progress;
    this.cache = cache;
  }

  /** Every case. */
  static List<Case> cases() {
    return Stream.of(
            RareCases.all(),
            SeparatedCases.all(),
            CollinearCases.all(),
            CountCases.all(),
            TailCases.all(),
            WideCases.all(),
            PriorCases.all(),
            ScaleCases.all(),
            GroupCases.all(),
            CustomCases.all())
        .flatMap(List::stream)
        .toList();
  }

  /** The names of all cases, or the one that is meant, or those with {@code part} in them. */
  public static List<String> names(String part) {
    List<String> names = cases().stream().map(Case::name).toList();
    return part == null
        ? names
        : names.contains(part)
            ? List.of(part)
            : names.stream().filter(name -> name.contains(part)).toList();
  }

  /**
   * Runs the cases with these names; true if all hold.
   *
   * @param markdown where the table goes too, or null
   */
  public boolean run(List<String> names, Path markdown) {
    List<Case> chosen = cases().stream().filter(c -> names.contains(c.name())).toList();
    out.printf(LINE + "%n", "case", "size", "sampler", "shift", "sd", "headline", "verdict");
    List<CaseResult> outcomes = new ArrayList<>();
    for (Case one : chosen) {
      CaseResult outcome = attempt(one, cache);
      outcomes.add(outcome);
      print(outcome);
    }
    if (markdown != null) {
      write(outcomes, markdown);
    }
    return total(outcomes);
  }

  /** A case with all its seeds. */
  static CaseResult attempt(Case one, Path cache) {
    Problem problem = one.problem().get();
    Answer answer = AnswerFile.of(one.name(), problem, cache);
    var attempts =
        LongStream.rangeClosed(1, SEEDS)
            .mapToObj(seed -> Attempt.of(problem, answer, seed))
            .toList();
    var model = problem.model();
    String size = String.format(Locale.ROOT, "%,d × %,d", model.rows(), model.dimension());
    return new CaseResult(one.name(), size, problem.measure(), answer, attempts);
  }

  private void print(CaseResult o) {
    out.printf(
        LINE + "%n",
        o.name(),
        o.size(),
        o.samplers(),
        o.shift(),
        o.ratio(),
        o.levels(),
        o.verdict());
    o.faults().forEach(line -> out.println("    " + line));
    if (!o.answer().sound()) {
      out.printf(
          Locale.ROOT,
          "    %s is not sound: R-hat %.3f, %.0f effective draws%n",
          o.answer().source(),
          o.answer().rhat(),
          o.answer().ess());
    }
    out.flush();
  }

  private boolean total(List<CaseResult> outcomes) {
    long held = outcomes.stream().filter(CaseResult::holds).count();
    long needless = outcomes.stream().mapToLong(CaseResult::needless).sum();
    out.printf(
        "%d of %d hold; %d of %d runs are warned of though they are right%n",
        held, outcomes.size(), needless, SEEDS * outcomes.size());
    progress.accept("references are kept in " + cache);
    return held == outcomes.size();
  }

  private static void write(List<CaseResult> outcomes, Path file) {
    List<String> lines = new ArrayList<>();
    lines.add("| posterior | size | sampler | reference | mean off by, sd | sd ratio | headline |");
    lines.add("|---|---|---|---|---|---|---|");
    for (CaseResult o : outcomes) {
      String by = o.measure() == Measure.QUARTILES ? ", by quartiles" : "";
      lines.add(
          "| %s | %s | %s | %s | %s | %s | %s%s |"
              .formatted(
                  o.name(),
                  o.size(),
                  o.samplers(),
                  o.answer().source() + by,
                  o.shift(),
                  o.ratio(),
                  o.levels(),
                  o.holds() ? "" : " **" + o.verdict() + "**"));
    }
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
