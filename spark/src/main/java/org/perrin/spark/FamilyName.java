package org.perrin.spark;

import java.io.Serializable;
import java.util.stream.DoubleStream;
import org.perrin.data.Dataset;
import org.perrin.family.Families;
import org.perrin.family.Family;
import org.perrin.family.Likelihood;
import org.perrin.family.ScaledLikelihood;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.model.FamilyModels;
import org.perrin.model.Independent;
import org.perrin.model.Model;
import org.perrin.model.Prior;
import org.perrin.model.Priors;
import org.perrin.model.RowReplaceableModel;

/**
 * A family as executors learn of it: they know the same families by the same names, those of jars
 * on their class path among them.
 *
 * @param name as on the command line
 * @param classes of the response, 0 if it has none
 */
record FamilyName(String name, int classes) implements Serializable {
  /** Of a family that all know. */
  static FamilyName of(Family family, int classes) {
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

  /** Whether its rows are worked on where they lie; those of others are collected. */
  boolean far() {
    return family() instanceof Likelihood || family() instanceof ScaledLikelihood;
  }

  /** A response that it does not refuse. */
  double response() {
    return DoubleStream.of(0, 1, 0.5)
        .filter(y -> family().support().refuse(y) == null)
        .findFirst()
        .orElseThrow();
  }

  /** The posterior of rows and a prior. */
  Model model(Dataset data, Prior prior) {
    return FamilyModels.of(family(), data, prior);
  }

  /** The same of a family that is {@link #far}. */
  RowReplaceableModel regressed(Dataset data, Prior prior) {
    return (RowReplaceableModel) model(data, prior);
  }

  /** The likelihood of rows: what executors need, which know no prior. */
  RowReplaceableModel likelihood(Dataset data) {
    int shared = family().parameters().size() - 1;
    return regressed(data, Independent.all(data.x().width() + shared, Priors.flat()));
  }
}
