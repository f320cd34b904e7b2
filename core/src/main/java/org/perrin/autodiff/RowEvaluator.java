package org.perrin.autodiff;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;

/** What one thread needs to work on a model: a tape, the user's object on it, and a row. */
final class RowEvaluator {
  final Tape tape = new Tape();
  final Curvature curvature = new Curvature(tape);
  private final RowModel model;
  private final List<Parameters.Block> blocks;
  private final Row row;
  private final int @Nullable [] origin;

  /** One for rows of {@code data}; the model is made for the data it was declared with. */
  RowEvaluator(
      RowModel.Maker maker,
      Dataset declared,
      Dataset data,
      int @Nullable [] origin,
      double[] start) {
    this.row = new Row(data);
    this.origin = origin;
    tape.start(start);
    var parameters = new Parameters(tape, start.length);
    this.model = maker.make(parameters, declared);
    this.blocks = parameters.blocks();
    if (parameters.leaves() != start.length) {
      throw new IllegalStateException("a model must declare the same parameters every time");
    }
    tape.mark();
  }

  /** Moves to θ: the head of the tape is written again, all adjoints are zero. */
  RowEvaluator at(double[] theta) {
    tape.start(theta);
    for (Parameters.Block block : blocks) {
      block.constraint().record(tape, block.leaf(), block.size());
    }
    tape.mark();
    return this;
  }

  /** The loss of a row, on the tape until the next one. */
  Num loss(int i) {
    tape.rewind();
    Num loss = model.row(row.at(i, origin == null ? i : origin[i]));
    if (loss.tape() != tape) {
      throw new IllegalStateException("a row must be computed from its own model's parameters");
    }
    return loss;
  }

  /** How often the row at hand counts. */
  double weight() {
    return row.weight();
  }

  /** The prior's, with the logarithms of the transforms' determinants. */
  Num prior() {
    tape.rewind();
    Num sum = model.prior();
    for (Parameters.Block block : blocks) {
      Num jacobian =
          block.constraint().logJacobian(tape, block.leaf(), block.size(), block.first());
      sum = jacobian == null ? sum : sum.minus(jacobian);
    }
    return sum;
  }
}
