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
    long passes) {}
