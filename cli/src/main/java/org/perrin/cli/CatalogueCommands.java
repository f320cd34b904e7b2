package org.perrin.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.perrin.cli.console.TextTable;
import org.perrin.family.Families;
import org.perrin.family.Family;
import org.perrin.family.Parameter;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.prior.PriorText;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The lists of what there is. */
final class CatalogueCommands {
  private CatalogueCommands() {}

  /** A list of lines with the same columns. */
  abstract static class Listing extends Command {
    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    private final List<String> columns;

    Listing(String... columns) {
      this.columns = List.of(columns);
    }

    abstract List<List<String>> lines();

    String text(List<String> head, List<List<String>> lines) {
      return TextTable.of(head, lines);
    }

    @Override
    void run() {
      if (!json) {
        out().println(text(columns, lines()));
        return;
      }
      ArrayNode array = JsonMapper.shared().createArrayNode();
      for (List<String> line : lines()) {
        ObjectNode node = array.addObject();
        for (int c = 0; c < columns.size(); c++) {
          node.put(columns.get(c), line.get(c));
        }
      }
      out().println(array.toPrettyString());
    }
  }

  /** The models. */
  @CommandLine.Command(
      name = "models",
      description = "Lists the models; eta is the linear predictor.",
      footerHeading = "%nExamples:%n",
      footer = {"  perrin models", "  perrin fit d.csv -t claims --model poisson"})
  static final class Models extends Listing {
    Models() {
      super("name", "about");
    }

    @Override
    List<List<String>> lines() {
      return ModelChoice.lines();
    }
  }

  /** The priors. */
  @CommandLine.Command(
      name = "priors",
      description = "Lists the priors, and what autoscale means.",
      footerHeading = "%nExamples:%n",
      footer = {
        "  perrin fit d.csv -t y --prior \"normal(0, 1)\" --prior age=\"student_t(3, 0, 1)\"",
        "  perrin fit d.csv -t y --prior-sigma \"exponential(0.5)\"",
        "  perrin fit d.csv -f \"y ~ x\" -f \"sigma ~ z\" --prior \"sigma: z=normal(0, 0.5)\"",
        "  perrin fit d.csv -f \"y ~ x + (x | g)\" --prior-group \"g, x=exponential(5)\""
      })
  static final class PriorList extends Listing {
    /** Of families for classes in order, which have a parameter between each two. */
    private static final int CLASSES = 3;

    PriorList() {
      super("prior", "for", "about");
    }

    @Override
    List<List<String>> lines() {
      List<List<String>> lines = new ArrayList<>();
      lines.add(
          List.of(
              "autoscale",
              "coefficients",
              "normal(0, 2.5 / sd(x)); where eta is in the unit of y normal(0, 2.5 sd(y) / sd(x)) (default)"));
      lines.add(
          List.of(
              "", "", "columns with two values, 0/1 and levels too: their range instead of sd(x)"));
      lines.add(
          List.of(
              "",
              "intercept",
              "at the mean of all columns: normal(0, 2.5); in the unit of y normal(mean(y), 2.5 sd(y))"));
      lines.addAll(shared());
      lines.add(
          List.of(
              "", "sd(1 | g), sd(x | g)", "exponential(1 / sd(y)), exponential(sd(x) / sd(y))"));
      lines.add(
          List.of(
              "", "sigma: x", "of a formula sigma ~ x, on its log scale: normal(0, 1 / sd(x))"));
      lines.add(
          List.of(
              "",
              "sigma: (Intercept)",
              "at the mean of its columns: normal(log sd(y), 1); see docs/formulas.md for others"));
      for (PriorText.DensitySyntax family : PriorText.families()) {
        lines.add(
            List.of(
                family.usage(),
                family.forScale() ? "sigma, groups" : "coefficients, intercept",
                family.forScale() ? "" : family.about()));
      }
      var horseshoe = PriorText.HORSESHOE;
      lines.add(List.of(horseshoe.usage(), "all coefficients", horseshoe.about()));
      lines.add(List.of(PriorText.LKJ.usage(), "correlations, groups", PriorText.LKJ.about()));
      return lines;
    }

    /** Of parameters that all rows share, with the first of the models that have them. */
    private static List<List<String>> shared() {
      Map<Parameter, List<String>> models = new LinkedHashMap<>();
      for (Family family : Families.all()) {
        family.given(CLASSES).parameters().stream()
            .skip(1)
            .forEach(p -> models.computeIfAbsent(p, _ -> new ArrayList<>()).add(family.name()));
      }
      return models.entrySet().stream()
          .sorted(Comparator.comparing(e -> e.getKey().name()))
          .map(e -> List.of("", e.getKey().name(), about(e.getKey(), e.getValue())))
          .toList();
    }

    private static String about(Parameter one, List<String> models) {
      String unit = one.inUnits() ? ", in units of sd(y)" : "";
      String others = models.size() > 1 ? ", …" : "";
      return "%s%s: %s%s".formatted(one.prior(), unit, models.getFirst(), others);
    }
  }
}
