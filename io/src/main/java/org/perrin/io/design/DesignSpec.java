package org.perrin.io.design;

import java.util.List;
import java.util.function.Consumer;
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

  /** The roles while one of them changes. */
  private static final class Draft {
    private @Nullable String target;
    private @Nullable List<String> features;
    private List<String> drop;
    private @Nullable String weights;
    private @Nullable String offset;
    private @Nullable String positive;
    private @Nullable ResponseKind outcome;
    private @Nullable String formula;
    private List<String> further;
    private boolean intercept;
    private MissingPolicy missing;

    Draft(DesignSpec from) {
      this.target = from.target;
      this.features = from.features;
      this.drop = from.drop;
      this.weights = from.weights;
      this.offset = from.offset;
      this.positive = from.positive;
      this.outcome = from.outcome;
      this.formula = from.formula;
      this.further = from.further;
      this.intercept = from.intercept;
      this.missing = from.missing;
    }
  }

  private DesignSpec with(Consumer<Draft> change) {
    var one = new Draft(this);
    change.accept(one);
    return new DesignSpec(
        one.target,
        one.features,
        one.drop,
        one.weights,
        one.offset,
        one.positive,
        one.outcome,
        one.formula,
        one.further,
        one.intercept,
        one.missing);
  }

  /** With these features only. */
  public DesignSpec features(String... names) {
    return with(one -> one.features = List.of(names));
  }

  /** Without these columns. */
  public DesignSpec drop(String... names) {
    return with(one -> one.drop = List.of(names));
  }

  /** With weights. */
  public DesignSpec weights(String column) {
    return with(one -> one.weights = column);
  }

  /** With an offset. */
  public DesignSpec offset(String expression) {
    return with(one -> one.offset = expression);
  }

  /** With the level that counts as 1. */
  public DesignSpec positive(String level) {
    return with(one -> one.positive = level);
  }

  /** With the target taken for this. */
  public DesignSpec outcome(ResponseKind what) {
    return with(one -> one.outcome = what);
  }

  /** With or without an intercept. */
  public DesignSpec intercept(boolean present) {
    return with(one -> one.intercept = present);
  }

  /** With this rule for missing values. */
  public DesignSpec missing(MissingPolicy policy) {
    return with(one -> one.missing = policy);
  }

  /** With formulas of other parameters. */
  public DesignSpec further(String... formulas) {
    return with(one -> one.further = List.of(formulas));
  }
}
