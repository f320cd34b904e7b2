package org.perrin.random;

/** A stream whose normals are too large by a factor: the mistake that tests must find. */
public final class LoudStream extends RandomStream {
  private final double factor;

  public LoudStream(long seed, int index, double factor) {
    super(source(seed, index));
    this.factor = factor;
  }

  @Override
  public double nextGaussian() {
    return factor * super.nextGaussian();
  }

  @Override
  public void fillGaussian(double[] out, int n) {
    super.fillGaussian(out, n);
    for (int k = 0; k < n; k++) {
      out[k] *= factor;
    }
  }
}
