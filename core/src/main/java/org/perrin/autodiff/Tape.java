package org.perrin.autodiff;

import java.util.Arrays;
import org.perrin.math.Kernels;

/**
 * A record of arithmetic in primitive arrays, read backwards for derivatives. The first d nodes are
 * the leaves θ, after them stand the constrained parameters, computed once for a θ (together the
 * <em>head</em>), and after {@link #mark()} whatever a row computes; {@link #rewind()} forgets the
 * row and keeps the head. Adjoints of the head add up over rows, so the head is swept once for many
 * rows. Nothing is allocated once the arrays are large enough. A row of m operations costs O(m)
 * forwards and O(m) backwards. One thread uses a tape at a time.
 */
final class Tape {
  private static final Kernels KERNELS = Kernels.best();

  double[] value = new double[64];
  double[] adjoint = new double[64];

  /** First derivatives by the first and second argument. */
  double[] da = new double[64];

  double[] db = new double[64];

  /** What an operation keeps for its second derivative. */
  double[] extra = new double[64];

  /** Arguments; for linear nodes the first argument and the place of the coefficients. */
  int[] a = new int[64];

  int[] b = new int[64];

  /** How many arguments a linear node has. */
  int[] count = new int[64];

  byte[] op = new byte[64];
  double[] coefficient = new double[64];
  int[] argument = new int[64];
  int size;
  int leaves;
  private int coefficients;
  private int mark;
  private int markedCoefficients;
  private Num[] handles = {};

  /** Forgets everything and takes θ for leaves. */
  void start(double[] theta) {
    size = 0;
    coefficients = 0;
    leaves = theta.length;
    for (double v : theta) {
      node(Op.LEAF, v);
    }
  }

  /** What is on the tape now stays when it is rewound. */
  void mark() {
    mark = size;
    markedCoefficients = coefficients;
  }

  /** Where rows begin. */
  int head() {
    return mark;
  }

  /** Back to the mark. */
  void rewind() {
    size = mark;
    coefficients = markedCoefficients;
  }

  private int node(byte kind, double v) {
    int i = size++;
    if (i == value.length) {
      grow();
    }
    value[i] = v;
    adjoint[i] = 0;
    op[i] = kind;
    return i;
  }

  private void grow() {
    int room = 2 * value.length;
    value = Arrays.copyOf(value, room);
    adjoint = Arrays.copyOf(adjoint, room);
    da = Arrays.copyOf(da, room);
    db = Arrays.copyOf(db, room);
    extra = Arrays.copyOf(extra, room);
    a = Arrays.copyOf(a, room);
    b = Arrays.copyOf(b, room);
    count = Arrays.copyOf(count, room);
    op = Arrays.copyOf(op, room);
  }

  /** The number at a place, always the same object for the same place. */
  Num handle(int i) {
    if (i >= handles.length) {
      int from = handles.length;
      handles = Arrays.copyOf(handles, Math.max(64, Math.max(2 * from, i + 1)));
      for (int k = from; k < handles.length; k++) {
        handles[k] = new Num(this, k);
      }
    }
    return handles[i];
  }

  /** A number that depends on nothing. */
  Num constant(double v) {
    int i = node(Op.SPARSE, v);
    count[i] = 0;
    b[i] = coefficients;
    return handle(i);
  }

  Num unary(byte kind, int x, double v, double d, double more) {
    int i = node(kind, v);
    a[i] = x;
    da[i] = d;
    extra[i] = more;
    return handle(i);
  }

  Num binary(byte kind, int x, int y, double v, double dx, double dy) {
    int i = node(kind, v);
    a[i] = x;
    b[i] = y;
    da[i] = dx;
    db[i] = dy;
    return handle(i);
  }

  /** {@code Σ xₖ v[first + k]} over {@code n} neighbouring nodes. */
  Num dense(int first, double[] x, int from, int n) {
    int at = reserve(n);
    System.arraycopy(x, from, coefficient, at, n);
    int i = node(Op.DENSE, dot(first, at, n));
    a[i] = first;
    b[i] = at;
    count[i] = n;
    return handle(i);
  }

  /** Short sums by hand: the kernels are made for whole rows of padded width. */
  private double dot(int first, int at, int n) {
    if (n >= 64) {
      return KERNELS.dot(value, first, coefficient, at, n);
    }
    double even = 0;
    double odd = 0;
    int k = 0;
    for (; k + 1 < n; k += 2) {
      even = Math.fma(value[first + k], coefficient[at + k], even);
      odd = Math.fma(value[first + k + 1], coefficient[at + k + 1], odd);
    }
    return even + (k < n ? Math.fma(value[first + k], coefficient[at + k], odd) : odd);
  }

  /** The sum of some nodes. */
  Num sum(Num[] terms, int n) {
    int at = reserve(n);
    double sum = 0;
    for (int k = 0; k < n; k++) {
      coefficient[at + k] = 1;
      argument[at + k] = terms[k].index();
      sum += terms[k].value();
    }
    int i = node(Op.SPARSE, sum);
    b[i] = at;
    count[i] = n;
    return handle(i);
  }

  private int reserve(int n) {
    int at = coefficients;
    coefficients += n;
    if (coefficients > coefficient.length) {
      int room = Math.max(coefficients, 2 * coefficient.length);
      coefficient = Arrays.copyOf(coefficient, room);
      argument = Arrays.copyOf(argument, room);
    }
    return at;
  }

  /** Adds {@code weight · ∂root} to the adjoints of the head, having swept the row's nodes. */
  void sweepRow(Num root, double weight) {
    if (root.index() < mark) {
      adjoint[root.index()] += weight;
      return;
    }
    adjoint[root.index()] = weight;
    sweep(root.index(), mark);
  }

  /** Carries the adjoints of the head to the leaves, and adds those to {@code out}. */
  void sweepHead(double[] out) {
    sweep(mark - 1, leaves);
    for (int k = 0; k < leaves; k++) {
      out[k] += adjoint[k];
    }
  }

  private void sweep(int from, int to) {
    for (int i = from; i >= to; i--) {
      double g = adjoint[i];
      if (g != 0) {
        push(i, g);
      }
    }
  }

  private void push(int i, double g) {
    byte kind = op[i];
    if (kind >= Op.LINEAR) {
      adjoint[a[i]] += g * da[i];
    } else if (kind >= Op.TIMES) {
      adjoint[a[i]] += g * da[i];
      adjoint[b[i]] += g * db[i];
    } else if (kind == Op.DENSE) {
      KERNELS.axpy(g, coefficient, b[i], adjoint, a[i], count[i]);
    } else if (kind == Op.SPARSE) {
      for (int k = b[i]; k < b[i] + count[i]; k++) {
        adjoint[argument[k]] += g * coefficient[k];
      }
    }
  }
}
