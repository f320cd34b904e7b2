package org.perrin.family;

/** One of several classes, by its number from 0 on. */
record Categories(double[] p) implements Distribution {
  @Override
  public double mean() {
    double mean = 0;
    for (int c = 1; c < p.length; c++) {
      mean += c * p[c];
    }
    return mean;
  }

  @Override
  public double sd() {
    double mean = mean();
    double sum = 0;
    for (int c = 0; c < p.length; c++) {
      sum += p[c] * (c - mean) * (c - mean);
    }
    return Math.sqrt(sum);
  }

  @Override
  public double logDensity(double y) {
    boolean known = y >= 0 && y < p.length && y == Math.rint(y);
    return known ? Math.log(p[(int) y]) : Double.NEGATIVE_INFINITY;
  }

  @Override
  public double cumulative(double y) {
    double sum = 0;
    for (int c = 0; c < p.length && c <= y; c++) {
      sum += p[c];
    }
    return y >= p.length - 1 ? 1 : sum;
  }

  @Override
  public boolean whole() {
    return true;
  }
}
