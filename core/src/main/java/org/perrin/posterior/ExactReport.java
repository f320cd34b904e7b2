package org.perrin.posterior;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the exact sampler did.
 *
 * @param order of the polynomial that stands for light rows: 2 or 3
 * @param heavyRows rows in full at every step
 * @param kicks gradients of the surrogate a step
 * @param lightRows light rows read a step, on average
 * @param proposed share of trajectories that the first stage accepted
 * @param corrected share of those that the second stage accepted
 * @param passes moves that led beyond the reach of the bounds and took all rows
 * @param guarded how bounds that are estimates were checked; null where they are proved
 */
public record ExactReport(
    int order,
    int heavyRows,
    int kicks,
    double lightRows,
    double proposed,
    double corrected,
    long passes,
    @Nullable Guarded guarded) {
  /**
   * Bounds that were estimated, not proved.
   *
   * @param audited rows chosen uniformly and checked at moves that were made
   * @param excess the largest remainder of all that were checked, as a share of its bound
   * @param raised how often a bound was exceeded, so that all were raised and chains started again
   */
  public record Guarded(long audited, double excess, int raised) {
    /** In a line. */
    public String text() {
      String repeated = raised == 0 ? "" : ", after bounds were raised %d times".formatted(raised);
      return String.format(
          Locale.ROOT,
          "guarded: bounds were estimated, not proved; %,d rows audited, none above %.2f of its"
              + " bound%s",
          audited,
          excess,
          repeated);
    }
  }

  /** In a line. */
  public String text() {
    String text =
        String.format(
            Locale.ROOT,
            "%,d heavy rows, %.3g light rows a step, %.0f %% of trajectories accepted and %.0f %% of"
                + " those by the light rows",
            heavyRows,
            lightRows,
            100 * proposed,
            100 * corrected);
    return guarded == null ? text : text + "; " + guarded.text();
  }
}
