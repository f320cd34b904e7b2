import org.perrin.autodiff.Losses;
import org.perrin.autodiff.Num;
import org.perrin.autodiff.Parameters;
import org.perrin.autodiff.Row;
import org.perrin.autodiff.RowModel;
import org.perrin.autodiff.Vec;
import org.perrin.data.Dataset;

/**
 * A line that outliers do not pull: {@code y ~ student_t(4, xᵀβ, σ)}.
 *
 * <pre>perrin fit homes.csv --target price --model examples/RobustRegression.java</pre>
 */
public final class RobustRegression implements RowModel {
  private final Vec beta;
  private final Num sigma;

  public RobustRegression(Parameters parameters, Dataset data) {
    beta = parameters.real("beta", data.names());
    sigma = parameters.positive("sigma");
  }

  @Override
  public Num row(Row row) {
    Num residual = beta.dot(row.x()).subtractedFrom(row.y());
    return Losses.studentT(residual, 4, sigma);
  }

  @Override
  public Num prior() {
    return Losses.normal(beta, 10).plus(Losses.exponential(sigma, 1));
  }
}
