package org.perrin.regression.model;

import java.util.List;
import java.util.stream.Stream;
import org.perrin.data.Dataset;
import org.perrin.family.Families;
import org.perrin.family.Family;
import org.perrin.family.Parameter;
import org.perrin.family.Support;
import org.perrin.io.Say;
import org.perrin.io.UsageException;
import org.perrin.io.design.Outcome;
import org.perrin.io.design.Response;
import org.perrin.model.Curved;
import org.perrin.model.Density;
import org.perrin.model.FamilyModels;
import org.perrin.model.Layered;
import org.perrin.model.Model;
import org.perrin.model.Prior;
import org.perrin.model.Shrunk;

/**
 * A model of the command line: a family, or whatever a file of Java says.
 *
 * @param family null for a file of Java
 */
public record ModelChoice(Family family) {
  /** A file of Java. */
  public static final ModelChoice OWN = new ModelChoice(null);

  private static final String OWN_WORD = "FILE.java";

  /** The model called {@code name}, or null. */
  public static ModelChoice named(String name) {
    if (name != null && name.endsWith(".java")) {
      return OWN;
    }
    Family family = Families.named(name);
    return family == null ? null : new ModelChoice(family);
  }

  /** The model called {@code name}; null stands for one to be guessed. */
  public static ModelChoice find(String name) {
    ModelChoice choice = name == null ? null : named(name);
    if (name != null && choice == null) {
      throw new UsageException(
          "there is no model %s%s (perrin models lists all)"
              .formatted(Say.quoted(name), Suggestion.meant(name, names())));
    }
    return choice;
  }

  /** All names. */
  public static List<String> names() {
    return Families.all().stream().map(Family::name).toList();
  }

  /** All models with a line each. */
  public static List<List<String>> lines() {
    List<String> own = List.of(OWN_WORD, "a file whose class is the model: see docs/models.md");
    return Stream.concat(
            Families.all().stream().map(f -> List.of(f.name(), f.about())), Stream.of(own))
        .toList();
  }

  /** Whether a file of Java is the model. */
  public boolean own() {
    return family == null;
  }

  /** As on the command line. */
  public String word() {
    return own() ? OWN_WORD : family.name();
  }

  /** What the target must be. */
  public Outcome outcome() {
    if (own()) {
      return Outcome.ANY;
    }
    return switch (family.support()) {
      case BINARY -> Outcome.BINARY;
      case COUNT -> Outcome.COUNT;
      case CLASS, ORDERED -> Outcome.CLASS;
      case REAL, POSITIVE, UNIT, SURVIVAL -> Outcome.REAL;
    };
  }

  /** Whether there are coefficients for each class but the first. */
  public boolean several() {
    return !own() && family.support() == Support.CLASS;
  }

  /** Whether a target is one of several classes, and what is predicted their probabilities. */
  public boolean classes() {
    return several() || !own() && family.support() == Support.ORDERED;
  }

  /** Whether targets may be times at which nothing had happened yet. */
  public boolean censored() {
    return !own() && family.support() == Support.SURVIVAL;
  }

  /** The same model of a response, whose classes it may have to know. */
  public ModelChoice of(Response response) {
    return !own() && response instanceof Response.Classes classes
        ? new ModelChoice(family.given(classes.levels().size()))
        : this;
  }

  /** Whether a target is one of two, and what is predicted a probability. */
  public boolean binary() {
    return !own() && family.support() == Support.BINARY;
  }

  /** The parameters beside the coefficients, the same for all rows. */
  public List<Parameter> shared() {
    return own() ? List.of() : family.parameters().stream().skip(1).toList();
  }

  /** What a coefficient multiplies, once exponentiated, or null. */
  public String effect() {
    return own() ? null : family.effect();
  }

  /** Whether targets are counts. */
  public boolean counts() {
    return !own() && family.support().counts();
  }

  /** Whether the predictor has the unit of the target. */
  public boolean metric() {
    return !own() && family.inUnits();
  }

  /** The posterior with an intercept for each group; priors of coefficients, scale and τ. */
  public Model varying(Dataset data, int[] groups, List<Density> priors) {
    Model model = FamilyModels.varying(family, data, groups, priors);
    if (model == null) {
      throw new UsageException("(1 | group) is not for %s: use C(group)".formatted(word()));
    }
    return model;
  }

  /** The posterior of data and a prior of all predictors. */
  public Model model(Dataset data, Prior prior) {
    return FamilyModels.of(family, data, prior);
  }

  /** The same where some coefficients share unknown scales. */
  public Model model(Dataset data, Prior prior, List<Shrunk> blocks) {
    Model model = model(data, prior);
    return blocks.isEmpty() ? model : Layered.of((Curved) model, blocks);
  }
}
