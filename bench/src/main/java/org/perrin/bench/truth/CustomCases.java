package org.perrin.bench.truth;

import java.util.List;
import org.perrin.autodiff.Differentiated;
import org.perrin.autodiff.Losses;
import org.perrin.autodiff.Num;
import org.perrin.autodiff.Parameters;
import org.perrin.autodiff.Row;
import org.perrin.autodiff.RowModel;
import org.perrin.autodiff.Vec;
import org.perrin.data.Dataset;
import org.perrin.model.Glm;
import org.perrin.model.Priors;

/** Models by their density, of whose shape nothing is known. */
final class CustomCases {
  private CustomCases() {}

  static List<Case> all() {
    return List.of(
        Case.of("own: logistic, a separated level", CustomCases::separated),
        Case.of("own: two normals, 5 % apart", () -> mixture(0.05, 4)),
        Case.of("own: two normals that overlap", () -> mixture(0.4, 1.5)),
        Case.of("own: zeros and counts", CustomCases::zeros),
        Case.of("own: a product, known as such only", CustomCases::product),
        Case.of("own: saturation", CustomCases::saturation),
        Case.quick("own: a square, 30 rows", CustomCases::square));
  }

  /** Logistic regression. */
  static final class Coins implements RowModel {
    private final Vec beta;

    Coins(Parameters parameters, Dataset data) {
      beta = parameters.real("beta", data.names());
    }

    @Override
    public Num row(Row row) {
      return Losses.bernoulli(row.y(), beta.dot(row.x()));
    }

    @Override
    public Num prior() {
      return Losses.normal(beta, 10);
    }
  }

  private static Problem separated() {
    CaseTable draft = CaseTable.of(116, 6000).normals(4).levels(40);
    Dataset data = draft.with(i -> i < 40 ? 1 : draft.coin(draft.eta(i, -1, 0.5, -0.3)));
    var same = Glm.logistic(data, Priors.normal(0, 10));
    return Problem.of(
        Differentiated.of(data, Coins::new), new FasterModelOracle(same, LongNuts.CAREFUL));
  }

  /** Against long runs on rows whose gradients are written by hand. */
  private static Problem byHand(Differentiated own, OwnByHand.Rows rows) {
    return Problem.of(own, new FasterModelOracle(new OwnByHand(own, rows), LongNuts.CAREFUL));
  }

  /** Two normals with a share. */
  static final class Mixture implements RowModel {
    private final Num share;
    private final Vec mean;
    private final Vec sd;

    Mixture(Parameters parameters, Dataset data) {
      share = parameters.unit("share");
      mean = parameters.at(-1, 3).ordered("mean", 2);
      sd = parameters.positive("sd", 2);
    }

    @Override
    public Num row(Row row) {
      Num one =
          share
              .subtractedFrom(1)
              .log()
              .minus(Losses.normal(mean.get(0).subtractedFrom(row.y()), sd.get(0)));
      Num two = share.log().minus(Losses.normal(mean.get(1).subtractedFrom(row.y()), sd.get(1)));
      return Num.logSumExp(one, two).negate();
    }

    @Override
    public Num prior() {
      return Losses.normal(mean, 5)
          .plus(Losses.gamma(sd.get(0), 3, 3))
          .plus(Losses.gamma(sd.get(1), 3, 3));
    }
  }

  private static Problem mixture(double share, double apart) {
    CaseTable draft = CaseTable.of(111, 6000);
    Dataset data =
        draft.with(
            i -> draft.random().nextGaussian() + (draft.random().nextDouble() < share ? apart : 0));
    return byHand(Differentiated.of(data, Mixture::new), OwnByHand.mixture(data));
  }

  /** Counts of which some are zero for another reason. */
  static final class Zeros implements RowModel {
    private final Vec beta;
    private final Num share;

    Zeros(Parameters parameters, Dataset data) {
      beta = parameters.real("beta", data.names());
      share = parameters.unit("share");
    }

    @Override
    public Num row(Row row) {
      Num eta = beta.dot(row.x());
      Num counted = share.subtractedFrom(1).log().minus(Losses.poisson(row.y(), eta));
      return row.y() > 0 ? counted.negate() : Num.logSumExp(counted, share.log()).negate();
    }

    @Override
    public Num prior() {
      return Losses.normal(beta, 2.5);
    }
  }

  private static Problem zeros() {
    CaseTable draft = CaseTable.of(112, 6000).normals(5);
    Dataset data =
        draft.with(
            i ->
                draft.random().nextDouble() < 0.1
                    ? 0
                    : draft.count(Math.exp(draft.eta(i, -1, 0.3, -0.2))));
    return byHand(Differentiated.of(data, Zeros::new), OwnByHand.zeros(data));
  }

  /** {@code y = a b + x β}: of a and b the data know the product only. */
  static final class Product implements RowModel {
    private final Num a;
    private final Num b;
    private final Vec beta;

    Product(Parameters parameters, Dataset data) {
      a = parameters.at(1).positive("a");
      b = parameters.at(1).positive("b");
      beta = parameters.real("beta", data.names());
    }

    @Override
    public Num row(Row row) {
      Num eta = beta.dot(row.x()).plus(a.times(b));
      return Losses.normal(eta.subtractedFrom(row.y()), 1);
    }

    @Override
    public Num prior() {
      return Losses.halfNormal(a, 2).plus(Losses.halfNormal(b, 2)).plus(Losses.normal(beta, 2.5));
    }
  }

  private static Problem product() {
    CaseTable draft = CaseTable.bare(113, 6000).normals(4);
    Dataset data = draft.with(i -> 2 + draft.eta(i, 0.5) + draft.random().nextGaussian());
    return Problem.hard(Differentiated.of(data, Product::new));
  }

  /** {@code y = A x / (k + x)}, x so small that hardly more than A/k is known. */
  static final class Saturation implements RowModel {
    private final Num most;
    private final Num half;
    private final Num sigma;

    Saturation(Parameters parameters, Dataset data) {
      most = parameters.positive("most");
      half = parameters.positive("half");
      sigma = parameters.positive("sigma");
    }

    @Override
    public Num row(Row row) {
      double x = row.x()[0];
      Num mean = most.times(x).over(half.plus(x));
      return Losses.normal(mean.subtractedFrom(row.y()), sigma);
    }

    @Override
    public Num prior() {
      return Losses.exponential(most, 0.1)
          .plus(Losses.exponential(half, 0.1))
          .plus(Losses.exponential(sigma, 1));
    }
  }

  private static Problem saturation() {
    CaseTable draft = CaseTable.bare(114, 8000);
    draft.add("x", i -> draft.random().nextDouble());
    Dataset data =
        draft.with(
            i -> {
              double x = draft.get(i, 0);
              return 3 * x / (2 + x) + 0.5 * draft.random().nextGaussian();
            });
    return byHand(Differentiated.of(data, Saturation::new), OwnByHand.saturation(data));
  }

  /** {@code y = a² + noise}: two modes that touch. */
  static final class Square implements RowModel {
    private final Num a;

    Square(Parameters parameters, Dataset data) {
      a = parameters.at(0.5).real("a");
    }

    @Override
    public Num row(Row row) {
      return Losses.normal(a.square().subtractedFrom(row.y()), 1);
    }

    @Override
    public Num prior() {
      return a.square().over(2);
    }
  }

  private static Problem square() {
    CaseTable draft = CaseTable.of(115, 30);
    Dataset data = draft.with(i -> 0.3 + draft.random().nextGaussian());
    return Problem.of(Differentiated.of(data, Square::new), new PotentialIntegral());
  }
}
