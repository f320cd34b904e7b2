package org.perrin.regression;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.family.Parameter;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.GroupRows;
import org.perrin.io.design.Response;
import org.perrin.model.Density;
import org.perrin.model.Independent;
import org.perrin.model.MixedLayout;
import org.perrin.model.Model;
import org.perrin.model.Prior;
import org.perrin.model.ShrunkCoefficients;
import org.perrin.model.Varying;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.parameters.CoefficientParameters;
import org.perrin.regression.parameters.GroupParameters;
import org.perrin.regression.parameters.SharedScaleParameters;
import org.perrin.regression.parameters.UserParameters;
import org.perrin.regression.parameters.VaryingLayout;
import org.perrin.regression.prior.PriorChoice;
import org.perrin.regression.prior.SharedScales;
import org.perrin.regression.prior.VaryingPriors;
import org.perrin.regression.standard.ColumnStatistics;
import org.perrin.regression.standard.ResponseStatistics;
import org.perrin.regression.standard.Scaling;

/**
 * What follows from statistics of a design's columns, wherever its rows lie: how columns are
 * scaled, the priors, and the parameters as users see them.
 *
 * @param scaling between the user's columns and the sampler's
 * @param columns the user's columns at a glance
 * @param parameters between the user's parameters and the sampler's
 * @param densities of the sampler's parameters, but for those that share a scale
 * @param groups what varies by groups, without rows
 * @param spreads for each of these by what its columns are divided
 * @param blocks coefficients that share unknown scales
 * @param priors of the user's parameters, in words
 */
