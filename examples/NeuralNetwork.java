import org.perrin.autodiff.Losses;
import org.perrin.autodiff.Num;
import org.perrin.autodiff.Parameters;
import org.perrin.autodiff.Row;
import org.perrin.autodiff.RowModel;
import org.perrin.autodiff.Vec;
import org.perrin.data.Dataset;

/**
 * A Bayesian neural network of two layers: {@code y ~ normal(b + Σⱼ vⱼ tanh(wⱼᵀx), σ)}. Hidden units
 * may change places and signs, so single weights mean nothing: look at σ, and at what is predicted.
 * They start at random, because from zero they would all stay alike.
 *
 * <pre>perrin fit curve.csv --target y --model examples/NeuralNetwork.java</pre>
 */
public final class NeuralNetwork implements RowModel {
  private static final int HIDDEN = 3;
  private final Vec[] in = new Vec[HIDDEN];
  private final Vec out;
  private final Num bias;
  private final Num sigma;
  private final Num[] unit = new Num[HIDDEN + 1];

  public NeuralNetwork(Parameters parameters, Dataset data) {
    for (int j = 0; j < HIDDEN; j++) {
      in[j] = parameters.spread(1).real("w" + (j + 1), data.names());
    }
    out = parameters.spread(0.5).real("v", HIDDEN);
    bias = parameters.real("b");
    sigma = parameters.positive("sigma");
  }

  @Override
  public Num row(Row row) {
    for (int j = 0; j < HIDDEN; j++) {
      unit[j] = in[j].dot(row.x()).tanh().times(out.get(j));
    }
    unit[HIDDEN] = bias;
    return Losses.normal(Num.sum(unit).subtractedFrom(row.y()), sigma);
  }

  @Override
  public Num prior() {
    Num sum = Losses.normal(out, 1).plus(Losses.exponential(sigma, 1));
    for (Vec weights : in) {
      sum = sum.plus(Losses.normal(weights, 2));
    }
    return sum.plus(bias.square().over(2));
  }
}
