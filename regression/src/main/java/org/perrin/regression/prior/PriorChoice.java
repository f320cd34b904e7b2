package org.perrin.regression.prior;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.family.Family;
import org.perrin.family.Link;
import org.perrin.family.Parameter;
import org.perrin.family.Support;
import org.perrin.io.MessageText;
import org.perrin.io.UsageException;
import org.perrin.io.design.Encoding;
import org.perrin.model.Density;
import org.perrin.model.Horseshoe;
import org.perrin.model.Priors;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.model.Predictors;
import org.perrin.regression.standard.ColumnStatistics;
import org.perrin.regression.standard.ResponseStatistics;
import org.perrin.regression.standard.Scaling;

/**
 * Priors as asked for. The default, {@code autoscale}, follows the convention of rstanarm: with
 * {@code s_y} the target's standard deviation for linear models and 1 for others,
 *
 * <ul>
 *   <li>a coefficient is {@code normal(0, 2.5 s_y / sd(x))}, or {@code normal(0, 2.5 s_y /
 *       range(x))} if its column has two values only, so a 0/1 column gets {@code normal(0, 2.5
 *       s_y)} however rare its ones are: the tiny sd of a rare level would leave almost no prior
 *       where it is needed most, at levels whose rows are all of one class;
 *   <li>the intercept, at the mean of all columns, is {@code normal(mean(y), 2.5 s_y)} for linear
 *       models, {@code normal(log mean(y), 2.5)} for amounts above 0 and {@code normal(0, 2.5)} for
 *       others;
 *   <li>scales in the unit of the target, such as sigma, are {@code exponential(1/s_y)}, other
 *       parameters what their family says;
 *   <li>a parameter with a formula of its own has coefficients {@code normal(0, 1 / sd(x))} on the
 *       scale of its link, range instead of sd for two values. Its intercept, at the mean of its
 *       columns, is {@code normal(log s_y, 1)} for sigma and {@code normal(log m, 2.5)} for others
 *       with a logarithm, m being the scale of the family's own prior: the mean of {@code
 *       exponential}, the scale of {@code half_cauchy}, in units of s_y where the parameter is;
 *       what the family says for others, {@code normal(0, 1.5)} of log odds. Without an intercept
 *       coefficients are {@code normal(0, (1 + |c|) / sd(x))}, c being where it would be centred.
 * </ul>
 *
 * A density for all coefficients is for those of the target's formula; others are named, as in
 * {@code sigma: x=normal(0, 0.5)}; so are parameters that all rows share, {@code
 * nu=exponential(1)}.
 *
 * @param coefficients texts: a density for all, or {@code name=density} for one
 * @param intercept text
 * @param sigma text
 * @param group texts: for what varies by groups, and for the scales of smooths; see {@link
 *     GroupPriors}
 */
