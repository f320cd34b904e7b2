import java.nio.file.Path;
import org.perrin.io.table.Table;
import org.perrin.regression.Regression;

/** Fits a CSV file by a formula, predicts another, and saves the fit to a folder. */
public class Homes {
  public static void main(String[] arguments) {
    var regression = Regression.of(Table.read("homes.csv")).formula("log(price) ~ area + C(town)");
    var fit = regression.prior("area=normal(0, 0.1)").seed(1).fit();
    System.out.println(fit.summary());
    System.out.println(fit.check());
    for (var row : fit.predict(Table.read("new.csv")).rows()) {
      System.out.printf("%.2f ± %.2f%n", row.mean(), row.sd());
    }
    fit.save(Path.of("homes-fit"));
  }
}
