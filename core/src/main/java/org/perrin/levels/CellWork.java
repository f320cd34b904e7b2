package org.perrin.levels;

import org.jspecify.annotations.Nullable;

/**
 * What a sweep over cells works with; of no meaning between sweeps. Points have an array a column.
 */
final class CellWork {
  /** {@code φ − φ̂} of every cell. */
  final double[][] delta;

  /** Where a move would lead: in columns that do not move the arrays of {@link #delta}. */
  final double[][] next;

  /** Where columns that move would be. */
  private final double[][] spare;

  /** By how much they move. */
  final double[][] step;

  /** q of a thinned cell, loss less polynomial of a whole one, and where a move would lead. */
  double[] left;

  double[] nextLeft;

  /** q of the step. */
  final double[] stepSize;

  /** κ of a move of all cells, and at which rate rows of a cell are visited. */
  final double[] kappa;

  final double[] rate;

  /** Points and polynomials of whole cells. */
  final double[][] wholeAt;

  final double[] values;
  final int[] chosen;
  final double[][] gradient;
  final double[][] hessian;

  final double[] products;
  final CellPolynomials.Scratch scratch = new CellPolynomials.Scratch();
  final CubicPolynomials[] levels;
  final CubicMove[] moves;

  /** The same for terms of one coefficient, null for others. */
  final @Nullable SingleMoves[] singles;

  final double[][] proposals;

  /** Levels without a proposal that the sums accept, and cells of such. */
  final boolean[][] still;

  final boolean[] refused;

  final CubicPolynomials shared;
  final CubicMove sharedMove;
  final CellStatistics.Losses losses;

  /** Levels as functions of their scales, by term. */
  final PartialCentring[] following;

  /** Until the next row is looked at, in units of its rate. */
  double wait;

  CellWork(
      CellStatistics statistics,
      CubicPolynomials[] constant,
      CubicPolynomials shared,
      double[][] centres) {
    CellRows rows = statistics.rows;
    int m = rows.m;
    int whole = statistics.wholeCells.length;
    this.wholeAt = new double[m][whole < rows.cells ? whole : 0];
    this.delta = new double[m][rows.cells];
    this.next = new double[m][];
    this.spare = new double[m][rows.cells];
    this.step = new double[m][rows.cells];
    this.left = new double[rows.cells];
    this.nextLeft = new double[rows.cells];
    this.stepSize = new double[rows.cells];
    this.kappa = new double[rows.cells];
    this.rate = new double[rows.cells];
    this.values = new double[whole];
    this.chosen = new int[rows.cells];
    this.gradient = new double[m][CellPolynomials.BLOCK];
    this.hessian = new double[m * (m + 1) / 2][CellPolynomials.BLOCK];
    this.products = new double[rows.cells];
    this.levels = new CubicPolynomials[constant.length];
    this.moves = new CubicMove[constant.length];
    this.proposals = new double[constant.length][];
    this.singles = new SingleMoves[constant.length];
    this.still = new boolean[constant.length][];
    this.refused = new boolean[rows.cells];
    for (int g = 0; g < levels.length; g++) {
      levels[g] = constant[g].copy();
      moves[g] = new CubicMove(constant[g].k);
      boolean single = constant[g].k == 1 && constant[g].order > 2;
      singles[g] = single ? new SingleMoves(constant[g].slope.length) : null;
      proposals[g] = new double[constant[g].slope.length];
      still[g] = new boolean[constant[g].slope.length / constant[g].k];
    }
    this.shared = shared;
    this.sharedMove = new CubicMove(rows.p);
    this.following = new PartialCentring[levels.length];
    for (int g = 0; g < levels.length; g++) {
      following[g] = new PartialCentring(centres[g], levels[g]);
    }
    this.losses = new CellStatistics.Losses(m);
  }

  /** Prepares a move of some columns. */
  void begin(int[] columns) {
    System.arraycopy(delta, 0, next, 0, delta.length);
    for (int column : columns) {
      next[column] = spare[column];
    }
  }

  /** All cells go where the move leads. */
  void take(int[] columns) {
    for (int column : columns) {
      spare[column] = delta[column];
      delta[column] = next[column];
    }
    double[] before = left;
    left = nextLeft;
    nextLeft = before;
  }

  /** One cell stays although all others will go. */
  void stay(int[] columns, int c) {
    for (int column : columns) {
      next[column][c] = delta[column][c];
    }
    nextLeft[c] = left[c];
  }
}