public record PriorChoice(
    List<String> coefficients, String intercept, String sigma, List<String> group) {
  private static final double WIDTH = 2.5;

  /** Copies the list; null stands for the default. */
  public PriorChoice {
    coefficients = List.copyOf(coefficients);
    intercept = Objects.requireNonNullElse(intercept, PriorText.AUTOSCALE);
    sigma = Objects.requireNonNullElse(sigma, PriorText.AUTOSCALE);
    group = List.copyOf(Objects.requireNonNullElse(group, List.of()));
  }

  /** With one text for all groups. */
  public PriorChoice(List<String> coefficients, String intercept, String sigma, String group) {
    this(coefficients, intercept, sigma, List.of(group));
  }

  /** Scales from the data throughout. */
  public static PriorChoice standard() {
    return new PriorChoice(List.of(), PriorText.AUTOSCALE, PriorText.AUTOSCALE, List.of());
  }

  /** Refuses texts that cannot be read, before any data are. */
  public void check() {
    for (String text : coefficients) {
      String density = text.substring(text.lastIndexOf('=') + 1);
      if (!text.contains("=") && PriorText.isHorseshoe(text)) {
        PriorText.horseshoe("--prior", text);
      } else if (!isAuto(density)) {
        boolean scale = text.contains("=") && PriorText.isForScale(density);
        var _ =
            scale ? PriorText.scale("--prior", density) : PriorText.coefficient("--prior", density);
      }
    }
    if (!isAuto(intercept)) {
      PriorText.coefficient("--prior-intercept", intercept);
    }
    if (!isAuto(sigma)) {
      PriorText.scale("--prior-sigma", sigma);
    }
    new GroupPriors(group).check();
  }

  /** What holds for all coefficients: the last text without a name. */
  private String all() {
    return coefficients.stream()
        .filter(text -> !text.contains("="))
        .reduce(PriorText.AUTOSCALE, (before, text) -> text);
  }

  /** The horseshoe that coefficients share, or null. */
  @Nullable Horseshoe horseshoe() {
    return PriorText.isHorseshoe(all()) ? PriorText.horseshoe("--prior", all()) : null;
  }

  /** The places of coefficients that have a prior of their own. */
  Set<Integer> named(List<String> names) {
    return coefficients.stream()
        .filter(text -> text.contains("="))
        .map(text -> names.indexOf(text.substring(0, text.lastIndexOf('=')).strip()))
        .collect(Collectors.toCollection(HashSet::new));
  }

  /** {@code s_y / sd(x)} of some columns, or {@code s_y / range(x)} of those with two values. */
  double[] units(
      int[] places, ResponseStatistics y, ModelChoice regression, ColumnStatistics columns) {
    double spread = regression.metric() ? y.sd() : 1;
    return IntStream.of(places).mapToDouble(k -> spread / columns.spread(k)).toArray();
  }

  /**
   * The density of the logarithm of a smooth's scale: {@code exponential(1/s_y)} unless another is
   * given; 1 in place of s_y where the predictor does not have the unit of the target.
   */
  Density smooth(String name, ResponseStatistics y, boolean inUnits) {
    return new GroupPriors(group).smooth(name, Priors.exponential(inUnits ? 1 / y.sd() : 1));
  }

  /** A density for each parameter, for the user's columns; that of log σ last if there is one. */
  public List<Density> resolve(
      List<String> names, ResponseStatistics y, ModelChoice regression, ColumnStatistics columns) {
    double spread = regression.metric() ? y.sd() : 1;
    List<Density> densities = new ArrayList<>();
    String all = PriorText.isHorseshoe(all()) ? PriorText.AUTOSCALE : all();
    var predictors = regression.predictors(names.size());
    int first = predictors.spans().getFirst().to();
    List<Density> standard = new ArrayList<>();
    for (int k = 0; k < first; k++) {
      standard.add(Priors.normal(0, WIDTH * spread / columns.spread(k)));
      densities.add(isAuto(all) ? standard.getLast() : PriorText.coefficient("--prior", all));
    }
    if (names.getFirst().equals(Encoding.INTERCEPT)) {
      double mean = centre(regression.family(), y);
      standard.set(0, Priors.normal(mean, WIDTH * spread));
      densities.set(
          0,
          isAuto(intercept)
              ? standard.getFirst()
              : PriorText.coefficient("--prior-intercept", intercept));
    }
    if (first < names.size()) {
      List<Density> others = further(names, y, regression, predictors, columns);
      standard.addAll(others);
      densities.addAll(others);
    }
    single(densities, names, standard, regression);
    densities.addAll(shared(regression, y));
    return Collections.unmodifiableList(densities);
  }

  /** Of the columns of parameters beside the first. */
  private List<Density> further(
      List<String> names,
      ResponseStatistics y,
      ModelChoice regression,
      Predictors predictors,
      ColumnStatistics columns) {
    List<Density> densities = new ArrayList<>();
    List<Parameter> parameters = regression.family().parameters();
    for (int p = 1; p < parameters.size(); p++) {
      if (predictors.source()[p] < 0) {
        continue;
      }
      Parameter parameter = parameters.get(p);
      if (!isAuto(sigma) && isSigma(regression, parameter)) {
        throw new UsageException(
            "--prior-sigma is for a number that all rows share, and %s has a formula: name its coefficients by --prior \"%s: %s=…\""
                .formatted(parameter.name(), parameter.name(), Encoding.INTERCEPT));
      }
      Predictors.Span span = predictors.spans().get(predictors.source()[p]);
      Density level = level(parameter, y);
      boolean intercept =
          names.get(span.from()).equals(parameter.name() + ": " + Encoding.INTERCEPT);
      double width =
          !intercept && level instanceof Density.Normal(double mean, _) ? 1 + Math.abs(mean) : 1;
      for (int k = span.from(); k < span.to(); k++) {
        densities.add(
            intercept && k == span.from() ? level : Priors.normal(0, width / columns.spread(k)));
      }
    }
    return densities;
  }

  /** Of the intercept of a parameter's own formula. */
  private static Density level(Parameter parameter, ResponseStatistics y) {
    if (parameter.link() != Link.LOG) {
      return PriorText.coefficient(parameter.name(), parameter.prior());
    }
    Density own = PriorText.scale(parameter.name(), parameter.prior());
    boolean light = own instanceof Density.OfLog(Density.Exponential _);
    double scale =
        switch (own) {
          case Density.OfLog(Density.Exponential(double rate)) -> 1 / rate;
          case Density.OfLog(Density.StudentT(_, _, double width)) -> width;
          case Density.OfLog(Density.Normal(_, double sd)) -> sd;
          default -> 1;
        };
    double unit = parameter.inUnits() ? y.sd() : 1;
    return Priors.normal(Math.log(scale * unit), light && parameter.inUnits() ? 1 : WIDTH);
  }

  private static double centre(Family family, ResponseStatistics y) {
    return family.centre(family.support() == Support.SURVIVAL ? y.size() : y.mean());
  }

  /** Of the predictors of parameters that all rows share. */
  public List<Density> shared(ModelChoice regression, ResponseStatistics y) {
    if (!isAuto(sigma) && regression.shared().stream().noneMatch(p -> isSigma(regression, p))) {
      throw new UsageException(
          "--prior-sigma: %s has no parameter that it could be for: leave it out"
              .formatted(regression.word()));
    }
    return regression.shared().stream()
        .map(parameter -> shared(parameter, y, isSigma(regression, parameter)))
        .toList();
  }

  /** Of the predictor of a parameter that all rows share. */
  private Density shared(Parameter parameter, ResponseStatistics y, boolean isSigma) {
    boolean positive = parameter.link() == Link.LOG;
    String own = own(parameter.name());
    if (!isAuto(own)) {
      return positive ? PriorText.scale("--prior", own) : PriorText.coefficient("--prior", own);
    }
    if (isSigma && !isAuto(sigma)) {
      return PriorText.scale("--prior-sigma", sigma);
    }
    Density density =
        positive
            ? PriorText.scale(parameter.name(), parameter.prior())
            : PriorText.coefficient(parameter.name(), parameter.prior());
    return parameter.inUnits() ? times(density, y.sd()) : density;
  }

  /**
   * Whether --prior-sigma is for it: the first positive parameter beside the response's own, and
   * those with the same default, such as all gaps of classes; not the degrees of freedom beside a
   * scale.
   */
  private static boolean isSigma(ModelChoice regression, Parameter parameter) {
    return parameter.link() == Link.LOG
        && regression.family().parameters().stream()
            .skip(1)
            .filter(one -> one.link() == Link.LOG)
            .findFirst()
            .filter(first -> first.prior().equals(parameter.prior()))
            .isPresent();
  }

  /** The density that --prior gives a name, the last one if there are several. */
  private String own(String name) {
    return coefficients.stream()
        .filter(text -> text.contains("="))
        .filter(text -> text.substring(0, text.lastIndexOf('=')).strip().equals(name))
        .map(text -> text.substring(text.lastIndexOf('=') + 1))
        .reduce(PriorText.AUTOSCALE, (before, text) -> text);
  }

  private void single(
      List<Density> densities, List<String> names, List<Density> standard, ModelChoice regression) {
    List<String> shared = regression.shared().stream().map(Parameter::name).toList();
    for (String text : coefficients) {
      int equals = text.lastIndexOf('=');
      if (equals >= 0) {
        String name = text.substring(0, equals).strip();
        int k = names.indexOf(name);
        if (k < 0 && shared.contains(name)) {
          continue;
        }
        if (k < 0) {
          throw new UsageException(
              "--prior: there is no coefficient %s%s"
                  .formatted(MessageText.quoted(name), MessageText.didYouMean(name, names)));
        }
        String density = text.substring(equals + 1);
        densities.set(
            k, isAuto(density) ? standard.get(k) : PriorText.coefficient("--prior", density));
      }
    }
  }

  /** The same densities for the columns that the sampler sees. */
  public static List<Density> inner(List<Density> densities, Scaling scaling) {
    List<Density> inner = new ArrayList<>(densities);
    for (int k = 0; k < scaling.scale().length; k++) {
      inner.set(k, times(densities.get(k), scaling.scale()[k]));
    }
    return inner;
  }

  /** The density of {@code factor · x}. */
  static Density times(Density density, double factor) {
    return switch (density) {
      case Density.Normal(double mean, double sd) -> Priors.normal(mean * factor, sd * factor);
      case Density.StudentT(double df, double mean, double scale) ->
          Priors.studentT(df, mean * factor, scale * factor);
      case Density.Laplace(double mean, double scale) ->
          Priors.laplace(mean * factor, scale * factor);
      case Density.InverseChi(double df, double scale) ->
          new Density.InverseChi(df, scale * factor);
      case Density.PartialCorrelation own -> own;
      case Density.Flat flat -> flat;
      case Density.Exponential(double rate) -> new Density.Exponential(rate / factor);
      case Density.OfLog(Density of) -> new Density.OfLog(times(of, factor));
    };
  }

  private static boolean isAuto(String text) {
    return text.strip().equals(PriorText.AUTOSCALE);
  }
}
