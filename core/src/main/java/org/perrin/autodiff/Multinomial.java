package org.perrin.autodiff;

import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.model.Density;
import org.perrin.model.Independent;

/**
 * Multinomial logistic regression: {@code P(y = c) ∝ exp(xᵀβ_c)} for classes 0, 1, …, with {@code
 * β₀ = 0}, the class that others are compared with. Convex where the priors are.
 */
public final class Multinomial implements RowModel {
  private final Vec[] beta;
  private final Num[] score;
  private final List<Density> densities;

  private Multinomial(Parameters parameters, Dataset data, List<Density> densities) {
    this.densities = densities;
    this.beta = new Vec[densities.size() / data.names().size()];
    for (int c = 0; c < beta.length; c++) {
      beta[c] = parameters.real("class " + (c + 1), data.names());
    }
    this.score = new Num[beta.length + 1];
  }

  /** The posterior of data and priors of β₁, β₂, … one after the other. */
  public static Differentiated of(Dataset data, Independent prior) {
    int classes = classes(data);
    int needed = (classes - 1) * data.names().size();
    if (prior.dimension() != needed) {
      throw new IllegalArgumentException(
          "a prior for %d parameters does not fit %d classes and %d columns"
              .formatted(prior.dimension(), classes, data.names().size()));
    }
    return Differentiated.of(
            data, (parameters, rows) -> new Multinomial(parameters, rows, prior.densities()))
        .convex();
  }

  /** How many classes the response has, at least two; it must be 0, 1, … */
  public static int classes(Dataset data) {
    double most = 1;
    for (int i = 0; i < data.count(); i++) {
      double y = data.responses().get(i);
      if (!(y >= 0 && y == Math.rint(y))) {
        throw new IllegalArgumentException(
            "the response of row %d is %s: classes must be 0, 1, 2, …".formatted(i, y));
      }
      most = Math.max(most, y);
    }
    return 1 + (int) most;
  }

  @Override
  public Num row(Row row) {
    for (int c = 0; c < beta.length; c++) {
      score[c + 1] = beta[c].dot(row.x()).plus(row.offset());
    }
    score[0] = score[1].times(0);
    return Losses.categorical((int) row.y(), score);
  }

  @Override
  public Num prior() {
    Num[] terms = new Num[densities.size()];
    int width = beta[0].size();
    for (int k = 0; k < terms.length; k++) {
      terms[k] = Losses.of(densities.get(k), beta[k / width].get(k % width));
    }
    return Num.sum(terms);
  }
}
