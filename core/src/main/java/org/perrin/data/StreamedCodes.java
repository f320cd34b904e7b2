package org.perrin.data;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Parallel;

/**
 * Coded rows that are too many for memory: read and coded whenever they are used, some at a time,
 * so that they take no room. What has no use of codes sees the same rows as dense ones.
 */
public final class StreamedCodes implements CodedRows {
  private final StreamedTable table;
  private final int ones;
  private final @Nullable AffineColumns image;
  private final Rows dense;
  private final HeldCodes form;
  private final ThreadLocal<Near> near;
  private final StreamedCodes stored;

  private StreamedCodes(StreamedTable table, int ones, @Nullable AffineColumns image, Rows dense) {
    this.table = table;
    this.ones = ones;
    this.image = image;
    this.dense = dense;
    this.form = new HeldCodes(table.form(), ones, image);
    this.near = ThreadLocal.withInitial(Near::new);
    this.stored = image == null ? this : new StreamedCodes(table, ones, null, dense);
  }

  /**
   * Rows of a stream.
   *
   * @param columns which column each number is, {@code width} for one that only multiplies factors
   * @param times of each factor the number that it is multiplied by, or −1 for a one
   * @param levels of each factor how many columns it has
   * @param ones the number that is 1 in every row, or −1
   * @param dense the same rows as they are
   */
  public static StreamedCodes of(
      CodeStream stream, int[] columns, int[] times, int[] levels, int ones, Rows dense) {
    CodedRows.check(dense.width(), times);
    var form = new CodedTable(dense.width(), columns, new double[0], new char[0], times, levels);
    return new StreamedCodes(new StreamedTable(stream, form, List.of()), ones, null, dense);
  }

  /** What a thread has at hand: rows, and a number for each. */
  private final class Near {
    private final HeldCodes rows = new HeldCodes(table.own(), ones, image);
    private final double[] numbers = new double[CodedStore.MOST];

    Near of(int first, int n) {
      table.near(first, n);
      return this;
    }

    Near of(int[] chosen, int from, int n) {
      table.picked(chosen, from, n);
      return this;
    }
  }

  private static int some(int from, int to) {
    return Math.min(CodedStore.MOST, to - from);
  }

  @Override
  public int count() {
    return table.stream().count();
  }

  @Override
  public int width() {
    return form.width();
  }

  @Override
  public int stride() {
    return form.stride();
  }

  @Override
  public int nonZeros() {
    return form.nonZeros();
  }

  @Override
  public long storedBytes() {
    return 0;
  }

  @Override
  public Storage storage() {
    return table.stream().storage();
  }

  @Override
  public int[] sizes() {
    return form.sizes();
  }

  @Override
  public int[] numbers() {
    return form.numbers();
  }

  @Override
  public int elements(int row, int[] at, double[] x) {
    return near.get().rows.elements(table.find(row), at, x);
  }

  @Override
  public double get(int row, int column) {
    return near.get().rows.get(table.find(row), column);
  }

  @Override
  public void copy(int row, double[] out) {
    near.get().rows.copy(table.find(row), out);
  }

  @Override
  public CodedCubes cubes() {
    return new CodedCubes(table.form(), table);
  }

  @Override
  public double[] met(double[] m, int columnsOf) {
    return form.met(m, columnsOf);
  }

  @Override
  public void dots(int[] rows, int from, int to, double[] v, double[] out) {
    for (int j = from; j < to; j += CodedStore.MOST) {
      int n = some(j, to);
      Near here = near.get().of(rows, j, n);
      here.rows.dots(0, n, v, here.numbers);
      System.arraycopy(here.numbers, 0, out, j, n);
    }
  }

  @Override
  public void dots(int first, int many, double[] v, double[] out) {
    for (int j = 0; j < many; j += CodedStore.MOST) {
      int n = some(j, many);
      Near here = near.get().of(first + j, n);
      here.rows.dots(0, n, v, here.numbers);
      System.arraycopy(here.numbers, 0, out, j, n);
    }
  }

