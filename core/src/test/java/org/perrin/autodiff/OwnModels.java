package org.perrin.autodiff;

import org.perrin.data.Dataset;

/** Models as users write them, small, that together use every constraint and most operations. */
public final class OwnModels {
  private OwnModels() {}

  /** Student's t noise, an offset in the predictor. */
  public static final class Robust implements RowModel {
    private final Vec beta;
    private final Num sigma;

    /** Declares. */
    public Robust(Parameters parameters, Dataset data) {
      beta = parameters.real("beta", data.names());
      sigma = parameters.positive("sigma");
    }

    @Override
    public Num row(Row row) {
      Num eta = beta.dot(row.x()).plus(row.offset());
      return Losses.studentT(eta.subtractedFrom(row.y()), 4, sigma);
    }

    @Override
    public Num prior() {
      return Losses.normal(beta, 2.5).plus(Losses.exponential(sigma, 1));
    }
  }

  /** Two normals, one of them with a share of rows that says nothing. */
  public static final class Mixture implements RowModel {
    private final Vec share;
    private final Vec mean;
    private final Vec sd;
    private final Num pull;

    /** Declares. */
    public Mixture(Parameters parameters, Dataset data) {
      share = parameters.simplex("share", 3);
      mean = parameters.at(-1, 0, 1).ordered("mean", 3);
      sd = parameters.at(0.7).positive("sd", 3);
      pull = parameters.unit("pull");
    }

    @Override
    public Num row(Row row) {
      Num[] parts = new Num[3];
      for (int k = 0; k < 3; k++) {
        Num r = mean.get(k).times(pull).subtractedFrom(row.y());
        parts[k] = share.get(k).log().minus(Losses.normal(r, sd.get(k)));
      }
      return Num.logSumExp(parts).negate();
    }

    @Override
    public Num prior() {
      Num sum = Losses.normal(mean, 2).plus(Losses.dirichlet(share, 3));
      for (int k = 0; k < 3; k++) {
        sum = sum.plus(Losses.gamma(sd.get(k), 4, 4));
      }
      return sum.plus(Losses.beta(pull, 4, 2));
    }
  }

  /** Three classes, of which the data have two. */
  public static final class Softmax implements RowModel {
    private final Vec[] beta = new Vec[2];

    /** Declares. */
    public Softmax(Parameters parameters, Dataset data) {
      for (int c = 0; c < 2; c++) {
        beta[c] = parameters.real("class" + (c + 1), data.names());
      }
    }

    @Override
    public Num row(Row row) {
      Num first = beta[0].dot(row.x());
      Num second = beta[1].dot(row.x());
      return Losses.categorical((int) row.y(), first.times(0), first, second);
    }

    @Override
    public Num prior() {
      return Losses.normal(beta[0], 1).plus(Losses.normal(beta[1], 1));
    }
  }
}
