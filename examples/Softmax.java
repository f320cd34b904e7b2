import java.util.Arrays;
import org.perrin.autodiff.Losses;
import org.perrin.autodiff.Num;
import org.perrin.autodiff.Parameters;
import org.perrin.autodiff.Row;
import org.perrin.autodiff.RowModel;
import org.perrin.autodiff.Vec;
import org.perrin.data.Dataset;

/**
 * Several classes, numbered 1, 2, …: {@code P(y = c) ∝ exp(xᵀβ_c)}, the first class being the one
 * that others are compared with. Covertype has seven.
 *
 * <pre>perrin fit covtype.csv.gz --target Cover_Type --model examples/Softmax.java</pre>
 */
public final class Softmax implements RowModel {
  private final Vec[] beta;
  private final Num[] score;

  public Softmax(Parameters parameters, Dataset data) {
    int classes = (int) Arrays.stream(data.y()).max().orElse(1);
    beta = new Vec[classes - 1];
    for (int c = 0; c < beta.length; c++) {
      beta[c] = parameters.real("beta" + (c + 2), data.names());
    }
    score = new Num[classes];
  }

  @Override
  public Num row(Row row) {
    for (int c = 0; c < beta.length; c++) {
      score[c + 1] = beta[c].dot(row.x());
    }
    score[0] = score[1].times(0);
    return Losses.categorical((int) row.y() - 1, score);
  }

  @Override
  public Num prior() {
    Num[] terms = new Num[beta.length];
    for (int c = 0; c < terms.length; c++) {
      terms[c] = Losses.normal(beta[c], 2.5);
    }
    return Num.sum(terms);
  }
}
