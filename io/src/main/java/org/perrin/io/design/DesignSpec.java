package org.perrin.io.design;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The roles of a table's columns. Null stands for what was not said.
 *
 * @param target the response; may come from the formula instead
 * @param features the columns to use; all that have no other role if null
 * @param drop columns that are not features
 * @param weights the column that says how often a row counts
 * @param offset a column or an expression such as {@code log(exposure)}, added to the predictor
 * @param positive the level of the target that counts as 1, all others being 0
 * @param outcome what the target is to be taken for; guessed if null
 * @param formula terms in the manner of R, instead of features
 * @param further formulas of other parameters, whose left sides name them: {@code sigma ~ x}
 * @param intercept whether there is one; a formula says so itself
 * @param missing what to do with missing values
 */
public record DesignSpec(
    @Nullable String target,
    @Nullable List<String> features,
    List<String> drop,
    @Nullable String weights,
    @Nullable String offset,
    @Nullable String positive,
    @Nullable ResponseKind outcome,
    @Nullable String formula,
    List<String> further,
    boolean intercept,
    MissingPolicy missing) {
  /** Copies the lists. */
  public DesignSpec {
    features = features == null ? null : List.copyOf(features);
    drop = drop == null ? List.of() : List.copyOf(drop);
    missing = missing == null ? MissingPolicy.ERROR : missing;
    further = further == null ? List.of() : List.copyOf(further);
  }

  /** Without further formulas. */
  public DesignSpec(
      @Nullable String target,
      @Nullable List<String> features,
      List<String> drop,
      @Nullable String weights,
      @Nullable String offset,
      @Nullable String positive,
      @Nullable ResponseKind outcome,
      @Nullable String formula,
      boolean intercept,
      MissingPolicy missing) {
    this(
        target, features, drop, weights, offset, positive, outcome, formula, List.of(), intercept,
        missing);
  }

  /** This target, all other columns as features, and an intercept. */
  public static DesignSpec target(String name) {
    return new DesignSpec(
        name, null, List.of(), null, null, null, null, null, true, MissingPolicy.ERROR);
  }

  /** What a formula says. */
  public static DesignSpec formula(String text) {
    return new DesignSpec(
        null, null, List.of(), null, null, null, null, text, true, MissingPolicy.ERROR);
  }

  /** With these features only. */
  public DesignSpec features(String... names) {
    return new DesignSpec(
        target,
        List.of(names),
        drop,
        weights,
        offset,
        positive,
        outcome,
        formula,
        further,
        intercept,
        missing);
  }

  /** Without these columns. */
  public DesignSpec drop(String... names) {
    return new DesignSpec(
        target,
        features,
        List.of(names),
        weights,
        offset,
        positive,
        outcome,
        formula,
        further,
        intercept,
        missing);
  }

  /** With weights. */
  public DesignSpec weights(String column) {
    return new DesignSpec(
        target, features, drop, column, offset, positive, outcome, formula, further, intercept,
        missing);
  }

  /** With an offset. */
  public DesignSpec offset(String expression) {
    return new DesignSpec(
        target,
        features,
        drop,
        weights,
        expression,
        positive,
        outcome,
        formula,
        further,
        intercept,
        missing);
  }

  /** With the level that counts as 1. */
  public DesignSpec positive(String level) {
    return new DesignSpec(
        target, features, drop, weights, offset, level, outcome, formula, further, intercept,
        missing);
  }

  /** With the target taken for this. */
  public DesignSpec outcome(ResponseKind what) {
    return new DesignSpec(
        target, features, drop, weights, offset, positive, what, formula, further, intercept,
        missing);
  }

  /** With or without an intercept. */
  public DesignSpec intercept(boolean present) {
    return new DesignSpec(
        target, features, drop, weights, offset, positive, outcome, formula, further, present,
        missing);
  }

  /** With this rule for missing values. */
  public DesignSpec missing(MissingPolicy policy) {
    return new DesignSpec(
        target, features, drop, weights, offset, positive, outcome, formula, further, intercept,
        policy);
  }

  /** With formulas of other parameters. */
  public DesignSpec further(String... formulas) {
    return new DesignSpec(
        target,
        features,
        drop,
        weights,
        offset,
        positive,
        outcome,
        formula,
        List.of(formulas),
        intercept,
        missing);
  }
}
