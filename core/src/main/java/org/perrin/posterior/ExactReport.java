package org.perrin.posterior;

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
 */
public record ExactReport(
    int order,
    int heavyRows,
    int kicks,
    double lightRows,
    double proposed,
    double corrected,
    long passes) {
  /** In a line. */
  public String text() {
    return String.format(
        java.util.Locale.ROOT,
        "%,d heavy rows, %.3g light rows a step, %.0f %% of trajectories accepted and %.0f %% of"
            + " those by the light rows",
        heavyRows,
        lightRows,
        100 * proposed,
        100 * corrected);
  }
}
