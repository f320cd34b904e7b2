package org.perrin.dynamics;

import org.perrin.gradient.Gradient;
import org.perrin.gradient.Workspace;
import org.perrin.random.Streams;

/**
 * SGNHT (Ding et al., 2014): a thermostat ξ takes the place of friction and finds how much noise
 * the gradient has,
 *
 * <pre>dp = −ĝ dt − ξ p dt + √(2A) dW,  dθ = p dt,  dξ = (pᵀp/d − 1) dt</pre>
 *
 * so that its mean is {@code A + hV/2} with V the noise a coordinate. One thermostat for all
 * coordinates: it evens out noise that is alike in all of them, which is what a metric brings.
 *
 * <p>Steps are the symmetric splitting BADODAB (Leimkuhler and Shang, 2016): half a kick, half a
 * drift, half a turn of the thermostat, friction and noise solved exactly, {@code p' = e^{−ξh} p +
 * √(A (1 − e^{−2ξh})/ξ) η}, and back. Momenta are as warm before as after that middle, so the
 * thermostat reads the temperature of the positions; Euler's step makes it cool them by about hA/2.
 *
 * @param stepSize h
 * @param diffusion A
 */
public record NoseHoover(StepSize stepSize, double diffusion) implements Dynamics {
  /** Checks A. */
  public NoseHoover {
    Underdamped.check(diffusion);
  }

  /** Momenta, and ξ. */
  @Override
  public int auxiliary(int d) {
    return d + 1;
  }

  @Override
  public void start(State state, Gradient gradient, Streams random, Workspace workspace) {
    int d = state.position().length;
    random.noise().fillGaussian(state.auxiliary(), d);
    state.auxiliary()[d] = diffusion;
    gradient.estimate(state.position(), random.rows(), workspace, state.gradient());
  }

  @Override
  public void step(State state, Gradient gradient, Streams random, Workspace workspace) {
    double[] position = state.position();
    int d = position.length;
    double[] g = state.gradient();
    double[] p = state.auxiliary();
    double[] eta = state.scratch();
    double h = stepSize.at(state.iteration());
    double noise = stepSize.noise(state.iteration());
    random.noise().fillGaussian(eta, d);
    double warmth = 0;
    for (int k = 0; k < d; k++) {
      p[k] -= h / 2 * g[k];
      position[k] += h / 2 * p[k];
      warmth += p[k] * p[k];
    }
    double xi = p[d] + h / 2 * (warmth / d - 1);
    double keep = Math.exp(-xi * h);
    double scale = noise * Math.sqrt(spread(xi, h));
    warmth = 0;
    for (int k = 0; k < d; k++) {
      p[k] = keep * p[k] + scale * eta[k];
      position[k] += h / 2 * p[k];
      warmth += p[k] * p[k];
    }
    p[d] = xi + h / 2 * (warmth / d - 1);
    state.rows(gradient.estimate(position, random.rows(), workspace, g));
    for (int k = 0; k < d; k++) {
      p[k] -= h / 2 * g[k];
    }
  }

  /** {@code A (1 − e^{−2ξh})/ξ}, which is 2Ah where ξ is nothing. */
  private double spread(double xi, double h) {
    double y = 2 * xi * h;
    double share = Math.abs(y) < 1e-8 ? 1 : -Math.expm1(-y) / y;
    return 2 * diffusion * h * share;
  }
}
