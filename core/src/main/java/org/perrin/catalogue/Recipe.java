package org.perrin.catalogue;

import org.perrin.mode.Mode;
import org.perrin.model.Model;
import org.perrin.sampler.Sampler;
import org.perrin.subsampling.Batches;
import org.perrin.subsampling.SubsampleSize;
import org.perrin.subsampling.Subsampling;

/**
 * A sampler as a product: an estimator, a subsampling scheme (none for the full gradient), a fixed
 * or adaptive size, a dynamics.
 */
public record Recipe(
    String name, Estimator estimator, Scheme scheme, boolean adaptive, Move move, String about) {

  /**
   * What a recipe leaves open.
   *
   * @param stepSize ε
   * @param subsample n, or the n of the pilot chains if the size is adaptive
   * @param threshold V₀ of an adaptive size; NaN to find it by pilot chains
   * @param mixture α
   * @param seed of pilot chains
   */
  public record Settings(
      double stepSize, int subsample, double threshold, double mixture, long seed) {
    /** A step-size and a subsample size; the rest by default. */
    public static Settings of(double stepSize, int subsample) {
      return new Settings(stepSize, subsample, Double.NaN, 0.1, 1);
    }
  }

  /** The sampler for a model with its mode. */
  public Sampler make(Model model, Mode mode, Settings settings) {
    if (scheme == null) {
      return Sampler.of(move.make(settings.stepSize()), estimator.make(model, mode, null));
    }
    Subsampling rows = scheme.make(model, mode, settings.mixture());
    SubsampleSize size =
        adaptive
            ? adaptiveSize(model, mode, rows, settings)
            : new SubsampleSize.Fixed(settings.subsample());
    return sampler(model, mode, new Batches(rows, size), settings.stepSize());
  }

  private Sampler sampler(Model model, Mode mode, Batches batches, double stepSize) {
    return Sampler.of(move.make(stepSize), estimator.make(model, mode, batches));
  }

  private SubsampleSize adaptiveSize(Model model, Mode mode, Subsampling rows, Settings settings) {
    var smooth = Scheme.smooth(model);
    double threshold = settings.threshold();
    if (Double.isNaN(threshold)) {
      var pilot = sampler(model, mode, rows.size(settings.subsample()), settings.stepSize());
      threshold =
          Pilot.of(settings.seed())
              .threshold(pilot, mode.theta(), smooth, rows, settings.subsample());
    }
    return SubsampleSize.threshold(smooth, mode.theta(), rows, threshold);
  }
}
