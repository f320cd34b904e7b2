package org.perrin.regression.parameters;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.GroupTerm;
import org.perrin.model.Density;
import org.perrin.model.MixedLayout;
import org.perrin.model.Priors;
import org.perrin.model.Varying;
import org.perrin.regression.model.ModelChoice;

/** Terms that vary by groups as a model has them, without rows: what gives θ its layout. */
public final class VaryingLayout {
  private VaryingLayout() {}

  /** One term, with priors of the logarithms of its scales and of its correlations. */
  public static Varying term(
      Encoding.Placed placed, ModelChoice regression, List<Density> scales, double lkj) {
    GroupTerm term = placed.term();
    return new Varying(
        placed.prefix() + term.by().name(),
        regression.place(placed.parameter()),
        new int[0],
        term.by().count(),
        term.columns(),
        Collections.nCopies(term.width(), null),
        term.correlated(),
        scales,
        lkj);
  }

  /** Where parameters lie, behind {@code shared} ones; the user's lie where the sampler's do. */
  public static MixedLayout of(int shared, Encoding encoding, ModelChoice regression) {
    List<Varying> terms = new ArrayList<>();
    for (Encoding.Placed placed : encoding.allGroups()) {
      var scales = Collections.nCopies(placed.term().width(), Priors.exponential(1));
      terms.add(term(placed, regression, scales, 1));
    }
    return MixedLayout.of(shared, terms);
  }
}
