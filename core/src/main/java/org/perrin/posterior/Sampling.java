package org.perrin.posterior;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.perrin.draws.Draws;
import org.perrin.dynamics.Nuts;
import org.perrin.gradient.FullGradient;
import org.perrin.gradient.Remote;
import org.perrin.levels.LevelSweep;
import org.perrin.mode.Mode;
import org.perrin.mode.Search;
import org.perrin.model.Bounded;
import org.perrin.model.Curved;
import org.perrin.model.MixedModel;
import org.perrin.model.Model;
import org.perrin.model.SharedScaleModel;
import org.perrin.sampler.Chains;
import org.perrin.sampler.Run;
import org.perrin.sampler.Sampler;

/** From a model and options to a posterior. */
public final class Sampling {
  /** Nanoseconds of one core for which nothing cheaper than NUTS is looked for. */
  private static final double SMALL = 1e8;

  /** A biased sampler is taken only where it costs so many times less than an exact one. */
  private static final double WORTH = 3;

  /** Above so many parameters there are no cubic forms, and what exact draws take is known. */
  private static final int CUBIC_LIMIT = 256;

  /** The acceptance of NUTS where a scale is unknown, whose small values lie in a narrow neck. */
  private static final double BENT = 0.95;

  /** Rows times columns that two cores get through in about two minutes. */
  private static final double AFFORDABLE = 120e9;

  /** What can be asked for beside the catalogue: samplers that are not of its product. */
  private static final List<String> NAMES = List.of("natural", "exact", "direct", "levels");

  private Sampling() {}

  /** Names of samplers beside those of the catalogue. */
  public static List<String> names() {
    return NAMES;
  }

  /** Runs the sampler that the options name, or the one that suits the model. */
  public static Posterior run(Model model, Options options, Watcher watcher) {
    if (options.automatic()) {
      return automatic(model, options, watcher);
    }
    String name = options.sampler().get();
    return switch (name) {
      case "natural" -> natural(model, options, watcher);
      case "exact" -> ExactSampling.sample(model, options, watcher, "asked for");
      case "nuts" -> nuts(model, options, watcher, "asked for");
      case "direct" -> direct(model, options, watcher);
      case "levels" -> LevelSampling.sample(model, options, watcher, "asked for");
      default -> CatalogueSampling.sample(model, name, options, watcher);
    };
  }

  private static Posterior natural(Model model, Options options, Watcher watcher) {
    if (model instanceof SharedScaleModel) {
      throw new IllegalArgumentException(
          "natural is for posteriors close to a Gaussian, and those of coefficients that share an"
              + " unknown scale are not: sample with nuts or auto instead");
    }
    return Natural.sample(model, options, watcher, "asked for");
  }

  private static Posterior direct(Model model, Options options, Watcher watcher) {
    if (!Direct.suits(model)) {
      throw new IllegalArgumentException(
          "direct draws are for linear regressions of up to 1,000 parameters whose coefficients"
              + " have normal priors: sample with nuts or auto instead");
    }
    return Direct.sample(model, options, watcher, "asked for");
  }

  private static Posterior automatic(Model model, Options options, Watcher watcher) {
    if (model instanceof SharedScaleModel) {
      return nuts(
          model,
          options,
          watcher,
          "exact: coefficients share a scale that is not known, which NUTS follows over all rows");
    }
    if (!options.stepGiven() && Direct.suits(model)) {
      return Direct.sample(
          model,
          options,
          watcher,
          "exact: given sigma the coefficients are normal, so draws are independent");
    }
    if (model instanceof MixedModel) {
      return levels(model, options, watcher);
    }
    boolean fixed = !options.stepGiven() && options.sizing() == Sizing.FIXED;
    if (model instanceof Remote) {
      return cheapest(model, options, watcher, fixed);
    }
    int n = Natural.subsample(model, options);
    if (2L * n >= model.rows()) {
      return nuts(
          model,
          options,
          watcher,
          "exact: %,d rows are too few to subsample (a step would read %,d)"
              .formatted(model.rows(), n));
    }
    if (Prices.nuts(model, options) <= SMALL) {
      return nuts(
          model,
          options,
          watcher,
          "exact: %,d rows × %d parameters are small enough for all rows at every step"
              .formatted(model.rows(), model.dimension()));
    }
    return cheapest(model, options, watcher, fixed);
  }

  private static Posterior levels(Model model, Options options, Watcher watcher) {
    String why = LevelSweep.refuse(model);
    if (why != null || options.stepGiven()) {
      String reason = why == null ? "a step was asked for" : why;
      return nuts(
          model,
          options,
          watcher,
          "exact: NUTS over all rows, as blocks by level do not apply (" + reason + ")");
    }
    try {
      return LevelSampling.sample(
          model, options, watcher, "exact: level by level, from statistics of the rows");
    } catch (UnsuitableException e) {
      return nuts(model, options, watcher, "exact: " + e.getMessage());
    }
  }

