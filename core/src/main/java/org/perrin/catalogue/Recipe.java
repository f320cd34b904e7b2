package org.perrin.catalogue;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.perrin.dynamics.StepSize;
import org.perrin.gradient.Gradient;
import org.perrin.mode.Mode;
import org.perrin.model.Model;
import org.perrin.model.Smooth;
import org.perrin.sampler.Sampler;
import org.perrin.subsampling.Batches;
import org.perrin.subsampling.Preferential;
import org.perrin.subsampling.SubsampleSize;
import org.perrin.subsampling.Subsampling;

/**
 * A sampler as a product: a dynamics, an estimator, a subsampling scheme (none for the full
 * gradient), a fixed or adaptive size. Its name says so: {@code [a]dynamics[-estimator][-scheme]},
 * with a plain estimator and uniform rows left out: {@code asgld-cv-ps}. In the natural metric it
 * runs on the model seen through the metric, with {@link Mode#standard}.
 */
public record Recipe(
    DynamicsKind dynamics, Estimator estimator, @Nullable Scheme scheme, boolean adaptive) {

  /**
   * What a recipe leaves open.
   *
   * @param step ε
   * @param subsample n, or the n of the pilot chains if the size is adaptive
   * @param threshold V₀ of an adaptive size; empty to find it by pilot chains
   * @param mixture α
   * @param temperature T
   * @param seed of pilot chains
   */
  public record Settings(
      StepSize step,
      int subsample,
      OptionalDouble threshold,
      double mixture,
      double temperature,
      long seed) {
    /** A step-size and a subsample size; the rest by default. */
    public static Settings of(double stepSize, int subsample) {
      return new Settings(
          new StepSize.Constant(stepSize),
          subsample,
          OptionalDouble.empty(),
          Preferential.MIXTURE,
          1,
          1);
    }

    /** With a threshold V₀, so that no pilot is needed. */
    public Settings threshold(double v0) {
      return new Settings(step, subsample, OptionalDouble.of(v0), mixture, temperature, seed);
    }

    /** With another temperature. */
    public Settings temperature(double t) {
      return new Settings(step, subsample, threshold, mixture, t, seed);
    }
  }

  /** Refuses what makes no sense, and says why. */
  public Recipe {
    String reason = refuse(dynamics, estimator, scheme, adaptive);
    if (reason != null) {
      throw new IllegalArgumentException(reason);
    }
  }

  /** Why there is no such cell in the product, or null if there is. */
  static @Nullable String refuse(
      DynamicsKind dynamics, Estimator estimator, @Nullable Scheme scheme, boolean adaptive) {
    if (dynamics.exact() && estimator != Estimator.FULL) {
      return dynamics.label() + " accepts or rejects by f itself: it needs all rows at every step";
    }
    if (estimator == Estimator.FULL) {
      return scheme == null && !adaptive ? null : "the full gradient takes all rows";
    }
    if (adaptive && estimator != Estimator.CONTROL_VARIATE) {
      return "an adaptive size bounds the distance from a fixed centre (Lemma 3.3): it needs cv";
    }
    if (adaptive && scheme == Scheme.BANDIT) {
      return "an adaptive size needs Σ Lᵢ²/pᵢ, which changes as a bandit learns";
    }
    return scheme.refuse(estimator);
  }

  /** As on the command line. */
  public String name() {
    if (this.equals(Catalogue.ULA)) {
      return "ula";
    }
    if (dynamics.exact()) {
      return dynamics.label();
    }
    String name = (adaptive ? "a" : "") + dynamics.label();
    if (estimator != Estimator.PLAIN) {
      name += "-" + estimator.label();
    }
    return scheme == null || scheme == Scheme.UNIFORM ? name : name + "-" + scheme.label();
  }

  /** The sampler for a model with its mode. */
  public Sampler make(Model model, Mode mode, Settings settings) {
    return make(model, mode, rows(model, mode, settings.mixture()), settings);
  }

  /** The scheme for a model with its mode; null if all rows are taken. */
  public @Nullable Subsampling rows(Model model, Mode mode, double mixture) {
    return scheme == null ? null : scheme.make(model, mode, mixture);
  }

  /** The sampler with a scheme that {@link #rows} made. */
  public Sampler make(Model model, Mode mode, @Nullable Subsampling rows, Settings settings) {
    if (scheme == null) {
      return sampler(model, mode, null, settings);
    }
    SubsampleSize size =
        adaptive
            ? adaptiveSize(model, mode, rows, settings)
            : new SubsampleSize.Fixed(settings.subsample());
    return sampler(model, mode, new Batches(rows, size), settings);
  }

  private Sampler sampler(Model model, Mode mode, @Nullable Batches batches, Settings settings) {
    Gradient gradient = estimator.make(model, mode, batches, settings.subsample());
    return Sampler.of(
        dynamics.make(settings.step(), model, mode), gradient.at(settings.temperature()));
  }

  private SubsampleSize adaptiveSize(
      Model model, Mode mode, @Nullable Subsampling rows, Settings settings) {
    var smooth = Scheme.smooth(model);
    double threshold =
        settings.threshold().orElseGet(() -> pilotThreshold(model, mode, smooth, rows, settings));
    return SubsampleSize.threshold(smooth, mode.theta(), rows, threshold);
  }

  private double pilotThreshold(
      Model model, Mode mode, Smooth smooth, Subsampling rows, Settings settings) {
    var pilot = sampler(model, mode, rows.size(settings.subsample()), settings);
    return ThresholdPilot.of(settings.seed())
        .threshold(pilot, mode.theta(), smooth, rows, settings.subsample());
  }

  @Override
  public String toString() {
    return name();
  }
}
