package org.perrin.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.perrin.catalogue.Catalogue;
import org.perrin.catalogue.DynamicsKind;
import org.perrin.catalogue.Estimator;
import org.perrin.catalogue.Recipe;
import org.perrin.catalogue.Scheme;
import org.perrin.cli.console.Terminal;
import org.perrin.cli.console.TextTable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code perrin samplers}: what can be crossed with what, made from the catalogue. */
@CommandLine.Command(
    name = "samplers",
    description = "Lists the samplers: every dynamics, gradient and choice of rows, crossed.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  perrin samplers",
      "  perrin samplers --all --json",
      "  perrin fit d.csv -t y --sampler sgld-cv-ps --step-size 1e-5",
      "  perrin fit d.csv -t y --sampler natural-baoab-cv-expected"
    })
final class SamplersCommand extends CatalogueCommands.Listing {
  @Option(names = "--all", description = "Every name, one a line.")
  private boolean all;

  @Option(names = "--markdown", description = "The page docs/samplers.md.")
  private boolean markdown;

  SamplersCommand() {
    super("name", "dynamics", "gradient", "rows", "size", "reference");
  }

  @Override
  void run() {
    if (markdown) {
      out().print(SamplersPage.text());
    } else if (all || json) {
      super.run();
    } else {
      out().println(crossed());
    }
  }

  /** A name stays on its line: the least informative column goes first. */
  @Override
  String text(List<String> columns, List<List<String>> lines) {
    List<String> drop = List.of("reference", "size", "rows", "gradient");
    return TextTable.cut(columns, lines, drop, "dynamics", Integer.MAX_VALUE, Terminal.width());
  }

  @Override
  List<List<String>> lines() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(
        List.of(
            "auto", "", "", "", "", "the cheapest exact one; natural where three times cheaper"));
    lines.add(
        List.of(
            "direct", "independent draws", "", "none", "", "linear regression with normal priors"));
    lines.add(
        List.of(
            "natural",
            words(DynamicsKind.LEIMKUHLER_MATTHEWS),
            words(Estimator.CONTROL_VARIATE),
            words(Scheme.EXPECTED),
            "from --tolerance",
            "docs/natural.md"));
    lines.add(
        List.of(
            "exact",
            "trajectories on a surrogate",
            "heavy rows and polynomials",
            "by bounds",
            "from a pilot",
            "docs/exact.md"));
    lines.add(
        List.of("levels", "blocks by level", "statistics by level", "few", "", "docs/levels.md"));
    for (Recipe recipe : Catalogue.product()) {
      lines.add(
          List.of(
              recipe.name(),
              words(recipe.dynamics()),
              words(recipe.estimator()),
              recipe.scheme() == null ? "all" : words(recipe.scheme()),
              recipe.scheme() == null ? "N" : recipe.adaptive() ? "adaptive" : "fixed",
              recipe.dynamics().reference()));
    }
    return lines;
  }

  static String words(Enum<?> value) {
    return value.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
  }

  private static String crossed() {
    List<List<String>> moves = new ArrayList<>();
    for (DynamicsKind move : DynamicsKind.values()) {
      moves.add(List.of(move.label(), move.use(), move.reference()));
    }
    return """
        auto     direct, nuts or exact; natural where three times cheaper (default)
        natural  sglm on cv, expected weights, natural metric; n from --tolerance
        exact    trajectories on a surrogate, corrected by a few rows: no bias
        direct   independent draws of a linear regression with normal priors

        Any other is a product, DYNAMICS and what the table below adds to it, in theta;
        natural-NAME is the same in the natural metric.
        perrin samplers --all lists all %d.

        %s

        %s

        a: with an adaptive size too, as in asgld-cv-ps. Full gradients: DYNAMICS-full
        (sgld-full is ula); mala and nuts have no others. docs/samplers.md says what
        each is and costs."""
        .formatted(
            Catalogue.product().size(),
            TextTable.of(List.of("dynamics", "for", "from"), moves),
            TextTable.of(head(), matrix()));
  }

  /** The estimators that look at some of the rows. */
  static List<Estimator> estimators() {
    return Arrays.stream(Estimator.values()).filter(e -> e != Estimator.FULL).toList();
  }

  static List<String> head() {
    List<String> head = new ArrayList<>(List.of("rows"));
    estimators().forEach(e -> head.add(e.label()));
    return head;
  }

  /** What each scheme and estimator adds to the name of a dynamics. */
  static List<List<String>> matrix() {
    List<List<String>> lines = new ArrayList<>();
    for (Scheme scheme : Scheme.values()) {
      List<String> line = new ArrayList<>(List.of(words(scheme)));
      for (Estimator estimator : estimators()) {
        line.add(cell(estimator, scheme));
      }
      lines.add(line);
    }
    return lines;
  }

  private static String cell(Estimator estimator, Scheme scheme) {
    if (scheme.refuse(estimator) != null) {
      return "";
    }
    String name = new Recipe(DynamicsKind.LANGEVIN, estimator, scheme, false).name();
    String suffix = name.substring(DynamicsKind.LANGEVIN.label().length());
    boolean adaptive =
        Catalogue.product().stream()
            .anyMatch(r -> r.adaptive() && r.estimator() == estimator && r.scheme() == scheme);
    return (suffix.isEmpty() ? "(nothing)" : suffix) + (adaptive ? " a" : "");
  }
}