  /** The cheapest exact sampler, unless the natural one is much cheaper. */
  private static Posterior cheapest(Model model, Options options, Watcher watcher, boolean free) {
    SamplerStart start = SamplerStart.of(model, watcher);
    if (free) {
      double most = WORTH * Prices.natural(model, options);
      double nuts =
          model instanceof Remote ? Double.POSITIVE_INFINITY : Prices.nuts(model, options);
      double least = nuts;
      boolean proved = model instanceof Bounded && ExactSampling.refuse(model) == null;
      boolean hopeless =
          model.dimension() > CUBIC_LIMIT
              && Prices.exactAtLeast(model, options) > Math.min(most, nuts);
      if (hopeless) {
        least = Math.min(nuts, Prices.exactAtLeast(model, options));
      } else if (proved && !start.search().rough()) {
        var exact = ExactSampling.of(model, options, watcher, start);
        double price = exact.price();
        if (price <= Math.min(most, nuts)) {
          String reason = "exact: no bias, at a predicted %.2g of the time of natural";
          String why = String.format(Locale.ROOT, reason, WORTH * price / most);
          return orElse(() -> exact.run(why), model, options, watcher, start);
        }
        least = Math.min(nuts, price);
      }
      if (nuts <= most) {
        String reason = "exact: a choice of rows would cost as much as all %,d at every step";
        return nuts(model, options, watcher, reason.formatted(model.rows()), start);
      }
      String other = "; exact draws are predicted to take %.2g times as long";
      return natural(
          model, options, watcher, start, String.format(Locale.ROOT, other, WORTH * least / most));
    }
    return natural(model, options, watcher, start, "");
  }

  private static Posterior orElse(
      Supplier<Posterior> exact,
      Model model,
      Options options,
      Watcher watcher,
      SamplerStart start) {
    try {
      return exact.get();
    } catch (UnsuitableException e) {
      if (affordable(model, options)) {
        return nuts(model, options, watcher, "exact: " + e.getMessage(), start);
      }
      return natural(model, options, watcher, start, "; exact was abandoned: " + e.getMessage());
    }
  }

  private static Posterior natural(
      Model model, Options options, Watcher watcher, SamplerStart start, String instead) {
    try {
      return Natural.sample(model, options, watcher, start, instead);
    } catch (UnsuitableException e) {
      return nuts(model, options, watcher, "exact: " + e.getMessage(), start);
    }
  }

  /**
   * Whether NUTS is expected to end within minutes: each gradient of N rows times what a row costs.
   */
  static boolean affordable(Model model, Options options) {
    if (model instanceof Remote) {
      return false;
    }
    double d = model.dimension();
    double steps = (double) options.chains() * (options.draws() * options.thin().orElse(1) + 300);
    return steps * Prices.gradients(d) * model.rows() * model.nonZeros() * model.effort()
        < AFFORDABLE;
  }

  /** What a user must know of a model that may have many modes. */
  static List<String> remarks(Model model, boolean rough) {
    if (!(model instanceof Curved curved) || !curved.multimodal()) {
      return List.of();
    }
    return rough
        ? List.of(
            "no point of positive curvature was found: the chains start around where Adam ended;"
                + " look at R-hat, and at other starts of the parameters")
        : List.of(
            "nothing is known of the model's convexity: the chains start around one mode, and may"
                + " not have seen others");
  }

  static String percent(double share) {
    return String.format(java.util.Locale.ROOT, "%.3g", 100 * share);
  }

  private static Posterior nuts(Model model, Options options, Watcher watcher, String reason) {
    return nuts(model, options, watcher, reason, SamplerStart.of(model, watcher));
  }

  /** NUTS in the natural metric. */
  private static Posterior nuts(
      Model model, Options options, Watcher watcher, String reason, SamplerStart start) {
    Clock clock = start.clock();
    Search search = start.search();
    Mode mode = search.mode();
    var straight = clock.time("weights", () -> WhitenedCoordinates.of(model, mode));
    int d = model.dimension();
    int burnIn = options.burnIn().orElse(300);
    int thin = options.thin().orElse(1);
    double step = options.stepSize().orElse(Math.pow(d, -0.25));
    var plan = plan(options, burnIn, thin, watcher);
    double[][] starts = Natural.starts(options.chains(), d, options.seed());
    var sampler =
        Sampler.of(
            new Nuts(step, Nuts.MAX_DEPTH, bent(model) ? BENT : Nuts.TARGET),
            new FullGradient(straight.pulled()));
    Run run =
        clock.time(
            "sampling",
            () ->
                BlockwiseRun.run(
                    Run.of("nuts", plan, sampler, starts), 8L * model.rows(), watcher));
    var account =
        new Account(
            "nuts",
            true,
            reason,
            OptionalDouble.of(Nuts.adapted(run.chains().getFirst().state())),
            model.rows(),
            thin,
            burnIn,
            OptionalDouble.empty(),
            new double[0],
            mode.passes() + 1 + (int) (run.rowsRead() / model.rows()),
            run.rowsRead(),
            clock.seconds(),
            remarks(model, search.rough()),
            List.of());
    return new Posterior(model, inTheta(run, straight::toTheta, watcher), mode, account);
  }

  private static boolean bent(Model model) {
    return model instanceof MixedModel || model instanceof SharedScaleModel;
  }

  /** Draws of u as draws of θ. */
  static Draws inTheta(Run run, BiConsumer<double[], double[]> toTheta, Watcher watcher) {
    Draws draws = run.draws();
    return draws.map(draws.names(), watcher.storage(), toTheta);
  }

  static Chains plan(Options options, int burnIn, int thin, Watcher watcher) {
    return Chains.of(options.chains())
        .iterations(Math.multiplyExact(options.draws(), thin))
        .burnIn(burnIn)
        .thin(thin)
        .seed(options.seed())
        .storage(watcher.storage());
  }
}
