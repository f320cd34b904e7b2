package org.perrin.io.draws;

import java.util.Locale;
import org.perrin.dynamics.Nuts;

/**
 * What the comments of a CmdStan file say about a run. Of NUTS they are CmdStan's own, whose
 * readers insist on a diagonal metric: that of the coordinates in which the sampler works is one.
 * Other samplers have their name as the algorithm.
 *
 * @param model its name
 * @param data the data file
 * @param sampler its name
 * @param seed of the run; 32 bits of it are written
 * @param warmup iterations before the first draw; they are not in the file
 * @param stepSize of the sampler
 * @param warmupSeconds time before the first draw
 * @param samplingSeconds time after it
 */
public record CmdStanHeader(
    String model,
    String data,
    String sampler,
    long seed,
    int warmup,
    double stepSize,
    double warmupSeconds,
    double samplingSeconds) {
  /** A header that says little. */
  public static CmdStanHeader of(String model, long seed) {
    return new CmdStanHeader(model, "", "unknown", seed, 0, 1, 0, 0);
  }

  /** The lines before the columns. */
  String top(int chain, int draws, String file, String names) {
    return """
        # stan_version_major = 2
        # stan_version_minor = 36
        # stan_version_patch = 0
        # model = %s
        # names = %s
        # method = sample (Default)
        #   sample
        #     num_samples = %d
        #     num_warmup = %d
        #     save_warmup = 0
        #     thin = 1 (Default)
        %s# id = %d
        # data
        #   file = %s
        # init = 2 (Default)
        # random
        #   seed = %d
        # output
        #   file = %s
        """
        .formatted(
            word(model),
            names,
            draws,
            warmup,
            algorithm(),
            chain,
            word(data),
            seed & 0xffff_ffffL,
            word(file));
  }

  private boolean nuts() {
    return sampler.equals("nuts");
  }

  private String algorithm() {
    return nuts()
        ? """
          #     adapt
          #       engaged = 1 (Default)
          #     algorithm = hmc (Default)
          #       hmc
          #         engine = nuts (Default)
          #           nuts
          #             max_depth = %d (Default)
          #         metric = diag_e (Default)
          #         stepsize = 1 (Default)
          """
            .formatted(Nuts.MAX_DEPTH)
        : "#     algorithm = %s\n".formatted(word(sampler));
  }

  /** The lines between columns and draws. */
  String adaptation(int parameters) {
    return nuts()
        ? """
          # Adaptation terminated
          # Step size = %s
          # Diagonal elements of inverse mass matrix:
          # %s
          """
            .formatted(stepSize, "1, ".repeat(parameters - 1) + "1")
        : "# Step size = %s\n".formatted(stepSize);
  }

  /** The lines after the draws; readers cut the times at fixed places. */
  String times() {
    return String.format(
        Locale.ROOT,
        """
        #\s
        #  Elapsed Time: %.3f seconds (Warm-up)
        #                %.3f seconds (Sampling)
        #                %.3f seconds (Total)
        #\s
        """,
        warmupSeconds,
        samplingSeconds,
        warmupSeconds + samplingSeconds);
  }

  /** A value that cannot end its line or be cut at an equals sign. */
  private static String word(String text) {
    return text.replaceAll("[\\p{Cntrl}=]", "_");
  }
}
