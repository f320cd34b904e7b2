package org.perrin.io.design;

import java.util.List;

/** All products of columns, the first part's varying fastest. */
record StoredProduct(List<StoredTerm> parts, int width) implements StoredTerm {
  static StoredProduct of(List<StoredTerm> parts) {
    int width = 1;
    for (StoredTerm part : parts) {
      width = Math.multiplyExact(width, part.width());
    }
    return new StoredProduct(parts, width);
  }

  @Override
  public boolean single() {
    return parts.stream().allMatch(StoredTerm::single);
  }

  @Override
  public boolean scaled() {
    return parts.stream().anyMatch(StoredTerm::scaled);
  }

  @Override
  public void code(Block block, int[] place, double[] factor) {
    int[] own = new int[block.n()];
    parts.getFirst().code(block, place, factor);
    int step = parts.getFirst().width();
    for (StoredTerm part : parts.subList(1, parts.size())) {
      part.code(block, own, factor);
      for (int j = 0; j < own.length; j++) {
        place[j] = place[j] < 0 || own[j] < 0 ? -1 : place[j] + step * own[j];
      }
      step *= part.width();
    }
  }

  @Override
  public double value(double[] row, int column) {
    double product = 1;
    int rest = column;
    for (StoredTerm part : parts) {
      product *= part.value(row, rest % part.width());
      rest /= part.width();
    }
    return product;
  }

  @Override
  public void write(double[] row, double[] out, int at) {
    out[at] = 1;
    int done = 1;
    for (StoredTerm part : parts) {
      double[] next = new double[part.width()];
      part.write(row, next, 0);
      ColumnBlock.Product.multiply(out, at, done, next);
      done *= next.length;
    }
  }
}
