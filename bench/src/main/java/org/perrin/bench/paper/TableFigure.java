package org.perrin.bench.paper;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The table of step-sizes, and how long each figure took beside what is known of the authors'. */
final class TableFigure implements Experiment {
  private static final Map<String, String> AUTHORS =
      Map.of(
          "2b",
          "56 h for the discrepancies alone (their notebook); about 2 h for the chains (at 116 to 254"
              + " steps and 150 s of weights a chain, measured with their code)");

  @Override
  public String id() {
    return "table";
  }

  @Override
  public double work(ReproductionSettings settings) {
    return 1;
  }

  @Override
  public boolean brief() {
    return true;
  }

  @Override
  public Figure run(Lab lab) {
    return new Figure(
        id(),
        "Table: step-sizes and run times",
        "The paper's table has the rows of Figs. 3 and 4(b) interchanged, and 581,012 rows where"
            + " 435,759 are trained on. All settings are the authors'; a quick run takes an eighth of"
            + " covertype and an ε eight times theirs.",
        List.of(),
        List.of(),
        List.of(),
        List.of(stepSizes(), times(lab.settings())),
        new TreeMap<>());
  }

  private static Figure.Table stepSizes() {
    return new Figure.Table(
        "step-sizes",
        "Step-sizes",
        List.of(
            List.of("figure", "data", "N", "n", "ε", "ε in the paper's table"),
            List.of("2(a), 5", "CASP", "45730", "45", "1e-5", "1e-5"),
            List.of("2(b)", "covertype", "435759", "435", "1e-6", "1e-6"),
            List.of("3", "balanced logistic", "10000", "10", "1e-4", "1e-6 (that of 4(b))"),
            List.of("4(a)", "bivariate Gaussian", "10000", "100, 500, 1000", "1e-4", "1e-4"),
            List.of(
                "4(b)", "covertype", "435759", "4357, 21787, 43575", "1e-6", "1e-4 (that of 3)")),
        false);
  }

  private static Figure.Table times(ReproductionSettings settings) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("figure", "seconds here", "the authors'"));
    for (String figure : Reproduction.names()) {
      Path folder = settings.out().resolve(figure);
      if (!figure.equals("table") && FigureFiles.complete(folder)) {
        double seconds = FigureFiles.times(folder).getOrDefault(Figure.IN_ALL, Double.NaN);
        rows.add(
            List.of(
                figure,
                String.format(Locale.ROOT, "%.0f", seconds),
                AUTHORS.getOrDefault(figure, "not recorded")));
      }
    }
    return new Figure.Table("run-times", "Run times", rows, true);
  }
}
