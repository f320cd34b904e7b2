package org.perrin.regression;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.family.Parameter;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.Response;
import org.perrin.model.Density;
import org.perrin.model.Independent;
import org.perrin.model.Model;
import org.perrin.model.Prior;
import org.perrin.model.ShrunkCoefficients;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.parameters.CoefficientParameters;
import org.perrin.regression.parameters.GroupParameters;
import org.perrin.regression.parameters.SharedScaleParameters;
import org.perrin.regression.parameters.UserParameters;
import org.perrin.regression.prior.PriorChoice;
import org.perrin.regression.prior.SharedScales;
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
 * @param tau that of the logarithm of the scale of groups, or null
 * @param blocks coefficients that share unknown scales
 * @param priors of the user's parameters, in words
 */
public record Blueprint(
    Scaling scaling,
    @Nullable ColumnStatistics columns,
    UserParameters parameters,
    List<Density> densities,
    @Nullable Density tau,
    List<ShrunkCoefficients> blocks,
    List<String> priors) {

  /** For a design with these columns. */
  public static Blueprint of(
      Encoding encoding,
      List<String> names,
      ModelChoice regression,
      ColumnStatistics columns,
      ResponseStatistics y,
      PriorChoice priors) {
    var spans = regression.predictors(names.size()).spans();
    Scaling scaling = Scaling.of(names, spans, columns);
    SharedScales scales = SharedScales.of(encoding, names, y, regression, priors, columns);
    List<Density> user = scales.without(priors.resolve(names, y, regression, columns));
    UserParameters parameters = parameters(encoding, names, regression, scaling, scales);
    int times = parameters instanceof CoefficientParameters.Repeated all ? all.times() : 1;
    Density tau = parameters instanceof GroupParameters ? priors.tau(y, regression) : null;
    return new Blueprint(
        scaling,
        columns,
        parameters,
        repeated(PriorChoice.inner(user, scaling), times),
        tau,
        scales.inner(scaling),
        scales.priorTexts(words(repeated(user, times), parameters, tau)));
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
        null,
        List.of(),
        densities.stream().map(Density::toString).toList());
  }

  private static List<Density> repeated(List<Density> densities, int times) {
    return Collections.nCopies(times, densities).stream().flatMap(List::stream).toList();
  }

  private static List<String> words(
      List<Density> densities, UserParameters parameters, @Nullable Density tau) {
    List<String> texts = new ArrayList<>(densities.stream().map(Density::toString).toList());
    if (tau != null) {
      String scale = parameters.names().get(texts.size());
      texts.add(tau.toString());
      while (texts.size() < parameters.names().size()) {
        texts.add("normal(0, %s)".formatted(scale));
      }
    }
    return texts;
  }

  private static UserParameters parameters(
      Encoding encoding,
      List<String> columns,
      ModelChoice regression,
      Scaling scaling,
      SharedScales scales) {
    List<String> names = new ArrayList<>(columns);
    List<Parameter> shared = regression.shared();
    shared.forEach(parameter -> names.add(parameter.name()));
    var one = new CoefficientParameters(scaling, names, shared);
    if (encoding.group() != null) {
      return GroupParameters.of(one, encoding.group());
    }
    if (!scales.none()) {
      List<String> all = new ArrayList<>(names);
      all.addAll(scales.names(names));
      return new SharedScaleParameters(one, all);
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

  /** The posterior of rows that are scaled, in these groups, or in none if null. */
  public Model model(ModelChoice regression, Dataset rows, int[] groups) {
    if (groups == null) {
      return regression.model(rows, prior(), blocks);
    }
    List<Density> all = new ArrayList<>(densities);
    all.add(tau);
    return regression.varying(rows, groups, all);
  }
}
