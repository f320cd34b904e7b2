package org.perrin.spark;

import java.io.Serializable;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.family.Families;
import org.perrin.family.Family;
import org.perrin.family.Likelihood;
import org.perrin.family.ScaledLikelihood;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.Response;
import org.perrin.model.FamilyModels;
import org.perrin.model.Independent;
import org.perrin.model.Prior;
import org.perrin.model.Priors;
import org.perrin.model.RowReplaceableModel;
import org.perrin.regression.model.ModelChoice;

/**
 * A family as executors learn of it: they know the same families by the same names, those of jars
 * on their class path among them.
 *
 * @param name as on the command line
 * @param classes of the response, 0 if it has none
 */
record FamilyName(String name, int classes) implements Serializable {
  /** Of a family that all know. */
  static FamilyName of(ModelChoice choice, Encoding encoding) {
    Family family = choice.family();
    int classes =
        encoding.response() instanceof Response.Classes several ? several.levels().size() : 0;
    if (Families.named(family.name()) == null) {
      throw new InputException(
          "executors do not know the family %s: provide it as a service of %s in a jar"
              .formatted(MessageText.quoted(family.name()), Family.class.getSimpleName()));
    }
    return new FamilyName(family.name(), classes);
  }

  Family family() {
    Family family = Families.named(name);
    return classes == 0 ? family : family.given(classes);
  }

  /** What is wrong with a response, or null. */
  DoubleFunction<@Nullable String> refusal() {
    return switch (family()) {
      case Likelihood one -> one::refuse;
      case ScaledLikelihood two -> two::refuse;
      case Family other -> other.support()::refuse;
    };
  }

  /** A response that it does not refuse. */
  double response() {
    return DoubleStream.of(0, 1, 0.5)
        .filter(y -> refusal().apply(y) == null)
        .findFirst()
        .orElseThrow();
  }

  /** The posterior of rows and a prior; not of families that are {@link DriverOnly}. */
  RowReplaceableModel regressed(Dataset data, Prior prior) {
    return (RowReplaceableModel) FamilyModels.of(family(), data, prior);
  }

  /** The likelihood of rows: what executors need, which know no prior. */
  RowReplaceableModel likelihood(Dataset data) {
    return regressed(data, Independent.all(data.x().width() + shared(), Priors.flat()));
  }

  /** Parameters that all rows share. */
  int shared() {
    return family().parameters().size() - 1;
  }
}
