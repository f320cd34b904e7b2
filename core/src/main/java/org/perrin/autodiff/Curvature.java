package org.perrin.autodiff;

import java.util.Arrays;
import org.perrin.math.Kernels;

/**
 * Second derivatives of a number on a tape. A row sees θ through few <em>slots</em>: leaves, and
 * linear combinations of leaves such as {@code xᵢᵀβ}. With {@code s = Vᵀθ} the slots, {@code H = V
 * S Vᵀ} where S is small; its columns come one by one from tangents swept forwards and backwards
 * over the nodes between slots and root. O(m·s) for m such nodes and s slots, whatever d is.
 */
final class Curvature {
  private final Tape tape;
  private double[] bar = {};
  private double[] tangent = {};
  private double[] change = {};
  private int[] stamp = {};
  private int now;
  private int[] active = new int[64];
  private int actives;
  private int[] slot = new int[16];
  private int slots;
  private int[] stack = new int[64];
  private double[] matrix = {};

  Curvature(Tape tape) {
    this.tape = tape;
  }

  /** s. */
  int slots() {
    return slots;
  }

  /** {@code S[i][j]}. */
  double element(int i, int j) {
    return matrix[i * slots + j];
  }

  /** Finds slots and S. */
  void of(Num root) {
    trace(root);
    if (matrix.length < slots * slots) {
      matrix = new double[slots * slots];
    }
    for (int j = 0; j < slots; j++) {
      for (int i = 0; i < slots; i++) {
        tangent[slot[i]] = i == j ? 1 : 0;
      }
      differentiate();
      for (int i = 0; i < slots; i++) {
        matrix[i * slots + j] = change[slot[i]];
      }
    }
  }

  /** {@code out += weight · H v}. */
  void addProduct(Num root, double[] v, double weight, double[] out) {
    trace(root);
    for (int i = 0; i < slots; i++) {
      tangent[slot[i]] = dot(i, v);
    }
    differentiate();
    for (int i = 0; i < slots; i++) {
      addColumn(i, weight * change[slot[i]], out, 0);
    }
  }

  /** {@code h += weight · V S Vᵀ}, d × d. */
  void addTo(double weight, double[] h) {
    int d = tape.leaves;
    for (int i = 0; i < slots; i++) {
      for (int j = 0; j < slots; j++) {
        double s = weight * matrix[i * slots + j];
        if (s != 0) {
          addOuter(i, j, s, h, d);
        }
      }
    }
  }

  private void addOuter(int i, int j, double s, double[] h, int d) {
    int node = slot[i];
    for (int k = 0; k < width(node); k++) {
      addColumn(j, s * coefficient(node, k), h, d * leaf(node, k));
    }
  }

  /** {@code out += weight · diag H}. */
  void addDiagonal(double weight, double[] out) {
    double[] column = new double[tape.leaves];
    for (int i = 0; i < slots; i++) {
      int node = slot[i];
      Arrays.fill(column, 0);
      for (int j = 0; j < slots; j++) {
        addColumn(j, weight * matrix[i * slots + j], column, 0);
      }
      for (int k = 0; k < width(node); k++) {
        out[leaf(node, k)] += coefficient(node, k) * column[leaf(node, k)];
      }
    }
  }

  /** {@code out[from …] += c · vᵢ}. */
  void addColumn(int i, double c, double[] out, int from) {
    int node = slot[i];
    if (tape.op[node] == Op.DENSE) {
      Kernels.best()
          .axpy(c, tape.coefficient, tape.b[node], out, from + tape.a[node], tape.count[node]);
      return;
    }
    for (int k = 0; k < width(node); k++) {
      out[from + leaf(node, k)] += c * coefficient(node, k);
    }
  }

  /** The first derivative by slot i. */
  double slope(int i) {
    return bar[slot[i]];
  }

  /** {@code vᵢᵀv}, what slot i sees of a vector. */
  double dot(int i, double[] v) {
    int node = slot[i];
    double sum = 0;
    for (int k = 0; k < width(node); k++) {
      sum = Math.fma(coefficient(node, k), v[leaf(node, k)], sum);
    }
    return sum;
  }

  /** How many leaves slot i is made of. */
  int width(int node) {
    return tape.op[node] == Op.LEAF ? 1 : tape.count[node];
  }

  private int leaf(int node, int k) {
    return switch (tape.op[node]) {
      case Op.LEAF -> node;
      case Op.DENSE -> tape.a[node] + k;
      default -> tape.argument[tape.b[node] + k];
    };
  }

  private double coefficient(int node, int k) {
    return tape.op[node] == Op.LEAF ? 1 : tape.coefficient[tape.b[node] + k];
  }

