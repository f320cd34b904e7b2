package org.perrin.regression.effects;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.draws.Draws;
import org.perrin.family.Distribution;
import org.perrin.family.Family;
import org.perrin.io.design.Design;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.MissingPolicy;
import org.perrin.io.design.Response;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.predict.DrawPredictor;

/**
 * What effects are computed from: a model, how tables become designs, draws, and what of a row's
 * distribution is looked at.
 *
 * @param regression the kind of model
 * @param encoding how a table becomes a design
 * @param draws of the user's parameters
 * @param link whether predictors are looked at, in place of means and probabilities
 */
record FittedModel(ModelChoice regression, Encoding encoding, Draws draws, boolean link) {
  /** Names of what a row has: one for each class, or one without a name. */
  List<String> outcomes() {
    if (!(encoding.response() instanceof Response.Classes classes)) {
      return List.of("");
    }
    if (!link) {
      return classes.levels();
    }
    return regression.several()
        ? classes.levels().subList(1, classes.levels().size())
        : List.of("");
  }

  /** The c-th outcome of a row given the s-th draw. */
  double outcome(int c, int s, double[][] eta, Distribution given) {
    if (link) {
      return eta[c][s];
    }
    return regression.classes() ? Math.exp(given.logDensity(c)) : given.centre();
  }

  /** The family, where an outcome is what it predicts by one predictor; else null. */
  @Nullable Family plain() {
    boolean one = !link && !regression.classes() && !regression.trials();
    return one && regression.family().parameters().size() == 1 ? regression.family() : null;
  }

  /** By some draws. */
  DrawPredictor by(Draws some) {
    return DrawPredictor.of(regression, encoding, some, Integer.MAX_VALUE, 0.9);
  }

  /** The design of a table without its target: rows that are not complete are left out. */
  Design design(Table table) {
    Set<String> needed = encoding.unweighted().inputs();
    List<Column> inputs =
        table.columns().stream().filter(column -> needed.contains(column.name())).toList();
    Table features = Table.of(table.source(), inputs);
    Design made = encoding.unweighted().apply(features, MissingPolicy.DROP);
    Dataset d = made.data();
    return new Design(
        new Dataset(d.x(), null, d.offsets(), null, d.names()),
        made.groups(),
        made.encoding(),
        null,
        made.rows(),
        List.of());
  }
}