public record Blueprint(
    Scaling scaling,
    @Nullable ColumnStatistics columns,
    UserParameters parameters,
    List<Density> densities,
    List<Varying> groups,
    List<double[]> spreads,
    List<ShrunkCoefficients> blocks,
    List<String> priors) {

  /** For a design with these columns, where nothing varies by groups. */
  public static Blueprint of(
      Encoding encoding,
      List<String> names,
      ModelChoice regression,
      ColumnStatistics columns,
      ResponseStatistics y,
      PriorChoice priors) {
    return of(encoding, names, regression, columns, List.of(), y, priors);
  }

  /** For a design with these columns, and such spreads of columns that vary by groups. */
  public static Blueprint of(
      Encoding encoding,
      List<String> names,
      ModelChoice regression,
      ColumnStatistics columns,
      List<double[]> spreads,
      ResponseStatistics y,
      PriorChoice priors) {
    regression.checkGroups(encoding);
    var spans = regression.predictors(names.size()).spans();
    Scaling scaling = Scaling.of(names, spans, columns);
    SharedScales scales = SharedScales.of(encoding, names, y, regression, priors, columns);
    List<Density> user = scales.without(priors.resolve(names, y, regression, columns));
    List<VaryingPriors> varying = VaryingPriors.of(encoding, spreads, y, regression, priors);
    List<Varying> groups = groups(encoding, regression, varying);
    UserParameters parameters =
        parameters(encoding, names, regression, scaling, scales, groups, spreads);
    int times = parameters instanceof CoefficientParameters.Repeated all ? all.times() : 1;
    return new Blueprint(
        scaling,
        columns,
        parameters,
        repeated(PriorChoice.inner(user, scaling), times),
        groups,
        spreads,
        scales.inner(scaling),
        words(
            scales.priorTexts(repeated(user, times).stream().map(Density::toString).toList()),
            encoding,
            varying));
  }

  private static List<Varying> groups(
      Encoding encoding, ModelChoice regression, List<VaryingPriors> priors) {
    List<Varying> groups = new ArrayList<>();
    for (int g = 0; g < priors.size(); g++) {
      var own = priors.get(g);
      groups.add(
          VaryingLayout.term(encoding.allGroups().get(g), regression, own.inner(), own.lkj()));
    }
    return groups;
  }

  /** Columns as they are, and one density for all coefficients. */
  public static Blueprint plain(
      List<String> names, ModelChoice regression, Density density, ResponseStatistics y) {
    Scaling scaling = Scaling.identity(names.size());
    List<Density> densities = new ArrayList<>(Collections.nCopies(names.size(), density));
    densities.addAll(PriorChoice.standard().shared(regression, y));
    List<String> all = new ArrayList<>(names);
    regression.shared().forEach(parameter -> all.add(parameter.name()));
    return new Blueprint(
        scaling,
        null,
        new CoefficientParameters(scaling, all, regression.shared()),
        densities,
        List.of(),
        List.of(),
        List.of(),
        densities.stream().map(Density::toString).toList());
  }

  private static List<Density> repeated(List<Density> densities, int times) {
    return Collections.nCopies(times, densities).stream().flatMap(List::stream).toList();
  }

  private static List<String> words(
      List<String> shared, Encoding encoding, List<VaryingPriors> priors) {
    List<String> texts = new ArrayList<>(shared);
    for (int g = 0; g < priors.size(); g++) {
      VaryingPriors own = priors.get(g);
      own.scales().forEach(density -> texts.add(density.toString()));
      int correlations = encoding.allGroups().get(g).term().correlationNames().size();
      texts.addAll(Collections.nCopies(correlations, own.lkjText()));
    }
    for (int g = 0; g < priors.size(); g++) {
      Encoding.Placed placed = encoding.allGroups().get(g);
      List<String> level =
          placed.term().scaleNames().stream()
              .map(scale -> "normal(0, %s)".formatted(placed.prefix() + scale))
              .toList();
      for (int j = 0; j < placed.term().by().count(); j++) {
        texts.addAll(level);
      }
    }
    return texts;
  }

  private static UserParameters parameters(
      Encoding encoding,
      List<String> columns,
      ModelChoice regression,
      Scaling scaling,
      SharedScales scales,
      List<Varying> groups,
      List<double[]> spreads) {
    List<String> names = new ArrayList<>(columns);
    List<Parameter> shared = regression.shared();
    shared.forEach(parameter -> names.add(parameter.name()));
    var one = new CoefficientParameters(scaling, names, shared);
    List<String> scaled = new ArrayList<>(names);
    scaled.addAll(scales.names(names));
    if (!groups.isEmpty()) {
      var layout = MixedLayout.of(names.size(), scales.inner(scaling), groups);
      return GroupParameters.of(one, scaled, encoding, layout, spreads);
    }
    if (!scales.none()) {
      return new SharedScaleParameters(one, scaled);
    }
    if (!regression.several() || !(encoding.response() instanceof Response.Classes classes)) {
      return one;
    }
    List<String> all =
        classes.levels().stream()
            .skip(1)
            .flatMap(level -> names.stream().map(name -> level + ": " + name))
            .toList();
    return new CoefficientParameters.Repeated(one, all);
  }

  /** The prior of the sampler's parameters where none share a scale. */
  public Prior prior() {
    return new Independent(densities);
  }

  /** The posterior of rows that are scaled, and of what they have of groups in user's columns. */
  public Model model(ModelChoice regression, Dataset rows, List<GroupRows> levels) {
    if (levels.isEmpty()) {
      return regression.model(rows, prior(), blocks);
    }
    List<Varying> terms = new ArrayList<>();
    for (int g = 0; g < levels.size(); g++) {
      terms.add(filled(groups.get(g), levels.get(g), spreads.get(g)));
    }
    return regression.varying(rows, terms, densities, blocks);
  }

  private static Varying filled(Varying term, GroupRows rows, double... spread) {
    List<double[]> values = new ArrayList<>();
    for (int c = 0; c < spread.length; c++) {
      double[] own = rows.values().get(c);
      double by = spread[c];
      values.add(own == null || by == 1 ? own : Arrays.stream(own).map(x -> x / by).toArray());
    }
    return new Varying(
        term.name(),
        term.predictor(),
        rows.level(),
        term.levels(),
        term.columns(),
        values,
        term.correlated(),
        term.scales(),
        term.lkj());
  }
}
