import org.perrin.autodiff.Losses;
import org.perrin.autodiff.Num;
import org.perrin.autodiff.Parameters;
import org.perrin.autodiff.Row;
import org.perrin.autodiff.RowModel;
import org.perrin.autodiff.Vec;
import org.perrin.data.Dataset;

/**
 * Numbers from one of three normals; from which is unknown. Means in order, so that the three cannot
 * change names.
 *
 * <pre>perrin fit lengths.csv --formula "length ~ 1" --model examples/GaussianMixture.java</pre>
 */
public final class GaussianMixture implements RowModel {
  private static final int PARTS = 3;
  private final Vec share;
  private final Vec mean;
  private final Vec sd;
  private final Num[] log = new Num[PARTS];

  public GaussianMixture(Parameters parameters, Dataset data) {
    share = parameters.simplex("share", PARTS);
    mean = parameters.at(-2, 0, 2).ordered("mean", PARTS);
    sd = parameters.positive("sd", PARTS);
  }

  @Override
  public Num row(Row row) {
    for (int k = 0; k < PARTS; k++) {
      Num away = mean.get(k).subtractedFrom(row.y());
      log[k] = share.get(k).log().minus(Losses.normal(away, sd.get(k)));
    }
    return Num.logSumExp(log).negate();
  }

  @Override
  public Num prior() {
    Num sum = Losses.dirichlet(share, 2).plus(Losses.normal(mean, 5));
    for (int k = 0; k < PARTS; k++) {
      sum = sum.plus(Losses.gamma(sd.get(k), 3, 3));
    }
    return sum;
  }
}
