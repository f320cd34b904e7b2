package org.perrin.family;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.math.Scalars;

/**
 * Counts with zeros of their own, of probability π, {@code z = logit π}. With f the loss of the
 * counts' family and {@code f₀} that of a zero,
 *
 * <pre>
 * inflated:  ℓ(0) = log(1 + e^z) + f₀ − log(1 + e^{z + f₀}),    ℓ(y) = log(1 + e^z) + f(y)
 * hurdle:    ℓ(0) = log(1 + e^{−z}),    ℓ(y) = log(1 + e^z) + f(y) + log(1 − e^{−f₀})
 * </pre>
 *
 * @param counts the family of the counts
 * @param hurdle whether all zeros are of their own
 */
public record WithZeros(Family counts, boolean hurdle) implements Family, JointLikelihood {
  /** Checks the family. */
  public WithZeros {
    if (counts.support() != Support.COUNT || JointLikelihood.of(counts) == null) {
      throw new IllegalArgumentException(counts.name() + " has no zeros to add to");
    }
  }

  private @Nullable JointLikelihood base() {
    return JointLikelihood.of(counts);
  }

  private String kind() {
    return hurdle ? "hurdle-" : "zero-inflated-";
  }

  @Override
  public String name() {
    return kind() + counts.name();
  }

  /** With the synonyms of the counts, or by initials as in "zip". */
  @Override
  public List<String> synonyms() {
    List<String> all = new ArrayList<>();
    counts.synonyms().forEach(s -> all.add(kind() + s));
    String initials =
        Arrays.stream(name().split("-")).map(s -> s.substring(0, 1)).collect(Collectors.joining());
    if (!hurdle) {
      all.add(initials);
    }
    return List.copyOf(all);
  }

  @Override
  public String about() {
    return hurdle
        ? "0 with probability zero, else %s without its zeros; for counts".formatted(counts.name())
        : "0 with probability zero, else %s; for counts with more zeros".formatted(counts.name());
  }

  @Override
  public Support support() {
    return Support.COUNT;
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(counts.parameters());
    all.add(Parameter.share("zero"));
    return List.copyOf(all);
  }

  @Override
  public Distribution at(double... eta) {
    int k = eta.length - 1;
    return new Mixed(counts.at(Arrays.copyOf(eta, k)), Scalars.expit(eta[k]), hurdle);
  }

  @Override
  public int predictors() {
    return base().predictors() + 1;
  }

  @Override
  public double loss(
      double[] eta, double y, double @Nullable [] slope, double @Nullable [] curvature) {
    int k = eta.length - 1;
    double z = eta[k];
    double[] inner = Arrays.copyOf(eta, k);
    JointLikelihood base = base();
    if (y > 0 && !hurdle) {
      var seen = new Local(base, inner, y, slope != null, curvature != null);
      write(seen, 1, seen, 0, 0, slope, curvature);
      last(z, 0, slope, curvature, k);
      return Scalars.log1pExp(z) + seen.loss;
    }
    var zero = new Local(base, inner, 0, slope != null, curvature != null);
    if (y > 0) {
      var seen = new Local(base, inner, y, slope != null, curvature != null);
      double log = Math.log(-Math.expm1(-zero.loss));
      double first = 1 / Math.expm1(zero.loss);
      double second = -first * (1 + first);
      write(seen, 1, zero, first, second, slope, curvature);
      last(z, 0, slope, curvature, k);
      return Scalars.log1pExp(z) + seen.loss + log;
    }
    if (hurdle) {
      write(zero, 0, zero, 0, 0, slope, curvature);
      last(z, 1, slope, curvature, k);
      return Scalars.log1pExp(-z);
    }
    double w = Scalars.expit(z + zero.loss);
    write(zero, 0, zero, 1 - w, -w * (1 - w), slope, curvature);
    last(z, w, slope, curvature, k);
    cross(zero, -w * (1 - w), curvature, k);
    return Scalars.log1pExp(z) + zero.loss - Scalars.log1pExp(z + zero.loss);
  }

  /** A loss of the counts with its derivatives. */
  private static final class Local {
    private final double loss;
    private final double @Nullable [] slope;
    private final double @Nullable [] curvature;

    Local(JointLikelihood of, double[] eta, double y, boolean steep, boolean bent) {
      int k = eta.length;
      slope = steep || bent ? new double[k] : null;
      curvature = bent ? new double[k * k] : null;
      loss = of.loss(eta, y, slope, curvature);
    }
  }

  /** Derivatives of {@code times · f(y) + g(f₀)} by the counts' predictors, g' and g'' given. */
  private static void write(
      Local f,
      double times,
      Local zero,
      double first,
      double second,
      double @Nullable [] slope,
      double @Nullable [] h) {
    for (int i = 0; slope != null && i < f.slope.length; i++) {
      slope[i] = times * f.slope[i] + first * zero.slope[i];
    }
    int k = h == null ? 0 : f.slope.length;
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < k; j++) {
        h[i * (k + 1) + j] =
            times * f.curvature[i * k + j]
                + first * zero.curvature[i * k + j]
                + second * zero.slope[i] * zero.slope[j];
      }
      h[i * (k + 1) + k] = 0;
      h[k * (k + 1) + i] = 0;
    }
  }

  /** By z, where {@code ∂ℓ/∂z = π − w} and w moves with z as a logistic function or not at all. */
  private void last(double z, double w, double @Nullable [] slope, double @Nullable [] h, int k) {
    double p = Scalars.expit(z);
    if (slope != null) {
      slope[k] = p - w;
    }
    if (h != null) {
      h[k * (k + 1) + k] = p * Scalars.expit(-z) - w * (1 - w);
    }
  }

  private static void cross(Local zero, double by, double @Nullable [] h, int k) {
    for (int i = 0; h != null && i < k; i++) {
      h[i * (k + 1) + k] = by * zero.slope[i];
      h[k * (k + 1) + i] = by * zero.slope[i];
    }
  }

  @Override
  public double[] start(Doubles y) {
    return Arrays.copyOf(base().start(y), predictors());
  }

  @Override
  public @Nullable String refuse(double y) {
    return support().refuse(y);
  }

  @Override
  public int effort() {
    return 2 * base().effort();
  }

  /** Counts and zeros of their own. */
  private record Mixed(Distribution counts, double zero, boolean hurdle) implements Distribution {
    /** What counts from 1 on are multiplied by. */
    private double factor() {
      return hurdle ? (1 - zero) / -Math.expm1(counts.logDensity(0)) : 1 - zero;
    }

    @Override
    public double mean() {
      return factor() * counts.mean();
    }

    @Override
    public double sd() {
      double square = counts.sd() * counts.sd() + counts.mean() * counts.mean();
      return Math.sqrt(Math.max(0, factor() * square - mean() * mean()));
    }

    @Override
    public double logDensity(double y) {
      if (y == 0) {
        return Math.log(hurdle ? zero : zero + (1 - zero) * Math.exp(counts.logDensity(0)));
      }
      return Math.log(factor()) + counts.logDensity(y);
    }

    @Override
    public double cumulative(double y) {
      if (y < 0) {
        return 0;
      }
      double none = hurdle ? Math.exp(counts.logDensity(0)) : 0;
      return Math.min(1, zero + factor() * (counts.cumulative(y) - none));
    }

    @Override
    public boolean whole() {
      return true;
    }
  }
}
