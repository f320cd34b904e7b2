package org.perrin.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.data.Rows;
import org.perrin.family.BoundedLikelihood;
import org.perrin.family.BoundedScaledLikelihood;
import org.perrin.family.Classes;
import org.perrin.family.Family;
import org.perrin.family.JointLikelihood;
import org.perrin.family.Likelihood;
import org.perrin.family.NormalNoise;
import org.perrin.family.Parameter;
import org.perrin.family.ScaledLikelihood;

/** Models of families: which one is a matter of the likelihood's shape. */
public final class FamilyModels {
  private FamilyModels() {}

  /**
   * The posterior of a data set: coefficients, then the predictors of parameters that all rows
   * share.
   */
  public static Model of(Family family, Dataset data, Prior prior) {
    return switch (family) {
      case Likelihood one -> Glm.of(one, data, prior);
      case ScaledLikelihood two -> ScaledGlm.of(two, data, prior);
      case Classes _ -> Multinomial.of(data, prior);
      case JointLikelihood joint -> joint(family, joint, data, prior);
      default -> throw new IllegalArgumentException(family.name() + " has no likelihood");
    };
  }

  /**
   * The posterior of a data set whose columns are those of several parameters: coefficients, then
   * the predictors of parameters that all rows share.
   *
   * @param widths for each parameter how many of the columns are its own, one parameter's after the
   *     other's; 0 for one that all rows share
   */
  public static Model of(Family family, Dataset data, List<Integer> widths, Prior prior) {
    JointLikelihood joint = JointLikelihood.of(family);
    if (joint == null || widths.stream().skip(1).allMatch(width -> width == 0)) {
      return of(family, data, prior);
    }
    List<Rows> designs = new ArrayList<>();
    List<String> names = new ArrayList<>(data.names());
    int at = 0;
    for (int k = 0; k < widths.size(); k++) {
      designs.add(widths.get(k) == 0 ? null : data.x().columns(at, at + widths.get(k)));
      at += widths.get(k);
      if (widths.get(k) == 0) {
        names.add(family.parameters().get(k).name());
      }
    }
    Dataset first = first(data, widths.getFirst());
    return Distributional.of(joint, first, designs.subList(1, designs.size()), names, prior);
  }

  private static Model joint(Family family, JointLikelihood joint, Dataset data, Prior prior) {
    List<String> names = new ArrayList<>(data.names());
    family.parameters().stream().skip(1).map(Parameter::name).forEach(names::add);
    List<Rows> shared = Collections.nCopies(joint.predictors() - 1, (Rows) null);
    return Distributional.of(joint, data, shared, names, prior);
  }

  /** Whether rows of the model are bounded, so that it can be sampled exactly from few of them. */
  public static boolean bounded(Family family) {
    return switch (family) {
      case BoundedLikelihood _, BoundedScaledLikelihood _, Classes _ -> true;
      // all of its rows are a few sums
      case NormalNoise _ -> true;
      default -> false;
    };
  }

  /**
   * The same with coefficients that vary by groups; {@code priors} are those of the parameters that
   * all rows share.
   */
  public static MixedModel varying(
      Family family,
      Dataset data,
      List<Integer> widths,
      List<Varying> terms,
      List<Density> priors) {
    if (widths.stream().skip(1).allMatch(width -> width == 0)) {
      switch (family) {
        case Likelihood one -> {
          return MixedModel.of(one, data, terms, priors);
        }
        case ScaledLikelihood two -> {
          return MixedModel.of(two, data, terms, priors);
        }
        default -> {}
      }
    }
    JointLikelihood joint = JointLikelihood.of(family);
    if (joint == null) {
      throw new IllegalArgumentException(family.name() + " has no predictors that vary by groups");
    }
    List<Integer> all = widths.isEmpty() ? alone(data.x().width(), joint.predictors()) : widths;
    List<@Nullable Rows> designs = new ArrayList<>();
    List<String> names = new ArrayList<>(data.names());
    int at = 0;
    for (int k = 0; k < all.size(); k++) {
      designs.add(all.get(k) == 0 ? null : data.x().columns(at, at + all.get(k)));
      at += all.get(k);
      if (all.get(k) == 0) {
        names.add(family.parameters().get(k).name());
      }
    }
    return MixedModel.of(
        joint,
        first(data, all.getFirst()),
        designs.subList(1, designs.size()),
        names,
        terms,
        priors);
  }

  private static List<Integer> alone(int width, int predictors) {
    List<Integer> widths = new ArrayList<>(Collections.nCopies(predictors, 0));
    widths.set(0, width);
    return widths;
  }

  /** The rows with the columns of the first parameter. */
  private static Dataset first(Dataset data, int width) {
    return new Dataset(
        data.x().columns(0, width),
        data.responses(),
        data.offsets(),
        data.weights(),
        data.names().subList(0, width));
  }
}
