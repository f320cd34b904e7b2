package org.perrin.data;

/** Columns centred and scaled, {@code (xₖ − centreₖ)/scaleₖ}. */
record Standardised(double[] centre, double[] scale) implements Rows.BlockMap {
  @Override
  public void apply(double[] rows, int stride, int n, double[] out, int outStride) {
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < centre.length; k++) {
        out[j * outStride + k] = (rows[j * stride + k] - centre[k]) / scale[k];
      }
    }
  }
}
