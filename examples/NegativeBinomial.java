import org.perrin.autodiff.Losses;
import org.perrin.autodiff.Num;
import org.perrin.autodiff.Parameters;
import org.perrin.autodiff.Row;
import org.perrin.autodiff.RowModel;
import org.perrin.autodiff.Vec;
import org.perrin.data.Dataset;

/**
 * Counts that vary more than Poisson's: mean {@code μ = exp(xᵀβ + offset)}, variance {@code μ +
 * μ²/φ}.
 *
 * <pre>
 * perrin fit claims.csv --target claims --offset "log(years)" --model examples/NegativeBinomial.java
 * </pre>
 */
public final class NegativeBinomial implements RowModel {
  private final Vec beta;
  private final Num phi;

  public NegativeBinomial(Parameters parameters, Dataset data) {
    beta = parameters.real("beta", data.names());
    phi = parameters.positive("phi");
  }

  @Override
  public Num row(Row row) {
    Num eta = beta.dot(row.x()).plus(row.offset());
    return Losses.negativeBinomial(row.y(), eta, phi);
  }

  @Override
  public Num prior() {
    return Losses.normal(beta, 2.5).plus(Losses.gamma(phi, 2, 0.1));
  }
}
