package org.perrin.cli.report;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.perrin.cli.fit.Fit;
import org.perrin.diagnostics.Summary;
import org.perrin.posterior.Account;

/**
 * The answer before the details: can the draws be trusted, and does the model describe the data?
 *
 * @param level the worst of the findings on the draws; caution too if the model fits poorly
 * @param headline in a few words
 * @param advice what to do
 * @param findings one for each question, the last on the model
 */
record Verdict(Level level, String headline, String advice, List<Finding> findings) {
  private static final Set<String> EXACT = Set.of("nuts", "mala");
  private static final double RHAT_GOOD = 1.01;
  private static final double RHAT_BAD = 1.05;
  private static final double ESS_GOOD = 100;

  /** How good the news are, the best first. */
  enum Level {
    GOOD,
    UNKNOWN,
    CAUTION,
    BAD;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    Level or(Level other) {
      return compareTo(other) > 0 ? this : other;
    }
  }

  /** A question and its answer. */
  record Finding(String question, Level level, String answer, String detail) {}

  static Verdict of(Fit fit, Finding model) {
    Finding mixed = convergence(fit.summary().rows());
    Finding enough = enough(fit.summary().rows(), fit.draws().chains().size());
    Finding bias = bias(fit.account());
    Level level = mixed.level().or(enough.level()).or(bias.level());
    boolean diverged = fit.draws().chains().stream().anyMatch(c -> c.divergence() != null);
    if (diverged) {
      level = Level.BAD;
    } else if (!fit.complete()) {
      level = level.or(Level.CAUTION);
    }
    List<Finding> findings = List.of(mixed, enough, bias, model);
    if (level == Level.GOOD && model.level() == Level.BAD) {
      return new Verdict(
          Level.CAUTION,
          "The draws can be trusted; the model fits poorly",
          "They are draws of this model, but the data look different: see Model and data.",
          findings);
    }
    return new Verdict(level, headline(level), advice(fit, level, model), findings);
  }

  private static String headline(Level level) {
    return switch (level) {
      case GOOD -> "The draws can be trusted";
      case UNKNOWN -> "The chains agree, but their bias was not measured";
      case CAUTION -> "Look closer before you rely on these draws";
      case BAD -> "Do not rely on these draws";
    };
  }

  private static String advice(Fit fit, Level level, Finding model) {
    if (!fit.complete()) {
      return "The run was stopped before its end: fit again, or resume it, for all draws.";
    }
    return switch (level) {
      case GOOD ->
          model.level() == Level.UNKNOWN
              ? "The chains agree, and there are enough draws."
              : model.level() == Level.GOOD
                  ? "The chains agree, there are enough draws, and the model describes the data."
                  : "They are draws of this model. The model itself misses part of the data: see Model"
                      + " and data.";
      case UNKNOWN -> "The command perrin check compares the draws with the model itself.";
      case CAUTION, BAD -> "See the questions below, and the notes.";
    };
  }

  private static Finding convergence(List<Summary.Row> rows) {
    String question = "Have the chains converged?";
    Summary.Row worst =
        rows.stream()
            .filter(row -> Double.isFinite(row.rhat()))
            .max(Comparator.comparingDouble(Summary.Row::rhat))
            .orElse(null);
    if (worst == null) {
      return new Finding(question, Level.UNKNOWN, "Unknown", "R-hat could not be computed.");
    }
    Level level = worst.rhat() <= RHAT_GOOD ? Level.GOOD : Level.CAUTION;
    level = worst.rhat() > RHAT_BAD ? Level.BAD : level;
    return new Finding(
        question,
        level,
        say(level, "Yes", "Nearly", "No"),
        text("Largest R-hat %.3f; up to %s is fine.", worst.rhat(), RHAT_GOOD));
  }

  private static Finding enough(List<Summary.Row> rows, int chains) {
    double least =
        rows.stream()
            .mapToDouble(row -> Math.min(row.essBulk(), row.essTail()))
            .filter(Double::isFinite)
            .min()
            .orElse(0);
    double wanted = ESS_GOOD * chains;
    Level level = least >= wanted ? Level.GOOD : least >= wanted / 4 ? Level.CAUTION : Level.BAD;
    return new Finding(
        "Are there enough draws?",
        level,
        say(level, "Yes", "Hardly", "No"),
        text("At least %,.0f effective draws; %,.0f are wanted.", least, wanted));
  }

  private static Finding bias(Account account) {
    String question = "Are the draws biased?";
    if (EXACT.contains(account.sampler())) {
      String detail = account.sampler().toUpperCase(Locale.ROOT) + " is exact.";
      return new Finding(question, Level.GOOD, "No", detail);
    }
    double inflation = account.meanInflation();
    if (!Double.isFinite(inflation) || !Double.isFinite(account.tolerance())) {
      return new Finding(question, Level.UNKNOWN, "Not measured", "perrin check measures it.");
    }
    boolean met = inflation <= 1.2 * account.tolerance();
    return new Finding(
        question,
        met ? Level.GOOD : Level.CAUTION,
        met ? "Within tolerance" : "Beyond tolerance",
        text(
            "Gradient noise widens standard deviations by %.2f %%; %.3g %% was asked for.",
            100 * inflation, 100 * account.tolerance()));
  }

  /** Of some models the page does not know what they predict. */
  static Finding unknownModel() {
    return new Finding(
        "Does the model describe the data?",
        Level.UNKNOWN,
        "Not looked at",
        "Compare what the model predicts with what was seen.");
  }

  /** What calibration says of a logistic model. */
  static Finding model(Calibration calibration) {
    double miss = calibration.miss();
    Level level = miss <= 0.02 ? Level.GOOD : miss <= 0.1 ? Level.CAUTION : Level.BAD;
    return describes(
        level,
        text(
            "Predicted and seen shares differ by up to %.1f points in ten groups of rows.",
            100 * calibration.gap()));
  }

  /** What a posterior predictive check says of another. */
  static Finding model(Replicates replicates) {
    double off = replicates.misplaced();
    Level level = off <= 0.02 ? Level.GOOD : off <= 0.1 ? Level.CAUTION : Level.BAD;
    return describes(
        level, text("%.1f %% of the rows lie where the model does not expect them.", 100 * off));
  }

  private static Finding describes(Level level, String detail) {
    String answer = say(level, "Yes", "Roughly", "Poorly");
    return new Finding("Does the model describe the data?", level, answer, detail);
  }

  private static String say(Level level, String good, String caution, String bad) {
    return level == Level.GOOD ? good : level == Level.CAUTION ? caution : bad;
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
