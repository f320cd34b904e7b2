package org.perrin.regression.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.family.Families;
import org.perrin.family.Family;
import org.perrin.family.Link;
import org.perrin.family.Parameter;
import org.perrin.family.Support;
import org.perrin.io.MessageText;
import org.perrin.io.UsageException;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.Response;
import org.perrin.io.design.ResponseKind;
import org.perrin.model.Curved;
import org.perrin.model.Density;
import org.perrin.model.FamilyModels;
import org.perrin.model.Model;
import org.perrin.model.Prior;
import org.perrin.model.SharedScaleModel;
import org.perrin.model.ShrunkCoefficients;
import org.perrin.model.Varying;

/**
 * A model of the command line: a family, or whatever a file of Java says.
 *
 * @param family null for a file of Java
 * @param widths for each of its parameters how many columns of a design are its own, 0 for one that
 *     all rows share; empty if all columns are those of the first
 */
public record ModelChoice(@Nullable Family family, List<Integer> widths) {
  /** A file of Java. */
  public static final ModelChoice OWN = new ModelChoice(null);

  /** Copies the list. */
  public ModelChoice {
    widths = List.copyOf(widths);
  }

  /** All columns are those of the first parameter. */
  public ModelChoice(@Nullable Family family) {
    this(family, List.of());
  }

  private static final String OWN_WORD = "FILE.java";

  /** The model called {@code name}, or null. */
  public static @Nullable ModelChoice named(@Nullable String name) {
    if (name != null && name.endsWith(".java")) {
      return OWN;
    }
    Family family = name == null ? null : Families.named(name);
    return family == null ? null : new ModelChoice(family);
  }

  /** The model called {@code name}; null stands for one to be guessed. */
  public static @Nullable ModelChoice find(@Nullable String name) {
    ModelChoice choice;
    try {
      choice = named(name);
    } catch (IllegalArgumentException e) {
      throw new UsageException("%s: %s".formatted(name, e.getMessage()));
    }
    if (name != null && choice == null) {
      throw new UsageException(
          "there is no model %s%s (perrin models lists all)"
              .formatted(MessageText.quoted(name), Suggestion.meant(name, names())));
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
  public ResponseKind outcome() {
    return own() ? ResponseKind.ANY : ResponseKind.of(family.support());
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

  /** The same model of a design, whose classes and further formulas it may have to know. */
  public ModelChoice of(Encoding encoding) {
    if (!encoding.further().isEmpty()) {
      int[] own = new int[own() ? 0 : family.parameters().size()];
      List<Integer> given = encoding.widths();
      for (int k = 0; k < encoding.further().size(); k++) {
        String name = encoding.further().get(k).parameter();
        own[FurtherFormulas.placeOf(family, name)] = given.get(k + 1);
      }
      own[0] = given.getFirst();
      return new ModelChoice(family, Arrays.stream(own).boxed().toList());
    }
    return !own() && encoding.response() instanceof Response.Classes classes
        ? new ModelChoice(family.given(classes.levels().size()))
        : this;
  }

  /** What a design is asked for: with this outcome, and further formulas in order. */
  public DesignSpec asked(DesignSpec spec) {
    List<String> further = FurtherFormulas.arranged(family, spec.further());
    return spec.outcome(outcome()).further(further.toArray(String[]::new));
  }

  /** With another link of the first parameter. */
  public ModelChoice linked(String name) {
    List<String> known =
        own() ? List.of() : Families.links(family).stream().map(Link::word).toList();
    if (!known.contains(name)) {
      throw new UsageException(
          "%s has no link %s%s"
              .formatted(word(), MessageText.quoted(name), Suggestion.among(name, known)));
    }
    return new ModelChoice(family.linked().get(known.indexOf(name)));
  }

  /** Where predictors come from, of a design with so many columns. */
  public Predictors predictors(int columns) {
    if (own() || several()) {
      return new Predictors(List.of(new Predictors.Span(0, columns)), new int[1]);
    }
    List<Predictors.Span> spans = new ArrayList<>();
    int[] source = new int[family.parameters().size()];
    int at = 0;
    int shared = 0;
    for (int k = 0; k < source.length; k++) {
      int width = widths.isEmpty() ? (k == 0 ? columns : 0) : widths.get(k);
      source[k] = width == 0 ? -1 - shared++ : spans.size();
      if (width > 0) {
        spans.add(new Predictors.Span(at, at + width));
        at += width;
      }
    }
    return new Predictors(List.copyOf(spans), source);
  }

  /** Whether a row has trials, and what is predicted how many succeed. */
  public boolean trials() {
    return !own() && family.support() == Support.SHARE;
  }

  /** Whether a target is one of two, and what is predicted a probability. */
  public boolean binary() {
    return !own() && family.support() == Support.BINARY;
  }

  /** The parameters beside the coefficients, the same for all rows. */
  public List<Parameter> shared() {
    return own()
        ? List.of()
        : IntStream.range(1, family.parameters().size())
            .filter(k -> widths.isEmpty() || widths.get(k) == 0)
            .mapToObj(family.parameters()::get)
            .toList();
  }

  /** What a coefficient multiplies, once exponentiated, or null. */
  public @Nullable String effect() {
    return own() ? null : family.effect();
  }

  /** Whether targets are counts. */
  public boolean counts() {
    return !own() && (family.support().counts() || trials());
  }

  /** Whether the predictor has the unit of the target. */
  public boolean metric() {
    return !own() && family.inUnits();
  }

  /** The place of a parameter among the family's; null stands for the first. */
  public int place(@Nullable String parameter) {
    return parameter == null ? 0 : FurtherFormulas.placeOf(family, parameter);
  }

  /** Refuses groups where there is no such model. */
  public void checkGroups(Encoding encoding) {
    if (several() && !encoding.allGroups().isEmpty()) {
      throw new UsageException("(1 | group) is not for %s: use C(group)".formatted(word()));
    }
  }

  /**
   * The posterior with coefficients that vary by groups; priors of those that do not, flat for
   * those that share unknown scales.
   */
  public Model varying(
      Dataset data, List<Varying> terms, List<Density> priors, List<ShrunkCoefficients> blocks) {
    return FamilyModels.varying(family, data, widths, terms, priors).with(blocks);
  }

  /** The posterior of data and a prior of all predictors. */
  public Model model(Dataset data, Prior prior) {
    return widths.isEmpty()
        ? FamilyModels.of(family, data, prior)
        : FamilyModels.of(family, data, widths, prior);
  }

  /** The same where some coefficients share unknown scales. */
  public Model model(Dataset data, Prior prior, List<ShrunkCoefficients> blocks) {
    Model model = model(data, prior);
    return blocks.isEmpty() ? model : SharedScaleModel.of((Curved) model, blocks);
  }
}
