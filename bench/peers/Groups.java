import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.perrin.diagnostics.Convergence;
import org.perrin.io.table.Table;
import org.perrin.model.MixedModel;
import org.perrin.posterior.Options;
import org.perrin.regression.Regression;

/**
 * Seconds of a fit with groups, from a table in memory to draws and their summary: the first of a
 * fresh Java, then some more. Arguments: file, formula, family, how often, draws of each of four chains.
 */
public class Groups {
  public static void main(String[] args) {
    var system =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    Table table = Table.read(args[0]);
    int draws = Integer.parseInt(args[4]);
    for (int run = 0; run < Integer.parseInt(args[3]); run++) {
      long began = System.nanoTime();
      long used = system.getProcessCpuTime();
      var options = Options.standard().draws(draws).seed(run + 1);
      var fit = Regression.of(table).formula(args[1]).family(args[2]).options(options).fit();
      double seconds = (System.nanoTime() - began) / 1e9;
      double cpu = (system.getProcessCpuTime() - used) / 1e9;
      int head = ((MixedModel) fit.prepared().model()).layout().head();
      double least = Double.POSITIVE_INFINITY;
      for (int k = 0; k < head; k++) {
        least = Math.min(least, Convergence.essBulk(fit.inner().draws().coordinate(k)));
      }
      System.out.printf(
          Locale.ROOT,
          "perrin %s, 4 × %,d: %.2f s, %.2f CPU s, least ESS %.0f of %d, %s%n",
          run == 0 ? "cold" : "warm",
          draws,
          seconds,
          cpu,
          least,
          fit.draws().count(),
          fit.seconds());
    }
  }
}
