import org.perrin.autodiff.Losses;
import org.perrin.autodiff.Num;
import org.perrin.autodiff.Parameters;
import org.perrin.autodiff.Row;
import org.perrin.autodiff.RowModel;
import org.perrin.autodiff.Vec;
import org.perrin.data.Dataset;

/**
 * Probabilistic matrix factorisation: a rating is {@code normal(m + u_userᵀ v_item, σ)}. Users and
 * items are numbered from 0 in two columns; a row touches 2·RANK of the many parameters, and costs
 * no more than that.
 *
 * <pre>
 * perrin fit ratings.csv --target rating --features user,item --no-intercept \
 *     --model examples/MatrixFactorisation.java
 * </pre>
 */
public final class MatrixFactorisation implements RowModel {
  private static final int RANK = 2;
  private final Vec[] user;
  private final Vec[] item;
  private final Num mean;
  private final Num sigma;

  public MatrixFactorisation(Parameters parameters, Dataset data) {
    user = factors(parameters, "user", most(data, 0) + 1);
    item = factors(parameters, "item", most(data, 1) + 1);
    mean = parameters.real("mean");
    sigma = parameters.positive("sigma");
  }

  private static Vec[] factors(Parameters parameters, String name, int count) {
    Vec all = parameters.spread(0.5).real(name, count * RANK);
    Vec[] each = new Vec[count];
    for (int k = 0; k < count; k++) {
      each[k] = all.slice(k * RANK, (k + 1) * RANK);
    }
    return each;
  }

  private static int most(Dataset data, int column) {
    double most = 0;
    for (int i = 0; i < data.count(); i++) {
      most = Math.max(most, data.x().get(i, column));
    }
    return (int) most;
  }

  @Override
  public Num row(Row row) {
    Num fit = user[(int) row.x(0)].dot(item[(int) row.x(1)]).plus(mean);
    return Losses.normal(fit.subtractedFrom(row.y()), sigma);
  }

  @Override
  public Num prior() {
    Num sum = Losses.exponential(sigma, 1).plus(mean.square().over(2 * 25));
    for (Vec u : user) {
      sum = sum.plus(Losses.normal(u, 1));
    }
    for (Vec v : item) {
      sum = sum.plus(Losses.normal(v, 1));
    }
    return sum;
  }
}
