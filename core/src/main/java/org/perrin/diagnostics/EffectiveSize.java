package org.perrin.diagnostics;

/**
 * Effective sample size of the mean of m chains of n draws: {@code mn/τ}, {@code τ = 1 + 2 Σ ρₜ},
 * {@code ρₜ = 1 − (W − γₜ)/V} with W the variance within chains and V that of all draws together.
 * The sum ends where pairs of neighbours would turn negative, and pairs are made to fall (Geyer's
 * initial monotone sequence, 1992). Lags beyond that are never computed.
 */
final class EffectiveSize {
  private EffectiveSize() {}

  static double of(Autocovariance gamma) {
    int n = gamma.length();
    int chains = gamma.means().length;
    double within = gamma.at(0) * n / (n - 1.0);
    double variance = gamma.at(0);
    if (chains > 1) {
      variance += Convergence.variance(gamma.means());
    }
    if (!(variance > 0)) {
      return Double.NaN;
    }
    double total = (double) n * chains;
    double time = Math.max(time(gamma, n, within, variance), 1 / Math.log10(total));
    return total / time;
  }

  /** τ. */
  private static double time(Autocovariance gamma, int n, double within, double variance) {
    double even = 1;
    double odd = 1 - (within - gamma.at(1)) / variance;
    double sum = 0;
    double previous = Double.POSITIVE_INFINITY;
    int t = 1;
    while (t < n - 3 && even + odd > 0) {
      // the pair before the one looked at is known to count: add it, no larger than its forerunner
      previous = Math.min(previous, even + odd);
      sum += previous;
      even = 1 - (within - gamma.at(t + 1)) / variance;
      odd = 1 - (within - gamma.at(t + 2)) / variance;
      t += 2;
    }
    double last = even + odd >= 0 ? even : Math.max(even, 0);
    return -1 + 2 * sum + last;
  }
}
