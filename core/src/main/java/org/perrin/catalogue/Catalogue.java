package org.perrin.catalogue;

import static org.perrin.catalogue.DynamicsKind.LANGEVIN;
import static org.perrin.catalogue.Estimator.CONTROL_VARIATE;
import static org.perrin.catalogue.Estimator.FULL;
import static org.perrin.catalogue.Estimator.PLAIN;
import static org.perrin.catalogue.Scheme.CURVATURE;
import static org.perrin.catalogue.Scheme.GRADIENT;
import static org.perrin.catalogue.Scheme.UNIFORM;

import java.util.ArrayList;
import java.util.List;

/**
 * All samplers: the paper's and their relatives, and every other cell of the product of dynamics,
 * estimators, schemes and sizes that makes sense. A new line in {@link DynamicsKind}, {@link
 * Estimator} or {@link Scheme} enrols itself here, and with that in the command line, its help, the
 * contract tests and the documentation.
 */
public final class Catalogue {
  /** Langevin on the full gradient has a name of its own. */
  static final Recipe ULA = new Recipe(LANGEVIN, FULL, null, false);

  private static final List<Recipe> SAMPLERS =
      List.of(
          new Recipe(LANGEVIN, PLAIN, UNIFORM, false),
          new Recipe(LANGEVIN, PLAIN, Scheme.WITHOUT_REPLACEMENT, false),
          new Recipe(LANGEVIN, CONTROL_VARIATE, UNIFORM, false),
          new Recipe(LANGEVIN, PLAIN, GRADIENT, false),
          new Recipe(LANGEVIN, CONTROL_VARIATE, CURVATURE, false),
          new Recipe(LANGEVIN, CONTROL_VARIATE, UNIFORM, true),
          new Recipe(LANGEVIN, CONTROL_VARIATE, CURVATURE, true),
          ULA,
          new Recipe(DynamicsKind.MALA, FULL, null, false),
          new Recipe(DynamicsKind.NUTS, FULL, null, false));

  private static final List<Recipe> PRODUCT = cross();

  private Catalogue() {}

  /** The paper's samplers and its yardsticks, in the order of the paper. */
  public static List<Recipe> samplers() {
    return SAMPLERS;
  }

  /** Every cell of the product. */
  public static List<Recipe> product() {
    return PRODUCT;
  }

  private static List<Recipe> cross() {
    List<Recipe> cells = new ArrayList<>();
    for (DynamicsKind dynamics : DynamicsKind.values()) {
      for (Estimator estimator : Estimator.values()) {
        if (estimator == FULL) {
          cells.add(new Recipe(dynamics, FULL, null, false));
          continue;
        }
        for (Scheme scheme : Scheme.values()) {
          for (boolean adaptive : new boolean[] {false, true}) {
            if (Recipe.refuse(dynamics, estimator, scheme, adaptive) == null) {
              cells.add(new Recipe(dynamics, estimator, scheme, adaptive));
            }
          }
        }
      }
    }
    return List.copyOf(cells);
  }

  /** What stands before the name of a sampler that is to run in the natural metric. */
  public static final String NATURAL = "natural-";

  /**
   * The sampler called {@code name}, in θ or in the natural metric; if there is none, the reason
   * where there is one.
   */
  public static Recipe sampler(String called) {
    String name = called.startsWith(NATURAL) ? called.substring(NATURAL.length()) : called;
    return PRODUCT.stream()
        .filter(recipe -> recipe.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(why(name)));
  }

  /** What is wrong with a name: a cell that makes no sense, or no cell at all. */
  private static String why(String name) {
    for (DynamicsKind dynamics : DynamicsKind.values()) {
      for (boolean adaptive : new boolean[] {false, true}) {
        for (Estimator estimator : Estimator.values()) {
          for (Scheme scheme : Scheme.values()) {
            String cell =
                (adaptive ? "a" : "")
                    + dynamics.label()
                    + (estimator == PLAIN ? "" : "-" + estimator.label())
                    + (scheme == UNIFORM ? "" : "-" + scheme.label());
            String reason = Recipe.refuse(dynamics, estimator, scheme, adaptive);
            if (cell.equals(name) && reason != null) {
              return "there is no sampler '%s': %s".formatted(name, reason);
            }
          }
        }
      }
    }
    return "there is no sampler '%s'; there are %s, and combinations of their parts"
        .formatted(name, String.join(", ", SAMPLERS.stream().map(Recipe::name).toList()));
  }
}
