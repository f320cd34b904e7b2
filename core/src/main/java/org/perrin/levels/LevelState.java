package org.perrin.levels;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.math.SmallMatrices;
import org.perrin.model.Density;
import org.perrin.model.Independent;
import org.perrin.model.MixedLayout;
import org.perrin.model.MixedModel;
import org.perrin.model.Priors;
import org.perrin.model.Varying;

/**
 * A point of a {@link MixedModel} with its effects centred: shared parameters, scales and
 * correlations as in θ but for coefficients of smooths, which are β and not z, and the effects b
 * themselves; with each term's factor {@code A = D L} and precision {@code Ω = (AAᵀ)⁻¹}.
 */
final class LevelState {
  final MixedLayout layout;
  final List<Density> priors;
  final double[] head;
  final double[][] b;
  final double[][] factor;
  final double[][] precision;

  /** What blocks keep in addition; of no meaning between sweeps. */
  @Nullable CellWork work;

  /** Rows looked at since the state was loaded. */
  long rows;

  LevelState(MixedModel model) {
    this.layout = model.layout();
    int terms = layout.terms().size();
    this.priors = ((Independent) model.prior()).densities().subList(0, layout.head());
    this.head = new double[layout.head()];
    this.b = new double[terms][];
    this.factor = new double[terms][];
    this.precision = new double[terms][];
    for (int g = 0; g < terms; g++) {
      Varying term = layout.terms().get(g);
      int k = term.width();
      b[g] = new double[term.levels() * k];
      factor[g] = new double[k * k];
      precision[g] = new double[k * k];
    }
  }

  void load(double[] theta) {
    System.arraycopy(theta, 0, head, 0, head.length);
    layout.stretch(head);
    for (int g = 0; g < b.length; g++) {
      layout.effects(theta, g, b[g]);
      refresh(g);
    }
    rows = 0;
  }

  void store(double[] theta) {
    System.arraycopy(head, 0, theta, 0, head.length);
    layout.relax(theta);
    for (int g = 0; g < b.length; g++) {
      layout.toZ(b[g], g, theta);
    }
  }

  /** Factor and precision of a term from the head. */
  void refresh(int g) {
    layout.factor(head, g, factor[g]);
    SmallMatrices.precision(factor[g], precision[g], layout.terms().get(g).width());
  }

  /** The prior of a coefficient, that of a smooth with its scale as it is. */
  Density prior(int place) {
    for (int s = 0; s < layout.smooths().size(); s++) {
      int[] columns = layout.smooths().get(s).columns();
      for (int j = 0; j < columns.length; j++) {
        if (columns[j] == place) {
          return Priors.normal(0, smoothSd(s, j));
        }
      }
    }
    return priors.get(place);
  }

  /** Prior precisions of the first coefficients, with those of smooths. */
  double[] precisions(NormalParts normals) {
    double[] precisions = normals.precision.clone();
    for (int s = 0; s < layout.smooths().size(); s++) {
      int[] columns = layout.smooths().get(s).columns();
      for (int j = 0; j < columns.length; j++) {
        double sd = smoothSd(s, j);
        precisions[columns[j]] = 1 / (sd * sd);
      }
    }
    return precisions;
  }

  private double smoothSd(int s, int j) {
    return Math.exp(head[layout.smoothScale(s)]) * layout.smooths().get(s).units()[j];
  }

  Varying term(int g) {
    return layout.terms().get(g);
  }
}
