package org.perrin.bench.paper;

import java.nio.file.Path;
import org.perrin.bench.RealData;

/**
 * How a reproduction runs.
 *
 * @param data folder with the real data, or null
 * @param out where figures go
 * @param cache where exact references are kept
 * @param quick fewer chains, shorter, a part of covertype
 * @param seed of every chain; the data have the authors' seeds
 */
public record ReproductionSettings(Path data, Path out, Path cache, boolean quick, long seed) {
  /** Chains that curves are averaged over. */
  int chains() {
    return quick ? 3 : 10;
  }

  /** What a figure depends on, in words. */
  String stamp() {
    return "seed %d, %s settings, %s data"
        .formatted(
            seed,
            quick ? "quick" : "full",
            RealData.has(data, "CASP.csv.gz") && RealData.has(data, "covtype.csv.gz")
                ? "real"
                : "stand-in");
  }

  /** One of two values. */
  int choose(int full, int small) {
    return quick ? small : full;
  }
}