  /** Nodes between slots and root in order, and first derivatives of the root by each. */
  private void trace(Num root) {
    makeRoom();
    actives = 0;
    slots = 0;
    int depth = push(root.index(), 0);
    while (depth > 0) {
      int i = stack[--depth];
      if (isSlot(i)) {
        slot = slots == slot.length ? Arrays.copyOf(slot, 2 * slots) : slot;
        slot[slots++] = i;
      } else {
        active = actives == active.length ? Arrays.copyOf(active, 2 * actives) : active;
        active[actives++] = i;
        depth = pushArguments(i, depth);
      }
    }
    Arrays.sort(active, 0, actives);
    Arrays.sort(slot, 0, slots);
    clear(bar);
    bar[root.index()] = 1;
    for (int j = actives - 1; j >= 0; j--) {
      sweep(active[j], bar[active[j]], bar);
    }
  }

  private void makeRoom() {
    if (stamp.length < tape.size) {
      int room = tape.value.length;
      bar = new double[room];
      tangent = new double[room];
      change = new double[room];
      stamp = new int[room];
      now = 0;
    }
    now++;
  }

  private int push(int i, int depth) {
    if (stamp[i] == now) {
      return depth;
    }
    stamp[i] = now;
    stack = depth == stack.length ? Arrays.copyOf(stack, 2 * depth) : stack;
    stack[depth] = i;
    return depth + 1;
  }

  private int pushArguments(int i, int depth) {
    int top = depth;
    if (tape.op[i] >= Op.LINEAR) {
      return push(tape.a[i], top);
    }
    if (tape.op[i] >= Op.TIMES) {
      return push(tape.b[i], push(tape.a[i], top));
    }
    for (int k = 0; k < tape.count[i]; k++) {
      top = push(leaf(i, k), top);
    }
    return top;
  }

  /** A leaf, or a combination of leaves. */
  private boolean isSlot(int i) {
    if (tape.op[i] == Op.DENSE) {
      return tape.a[i] + tape.count[i] <= tape.leaves;
    }
    if (tape.op[i] == Op.SPARSE) {
      for (int k = 0; k < tape.count[i]; k++) {
        if (leaf(i, k) >= tape.leaves) {
          return false;
        }
      }
      return true;
    }
    return tape.op[i] == Op.LEAF;
  }

  private void clear(double[] values) {
    for (int j = 0; j < actives; j++) {
      values[active[j]] = 0;
    }
    for (int j = 0; j < slots; j++) {
      values[slot[j]] = 0;
    }
  }

  /** From tangents of the slots to changes of the first derivatives. */
  private void differentiate() {
    for (int j = 0; j < actives; j++) {
      tangent[active[j]] = forward(active[j]);
    }
    clear(change);
    for (int j = actives - 1; j >= 0; j--) {
      int i = active[j];
      sweep(i, change[i], change);
      bend(i, bar[i]);
    }
  }

  private double forward(int i) {
    if (tape.op[i] >= Op.LINEAR) {
      return tape.da[i] * tangent[tape.a[i]];
    }
    if (tape.op[i] >= Op.TIMES) {
      return tape.da[i] * tangent[tape.a[i]] + tape.db[i] * tangent[tape.b[i]];
    }
    double sum = 0;
    for (int k = 0; k < tape.count[i]; k++) {
      sum = Math.fma(coefficient(i, k), tangent[leaf(i, k)], sum);
    }
    return sum;
  }

  private void sweep(int i, double g, double[] out) {
    if (tape.op[i] >= Op.LINEAR) {
      out[tape.a[i]] += g * tape.da[i];
    } else if (tape.op[i] >= Op.TIMES) {
      out[tape.a[i]] += g * tape.da[i];
      out[tape.b[i]] += g * tape.db[i];
    } else {
      for (int k = 0; k < tape.count[i]; k++) {
        out[leaf(i, k)] += g * coefficient(i, k);
      }
    }
  }

  /** What the node's own second derivatives add. */
  private void bend(int i, double g) {
    int x = tape.a[i];
    byte op = tape.op[i];
    if (op >= Op.LINEAR) {
      double second = Op.curvature(op, tape.value[x], tape.value[i], tape.da[i], tape.extra[i]);
      change[x] += g * second * tangent[x];
    } else if (op == Op.TIMES) {
      int y = tape.b[i];
      change[x] += g * tangent[y];
      change[y] += g * tangent[x];
    } else if (op == Op.OVER) {
      int y = tape.b[i];
      // with v = x/y: v_xy = −1/y², v_yy = 2v/y²
      double inverse = tape.da[i];
      double mixed = -inverse * inverse;
      double own = 2 * tape.value[i] * inverse * inverse;
      change[x] += g * mixed * tangent[y];
      change[y] += g * (mixed * tangent[x] + own * tangent[y]);
    }
  }
}
