package org.perrin.levels;

/** What a sweep over cells works with; of no meaning between sweeps. */
final class CellWork {
  /** {@code φ − φ̂} of every cell, and where a move would lead. */
  final double[] delta;

  final double[] next;

  /** Loss of a whole cell, q of a thinned one, and where a move would lead. */
  final double[] loss;

  final double[] nextLoss;
  final double[] point;
  final double[] bend;
  final CubicPolynomials[] levels;
  final CubicMove[] moves;
  final CubicPolynomials shared;
  final CubicMove sharedMove;
  final CellStatistics.Losses losses = new CellStatistics.Losses();

  /** Until the next row is looked at, in units of its rate. */
  double left;

  /** Levels proposed and accepted. */
  long proposed;

  long accepted;

  CellWork(CellRows rows, int order) {
    this.delta = new double[rows.cells * rows.m];
    this.next = new double[rows.cells * rows.m];
    this.loss = new double[rows.cells];
    this.nextLoss = new double[rows.cells];
    this.point = new double[rows.m];
    this.bend = new double[rows.m];
    this.levels = new CubicPolynomials[rows.level.length];
    this.moves = new CubicMove[rows.level.length];
    for (int g = 0; g < levels.length; g++) {
      int k = rows.column[g].length;
      levels[g] = new CubicPolynomials(rows.model.terms().get(g).levels(), k, order);
      moves[g] = new CubicMove(k);
    }
    this.shared = new CubicPolynomials(1, rows.p, order);
    this.sharedMove = new CubicMove(rows.p);
  }
}