  @Override
  public void add(int[] rows, int from, int to, double[] c, double[] out) {
    for (int j = from; j < to; j += CodedStore.MOST) {
      int n = some(j, to);
      Near here = near.get().of(rows, j, n);
      System.arraycopy(c, j, here.numbers, 0, n);
      here.rows.add(0, n, here.numbers, out);
    }
  }

  @Override
  public void add(int first, int many, double[] c, double[] out) {
    for (int j = 0; j < many; j += CodedStore.MOST) {
      int n = some(j, many);
      Near here = near.get().of(first + j, n);
      System.arraycopy(c, j, here.numbers, 0, n);
      here.rows.add(0, n, here.numbers, out);
    }
  }

  @Override
  public StreamedCodes stored() {
    return stored;
  }

  @Override
  public void addOuter(int first, int many, double[] c, double[] g) {
    for (int j = 0; j < many; j += CodedStore.MOST) {
      int n = some(j, many);
      Near here = near.get().of(first + j, n);
      System.arraycopy(c, j, here.numbers, 0, n);
      here.rows.addOuter(0, n, here.numbers, g);
    }
  }

  @Override
  public void addOuterImage(double[] sum, double[] g) {
    form.addOuterImage(sum, g);
  }

  @Override
  public void forms(double[] matrix, Doubles out) {
    HeldCodes.Forms forms = form.forms(matrix);
    Parallel.overRows(
        count(),
        (from, to) -> {
          Near here = near.get();
          for (int first = from; first < to; first += CodedStore.MOST) {
            int n = some(first, to);
            forms.of(table.near(first, n), 0, n, here.numbers);
            out.put(first, n, here.numbers);
          }
        });
  }

  @Override
  public void squaredNorms(int first, int many, double[] m, int mStride, double[] out) {
    for (int j = 0; j < many; j += CodedStore.MOST) {
      int n = some(j, many);
      Near here = near.get().of(first + j, n);
      here.rows.squaredNorms(0, n, m, mStride, here.numbers);
      System.arraycopy(here.numbers, 0, out, j, n);
    }
  }

  @Override
  public void squaredNorms(int first, int many, double[] out) {
    for (int j = 0; j < many; j += CodedStore.MOST) {
      int n = some(j, many);
      Near here = near.get().of(first + j, n);
      here.rows.squaredNorms(0, n, here.numbers);
      System.arraycopy(here.numbers, 0, out, j, n);
    }
  }

  @Override
  public double[] squares() {
    return form.squares(table, count());
  }

  @Override
  public void roughLeverage(double[] inverse, int from, int to, Doubles out, long at) {
    for (int first = from; first < to; first += CodedStore.MOST) {
      int n = some(first, to);
      near.get().of(first, n).rows.roughLeverage(inverse, 0, n, out, at + first - from);
    }
  }

  @Override
  public Product times(double[] m, int columns, int sumSize, Visitor visitor) {
    return dense.times(m, columns, sumSize, visitor);
  }

  @Override
  public Rows images(double[] m, int columns) {
    return dense.images(m, columns);
  }

  @Override
  public Rows map(int columns, RowMap f) {
    return dense.map(columns, f);
  }

  /** Numbers are standardised when they are read, columns of factors are not. */
  @Override
  public StreamedCodes standardised(double[] centre, double[] scale, boolean overwrite) {
    StreamedTable moved = table.through(centre, scale);
    boolean constant = ones >= 0 && moved.staysOne(ones);
    var columns = image == null ? AffineColumns.identity(table.form(), stride(), ones) : image;
    return new StreamedCodes(
        moved,
        ones,
        columns.standardised(centre, scale, numbers(), constant),
        dense.standardised(centre, scale, overwrite));
  }

  @Override
  public CodedRows forManyPasses() {
    return this;
  }

  @Override
  public HeldCodes select(int[] rows) {
    return new HeldCodes(table.select(rows), ones, image);
  }
}
