package org.perrin.model;

import org.perrin.family.RemainderIntegral;
import org.perrin.math.Kernels;

/**
 * How far {@code log Σ e^{ηₖ}} can be from its Taylor polynomial. Where u changes predictors, those
 * of classes k and l part by at most {@code ‖u‖ gₖₗ}, so with Y a class's change less its mean,
 * which lies on an interval of length {@code w = max g} and has the variance V, all for ‖u‖ = 1:
 *
 * <ul>
 *   <li>no probability within r of the centre exceeds {@code p̄ₖ = 1/Σₘ e^{ηₘ − ηₖ − r gₖₘ}};
 *   <li>{@code V = Σ_{k<l} pₖpₗ(hₖ − hₗ)² ≤ V̄ = Σ_{k<l} min(p̄ₖp̄ₗ, ¼) gₖₗ²}, and {@code V ≤
 *       w²/4};
 *   <li>{@code |E Y³| ≤ V√(w² − 4V)}: for {@code −a ≤ Y ≤ b}, {@code 0 ≤ E (b − Y)(Y + V/b)² = bV −
 *       V²/b − E Y³} and {@code V ≤ ab}, so {@code b + V/b ≤ w}. It grows up to {@code V = w²/6};
 *   <li>{@code E Y³ = Σ_{k<l} pₖpₗ(hₖ − hₗ)²(Yₖ + Yₗ)}, {@code |Yₖ + Yₗ| ≤ Σₘ pₘ|hₖ + hₗ − 2hₘ|}:
 *       better where a class is rare and far from others;
 *   <li>{@code −2V² ≤ E Y⁴ − 3V² ≤ V(w² − 3V)}, as {@code V² ≤ E Y⁴ ≤ w²V}, and {@code E Y⁴ ≤ 2
 *       Σ_{k<l} pₖpₗ(hₖ − hₗ)⁴} by Jensen's inequality.
 * </ul>
 *
 * <p>These grow with r, and Taylor's remainder weighs them by {@code (1 − x)^{q−1}} at {@code r =
 * x‖u‖}: so the way is cut into pieces, each bounded at its far end.
 */
final class SoftmaxBound {
  private static final int PIECES = 4;

  private final int q;
  private final double reach;
  private final int classes;
  private final double[] odds;
  private final double[] most;

  SoftmaxBound(int order, double reach, int classes) {
    this.q = order + 1;
    this.reach = reach;
    this.classes = classes;
    this.odds = new double[classes * classes];
    this.most = new double[classes];
  }

  /** λ for predictors η of all classes and {@code gₖₗ}, row-major. */
  double of(double[] eta, double[] g) {
    double width = 0;
    for (double one : g) {
      width = Math.max(width, one);
    }
    double sum = 0;
    for (int piece = 0; piece < PIECES && width > 0; piece++) {
      double near = RemainderIntegral.power(1 - (double) piece / PIECES, q);
      double far = RemainderIntegral.power(1 - (piece + 1.0) / PIECES, q);
      sum += (near - far) * cumulant(eta, g, width, reach * (piece + 1) / PIECES);
    }
    return sum / (q == 3 ? 6 : 24);
  }

  /** The most that a cumulant of order q can be within {@code radius}. */
  private double cumulant(double[] eta, double[] g, double width, double radius) {
    for (int k = 0; k < classes; k++) {
      for (int m = 0; m < classes; m++) {
        odds[k * classes + m] = eta[m] - eta[k] - radius * g[k * classes + m];
      }
    }
    Kernels.best().exp(odds, odds, odds.length);
    for (int k = 0; k < classes; k++) {
      double sum = 0;
      for (int m = 0; m < classes; m++) {
        sum += odds[k * classes + m];
      }
      most[k] = 1 / sum;
    }
    double variance = 0;
    double pairs = 0;
    for (int k = 0; k < classes; k++) {
      for (int l = 0; l < k; l++) {
        double apart = g[k * classes + l];
        double part = Math.min(most[k] * most[l], 0.25) * apart * apart;
        variance += part;
        pairs += part * (q == 3 ? lean(k, l, g) : 2 * apart * apart);
      }
    }
    variance = Math.min(variance, width * width / 4);
    return q == 3
        ? Math.min(third(variance, width), pairs)
        : Math.max(2 * variance * variance, Math.min(fourth(variance, width), pairs));
  }

  /** The most of {@code |Yₖ + Yₗ|}. */
  private double lean(int k, int l, double[] g) {
    double mean = 0;
    double worst = 0;
    for (int m = 0; m < classes; m++) {
      double one = g[k * classes + m] + g[l * classes + m];
      mean = Math.fma(most[m], one, mean);
      worst = Math.max(worst, one);
    }
    return Math.min(mean, worst);
  }

  private static double third(double variance, double width) {
    double v = Math.min(variance, width * width / 6);
    return v * Math.sqrt(width * width - 4 * v);
  }

  private static double fourth(double variance, double width) {
    double v = Math.min(variance, width * width / 6);
    return v * (width * width - 3 * v);
  }
}
