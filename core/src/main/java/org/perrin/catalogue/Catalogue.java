package org.perrin.catalogue;

import static org.perrin.catalogue.Estimator.CONTROL_VARIATE;
import static org.perrin.catalogue.Estimator.FULL;
import static org.perrin.catalogue.Estimator.PLAIN;
import static org.perrin.catalogue.Move.LANGEVIN;
import static org.perrin.catalogue.Scheme.CURVATURE;
import static org.perrin.catalogue.Scheme.GRADIENT;
import static org.perrin.catalogue.Scheme.UNIFORM;

import java.util.List;

/**
 * The named samplers: the paper's and their relatives. A line here enrols a sampler in the command
 * line, its help, the contract tests and the documentation.
 */
public final class Catalogue {
  private static final List<Recipe> SAMPLERS =
      List.of(
          new Recipe("sgld", PLAIN, UNIFORM, false, LANGEVIN, "Welling and Teh (2011)"),
          new Recipe(
              "sgld-wor",
              PLAIN,
              Scheme.WITHOUT_REPLACEMENT,
              false,
              LANGEVIN,
              "SGLD, no row twice in a step"),
          new Recipe("sgld-cv", CONTROL_VARIATE, UNIFORM, false, LANGEVIN, "Baker et al. (2019)"),
          new Recipe("sgld-ps", PLAIN, GRADIENT, false, LANGEVIN, "the paper's Algorithm 4"),
          new Recipe(
              "sgld-cv-ps", CONTROL_VARIATE, CURVATURE, false, LANGEVIN, "the paper's Algorithm 5"),
          new Recipe(
              "asgld-cv", CONTROL_VARIATE, UNIFORM, true, LANGEVIN, "adaptive size, uniform rows"),
          new Recipe(
              "asgld-cv-ps", CONTROL_VARIATE, CURVATURE, true, LANGEVIN, "the paper's Algorithm 2"),
          new Recipe("ula", FULL, null, false, LANGEVIN, "unadjusted Langevin (Parisi, 1981)"),
          new Recipe("mala", FULL, null, false, Move.MALA, "exact; Roberts and Tweedie (1996)"),
          new Recipe("nuts", FULL, null, false, Move.NUTS, "exact; Hoffman and Gelman (2014)"));

  private Catalogue() {}

  /** All samplers, in the order of the paper. */
  public static List<Recipe> samplers() {
    return SAMPLERS;
  }

  /** The sampler called {@code name}. */
  public static Recipe sampler(String name) {
    return SAMPLERS.stream()
        .filter(recipe -> recipe.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no sampler '%s'; there are %s"
                        .formatted(
                            name,
                            String.join(", ", SAMPLERS.stream().map(Recipe::name).toList()))));
  }
}
