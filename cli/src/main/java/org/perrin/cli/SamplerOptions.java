package org.perrin.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.perrin.catalogue.Catalogue;
import org.perrin.catalogue.Recipe;
import org.perrin.io.MessageText;
import org.perrin.io.UsageException;
import org.perrin.posterior.Options;
import org.perrin.posterior.Sampling;
import org.perrin.posterior.Sizing;
import org.perrin.regression.model.Suggestion;
import picocli.CommandLine.Option;

/** How to sample, as options. */
final class SamplerOptions {
  @Option(
      names = {"-s", "--sampler"},
      paramLabel = "NAME",
      defaultValue = Options.AUTO,
      description = "auto (default), natural, exact, nuts, or a name that perrin samplers lists.")
  String sampler;

  /** Whether a sampler is named. */
  boolean named() {
    return !sampler.equals(Options.AUTO);
  }

  @Option(
      names = "--chains",
      paramLabel = "N",
      defaultValue = "4",
      description = "Chains (${DEFAULT-VALUE}).")
  int chains;

  @Option(
      names = "--draws",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Draws kept of each chain (${DEFAULT-VALUE}).")
  int draws;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Fixes every draw (${DEFAULT-VALUE}).")
  long seed;

  @Option(
      names = "--tolerance",
      paramLabel = "SHARE",
      defaultValue = "0.01",
      description = "How much noise may widen a standard deviation (${DEFAULT-VALUE}).")
  double tolerance;

  @Option(
      names = "--step-size",
      paramLabel = "H",
      description =
          "Chosen if not given; auto tries step-sizes and rows by successive halving (not needed for"
              + " natural).")
  String stepSize;

  @Option(
      names = "--temperature",
      paramLabel = "T",
      defaultValue = "1",
      description = "Samples the posterior to the power 1/T (named samplers; ${DEFAULT-VALUE}).")
  double temperature;

  @Option(
      names = "--cycle",
      paramLabel = "N",
      description = "Steps of a cyclical step-size, one draw a cycle (named samplers).")
  Integer cycle;

  @Option(
      names = "--subsample",
      paramLabel = "N",
      description = "Rows a step; chosen if not given.")
  Integer subsample;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Steps after burn-in, instead of --draws: one draw every --thin.")
  Integer iterations;

  @Option(
      names = "--burn-in",
      paramLabel = "N",
      description = "Steps before the first draw; chosen if not given.")
  Integer burnIn;

  @Option(
      names = "--thin",
      paramLabel = "N",
      description = "Steps between draws; chosen if not given.")
  Integer thin;

  @Option(
      names = "--sizing",
      paramLabel = "RULE",
      defaultValue = "fixed",
      description = "Rows a step of natural: fixed (default), adaptive or guaranteed.")
  Sizing sizing;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "At most; all cores if not given. The draws do not depend on it.")
  Integer threads;

  /** The names that a sampler may have. */
  static List<String> names() {
    List<String> names = new ArrayList<>(List.of(Options.AUTO));
    names.addAll(Sampling.names());
    names.addAll(Catalogue.samplers().stream().map(Recipe::name).toList());
    return names;
  }

  static void checkName(String sampler) {
    if (names().contains(sampler)) {
      return;
    }
    try {
      Catalogue.sampler(sampler);
    } catch (IllegalArgumentException e) {
      String reason = e.getMessage();
      throw new UsageException(
          reason.contains("': ")
              ? reason
              : "there is no sampler %s%s"
                  .formatted(MessageText.quoted(sampler), Suggestion.among(sampler, names())));
    }
  }

  /** All that as the library wants it. */
  Options options() {
    checkName(sampler);
    boolean named = named() && !Sampling.names().contains(sampler) && !sampler.equals("nuts");
    if (!named && (temperature != 1 || cycle != null)) {
      throw new UsageException(
          "--temperature and --cycle are for named samplers, not for %s: try --sampler natural-sglm-cv-expected"
              .formatted(sampler));
    }
    if (threads != null && threads < 1) {
      throw new UsageException("--threads must be at least 1, not " + threads);
    }
    try {
      return new Options(
          Optional.of(sampler),
          chains,
          kept(),
          seed,
          tolerance,
          step(),
          given(subsample),
          given(burnIn),
          given(thin),
          sizing,
          temperature,
          given(cycle),
          named && tuned());
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private boolean tuned() {
    return "auto".equalsIgnoreCase(stepSize);
  }

  static OptionalInt given(Integer n) {
    return n == null ? OptionalInt.empty() : OptionalInt.of(n);
  }

  private OptionalDouble step() {
    if (stepSize == null || tuned()) {
      return OptionalDouble.empty();
    }
    try {
      return OptionalDouble.of(Double.parseDouble(stepSize));
    } catch (NumberFormatException e) {
      throw new UsageException(
          "--step-size is a number or auto, not " + MessageText.quoted(stepSize));
    }
  }

  private int kept() {
    return iterations == null ? draws : iterations / Math.max(1, thin == null ? 1 : thin);
  }
}
