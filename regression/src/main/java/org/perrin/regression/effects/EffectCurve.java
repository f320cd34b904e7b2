package org.perrin.regression.effects;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Predictions along a column, all others as they are, and at values of a second one where two work
 * together.
 *
 * @param column what is changed
 * @param number whether its values are points of a line, and not levels
 * @param at its values
 * @param other the second column, or null
 * @param by its values; one empty text if there is none
 * @param outcomes the classes; one empty text if there are none
 * @param effects for each value of {@code by}, of these for each value of {@code at}, of these for
 *     each outcome
 */
public record EffectCurve(
    String column,
    boolean number,
    List<String> at,
    @Nullable String other,
    List<String> by,
    List<String> outcomes,
    List<Effect> effects) {
  /** One of the effects, by its places. */
  public Effect effect(int level, int value, int outcome) {
    return effects.get((level * at.size() + value) * outcomes.size() + outcome);
  }
}
