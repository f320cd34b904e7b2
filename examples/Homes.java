import java.nio.file.Path;
import org.perrin.io.table.Table;
import org.perrin.regression.Fit;
import org.perrin.regression.Regression;

/** Fits a CSV file by a formula, predicts another, and keeps the fit in a folder. */
public class Homes {
  public static void main(String[] files) {
    Fit fit =
        Regression.of(Table.read(files[0]))
            .formula("log(price) ~ area + C(town)")
            .prior("area=normal(0, 0.1)")
            .seed(1)
            .fit();
    System.out.println(fit.summary());
    System.out.println(fit.check());
    fit.predict(Table.read(files[1]))
        .rows()
        .forEach(row -> System.out.printf("%.2f ± %.2f%n", row.mean(), row.sd()));
    fit.save(Path.of("homes-fit"));
  }
}
