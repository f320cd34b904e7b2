package org.perrin.posterior;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.perrin.diagnostics.Summary;
import org.perrin.draws.Draws;

/**
 * Whether draws can be relied on, as far as the run itself can say: do the chains agree, are there
 * enough draws, are they biased.
 *
 * @param level the worst of the findings
 * @param findings one for each question
 */
public record Trust(Level level, List<Finding> findings) {
  private static final double RHAT_GOOD = 1.01;
  private static final double RHAT_BAD = 1.05;
  private static final double ESS_GOOD = 100;

  /** A step in four hundred may be one too many. */
  private static final double MOST_DIVERGENT = 0.0025;

  /** Checks of estimated bounds that say something. */
  private static final int LEAST_AUDITED = 3000;

  /** How good the news are, the best first. */
  public enum Level {
    /** Every question that was asked has a good answer. */
    GOOD,
    /** A question could not be answered. */
    UNKNOWN,
    /** Something should be looked at before the draws are used. */
    CAUTION,
    /** The draws are not those of the posterior. */
    BAD;

    /** In lower case. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The worse of two. */
    public Level or(Level other) {
      return compareTo(other) > 0 ? this : other;
    }

    /** The answer that goes with this level. */
    public String say(String good, String caution, String bad) {
      return this == GOOD ? good : this == CAUTION ? caution : bad;
    }
  }

  /** A question, how good the answer is, the answer in a word or two, and what it rests on. */
  public record Finding(String question, Level level, String answer, String detail) {}

  /** Looks at draws, their summary and how they were made. */
  public static Trust of(Draws draws, Summary summary, Account account) {
    List<Finding> findings =
        List.of(
            convergence(summary.rows()),
            enough(summary.rows(), draws.chains().size()),
            bias(draws, account));
    Level level = findings.stream().map(Finding::level).reduce(Level.GOOD, Level::or);
    boolean diverged = draws.chains().stream().anyMatch(chain -> chain.divergence() != null);
    return new Trust(diverged ? Level.BAD : level, findings);
  }

  /** The level in a few words. */
  public String headline() {
    return headline(level);
  }

  /** A level in a few words. */
  public static String headline(Level level) {
    return switch (level) {
      case GOOD -> "The draws can be trusted";
      case UNKNOWN -> "The chains agree, but their bias was not measured";
      case CAUTION -> "Look closer before you rely on these draws";
      case BAD -> "Do not rely on these draws";
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
        level.say("Yes", "Nearly", "No"),
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
        level.say("Yes", "Hardly", "No"),
        text("At least %,.0f effective draws; %,.0f are wanted.", least, wanted));
  }

  private static Finding bias(Draws draws, Account account) {
    String question = "Are the draws biased?";
    if (!account.doubts().isEmpty()) {
      String doubt = account.doubts().getFirst();
      String detail = doubt.substring(0, 1).toUpperCase(Locale.ROOT) + doubt.substring(1) + ".";
      return new Finding(question, Level.CAUTION, "Possibly", detail);
    }
    if (draws.divergent() > MOST_DIVERGENT * draws.steps()) {
      return new Finding(
          question,
          Level.CAUTION,
          "Possibly",
          text(
              "%,d of %,d steps were divergent: parts of the posterior may be missing.",
              draws.divergent(), draws.steps()));
    }
    if (account.exact()) {
      String detail =
          account.exactly() == null
              ? "The sampler, %s, is exact.".formatted(account.sampler())
              : "The sampler, exact, accepts or rejects every move by the posterior of all rows.";
      return new Finding(question, Level.GOOD, "No", detail);
    }
    if (account.exactly() != null && account.exactly().guarded() != null) {
      return guarded(question, account.exactly().guarded());
    }
    double inflation = account.meanInflation().orElse(Double.NaN);
    if (!Double.isFinite(inflation) || account.tolerance().isEmpty()) {
      return new Finding(question, Level.UNKNOWN, "Not measured", "perrin check measures it.");
    }
    double tolerance = account.tolerance().getAsDouble();
    boolean met = inflation <= 1.2 * tolerance;
    return new Finding(
        question,
        met ? Level.GOOD : Level.CAUTION,
        met ? "Within tolerance" : "Beyond tolerance",
        text(
            "Gradient noise widens standard deviations by %.2f %%; %.3g %% was asked for.",
            100 * inflation, 100 * tolerance));
  }

  /** None of n checks exceeded its bound: with 95 % at most 3 in n would. */
  private static Finding guarded(String question, ExactReport.Guarded guarded) {
    boolean many = guarded.audited() >= LEAST_AUDITED;
    return new Finding(
        question,
        many ? Level.GOOD : Level.UNKNOWN,
        "Not as far as was checked",
        text(
            "Guarded: bounds were estimated, not proved. At %,d rows audited at random none was"
                + " exceeded, so at most one in %,d is (95 %%).",
            guarded.audited(), Math.max(1, guarded.audited() / 3)));
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
