package org.perrin.cli.report;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.perrin.posterior.Trust;
import org.perrin.posterior.Trust.Finding;
import org.perrin.posterior.Trust.Level;
import org.perrin.regression.Fit;

/**
 * The answer before the details: can the draws be trusted, and does the model describe the data?
 *
 * @param level the worst of the findings on the draws; caution too if the model fits poorly
 * @param headline in a few words
 * @param advice what to do
 * @param findings one for each question, the last on the model
 */
record Verdict(Level level, String headline, String advice, List<Finding> findings) {
  static Verdict of(Fit fit, ModelFit judged) {
    Finding model = judged.finding();
    Trust draws = Trust.of(fit.draws(), fit.commonSummary(), fit.account());
    Level level = fit.complete() ? draws.level() : draws.level().or(Level.CAUTION);
    List<Finding> findings = Stream.concat(draws.findings().stream(), Stream.of(model)).toList();
    if (fit.priorOnly()) {
      return new Verdict(
          Level.UNKNOWN,
          "Draws from the prior alone",
          "The target is not used, but for the scales of default priors: this is what the model expects before it sees it.",
          findings);
    }
    if (level == Level.GOOD && model.level() == Level.BAD) {
      return new Verdict(
          Level.CAUTION,
          "The draws can be trusted; the model fits poorly",
          "They are draws of this model, but the data look different: %s, and see Model and data."
              .formatted(judged.remedy()),
          findings);
    }
    return new Verdict(level, Trust.headline(level), advice(fit, level, judged), findings);
  }

  private static String advice(Fit fit, Level level, ModelFit judged) {
    Finding model = judged.finding();
    if (!fit.complete()) {
      return "The run was stopped before its end: fit again, or resume it, for all draws.";
    }
    return switch (level) {
      case GOOD ->
          model.level() == Level.UNKNOWN
              ? "The chains agree, and there are enough draws."
              : model.level() == Level.GOOD
                  ? "The chains agree, there are enough draws, and the model describes the data."
                  : "They are draws of this model. The model itself misses part of the data: %s, and"
                          .formatted(judged.remedy())
                      + " see Model and data.";
      case UNKNOWN -> "The command perrin check compares the draws with the model itself.";
      case CAUTION, BAD -> "See the questions below, and the notes.";
    };
  }

  /** Of some models the page does not know what they predict. */
  static Finding unknownModel() {
    return new Finding(
        "Does the model describe the data?",
        Level.UNKNOWN,
        "Not looked at",
        "Compare what the model predicts with what was seen.");
  }

  /** Draws of the prior have seen no data. */
  static Finding priorOnly() {
    return new Finding(
        "Does the model describe the data?",
        Level.UNKNOWN,
        "Not asked",
        "The prior has not seen the target; Model and data shows what it expects.");
  }

  /**
   * What calibration says of a logistic model, or of each class of a multinomial one. A gap that
   * chance alone makes is none, but in 1 of 100 fits of a right model. One of many standard errors
   * calls for caution, however small it is.
   */
  static Finding model(List<Reliability> all) {
    return model(all, "Predicted and seen shares differ");
  }

  /** What the shares of rows below a predicted quantile say. */
  static Finding quantile(Reliability shares, double probability) {
    return model(
        List.of(shares),
        text("The share of rows below the quantile differs from %s %%", percent(probability)));
  }

  private static String percent(double share) {
    return new BigDecimal(String.valueOf(share))
        .movePointRight(2)
        .stripTrailingZeros()
        .toPlainString();
  }

  private static Finding model(List<Reliability> all, String differ) {
    List<Reliability> beyond = all.stream().filter(c -> !c.byChance(all.size())).toList();
    double gap =
        (beyond.isEmpty() ? all : beyond).stream().mapToDouble(Reliability::gap).max().orElse(0);
    double errors = beyond.stream().mapToDouble(Reliability::errors).max().orElse(0);
    boolean many = errors >= Reliability.MANY_ERRORS;
    Level level = beyond.isEmpty() ? Level.GOOD : level(gap);
    String words = text("%s by up to %.1f points in ten groups of rows", differ, 100 * gap);
    return describes(
        many ? level.or(Level.CAUTION) : level,
        many
            ? text("%s; one group is %.0f standard errors off.", words, errors)
            : words + chance(level, beyond.isEmpty()));
  }

  /** The end of a sentence: a difference is no misfit if it is small, or if chance makes it. */
  private static String chance(Level level, boolean byChance) {
    return byChance
        ? ", no more than by chance."
        : level == Level.GOOD ? ", which is little, but more than chance makes." : ".";
  }

  private static Level level(double off) {
    return off <= 0.02 ? Level.GOOD : off <= 0.1 ? Level.CAUTION : Level.BAD;
  }

  /** What residuals say. A share that tables of a right model have too is none. */
  static Finding model(ResidualCheck check) {
    Level level = check.beyondChance() ? level(check.misplaced()) : Level.GOOD;
    return describes(
        level,
        text(
            "%.1f %% of the rows lie where the model does not expect them%s",
            100 * check.misplaced(), chance(level, !check.beyondChance())));
  }

  private static Finding describes(Level level, String detail) {
    String answer = level.say("Yes", "Roughly", "Poorly");
    return new Finding("Does the model describe the data?", level, answer, detail);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
