package org.perrin.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.perrin.Perrin;
import org.perrin.cli.fit.DesignText;
import org.perrin.diagnostics.Summary;
import org.perrin.math.Parallel;
import org.perrin.posterior.Trust.Finding;
import org.perrin.regression.Fit;
import org.perrin.regression.PreparedFit;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What the page shows, as JSON. */
final class ReportData {
  private static final int MOST_EFFECTS = 2000;

  private ReportData() {}

  /** Parts that take long are made side by side. */
  static ObjectNode of(Fit fit, Supplier<ModelFit> described) {
    int listed = listed(fit);
    List<Supplier<@Nullable ObjectNode>> parts =
        List.of(
            () -> described.get().json(),
            () -> DrawsJson.of(fit, listed),
            () -> EffectsJson.of(fit));
    @Nullable ObjectNode[] made = new ObjectNode[parts.size()];
    Parallel.run(made.length, k -> made[k] = parts.get(k).get());
    PreparedFit prepared = fit.prepared();
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("version", Perrin.version()).put("complete", fit.complete());
    root.put("priorOnly", fit.priorOnly());
    root.put("title", (fit.priorOnly() ? "Prior of " : "") + prepared.title())
        .put("effect", prepared.regression().effect());
    root.put("target", prepared.encoding().response().name());
    facts(root.putArray("facts"), fit);
    fit.notes().forEach(root.putArray("notes")::add);
    root.set(
        "summary", SummaryJson.of(new Summary(fit.summary().rows().subList(0, listed), List.of())));
    prepared.priors().subList(0, listed).forEach(root.putArray("priors")::add);
    scales(root, prepared, listed);
    design(root, prepared);
    root.set("groups", GroupsJson.of(fit));
    root.set("draws", made[1]);
    root.set("sampling", SamplingJson.of(fit));
    root.set("effects", made[2]);
    root.set("predictive", made[0]);
    report(root, Verdict.of(fit, described.get()));
    return root;
  }

  /** The formula, what its levels are compared with, and how many parameters come before groups. */
  private static void design(ObjectNode root, PreparedFit prepared) {
    List<String> formulas = new ArrayList<>(List.of(DesignText.formula(prepared.encoding())));
    formulas.addAll(DesignText.further(prepared.encoding()));
    root.put("formula", String.join("; ", formulas));
    String order = DesignText.order(prepared.encoding());
    root.put("modelled", order != null ? order : DesignText.modelled(prepared.encoding()));
    DesignText.references(prepared.encoding()).forEach(root.putArray("references")::add);
    int groups = prepared.encoding().effects();
    root.put("common", prepared.names().size() - groups).put("effects", groups);
  }

  /** How many parameters the table has: the effects of groups too, unless they are many. */
  private static int listed(Fit fit) {
    int all = fit.draws().dimension();
    return all - fit.common() > MOST_EFFECTS ? fit.common() : all;
  }

  private static void report(ObjectNode root, Verdict verdict) {
    ObjectNode node = root.putObject("verdict");
    node.put("level", verdict.level().word());
    node.put("headline", verdict.headline()).put("advice", verdict.advice());
    ArrayNode findings = node.putArray("findings");
    for (Finding finding : verdict.findings()) {
      findings
          .addObject()
          .put("question", finding.question())
          .put("level", finding.level().word())
          .put("answer", finding.answer())
          .put("detail", finding.detail());
    }
  }

  /** What the head of the page says. */
  private static void facts(ArrayNode array, Fit fit) {
    double total = fit.seconds().values().stream().mapToDouble(s -> s).sum();
    List.of(
            fileName(fit.prepared().source()),
            "%,d rows".formatted(fit.prepared().data().count()),
            "%,d parameters".formatted(fit.draws().dimension()),
            "%,d draws in %d chains".formatted(fit.draws().count(), fit.draws().chains().size()),
            "%.1f s".formatted(total))
        .forEach(array::add);
  }

  /** Without the folders, which are private once the page is shared. */
  private static String fileName(String source) {
    return source.replaceFirst("^[^ ]*/", "");
  }

  /**
   * Steps of the columns that make their effects comparable: from one value to the other where
   * there are two, as of 0/1 columns and levels, else a standard deviation; null for what is not
   * the coefficient of a column.
   */
  private static void scales(ObjectNode root, PreparedFit prepared, int listed) {
    ArrayNode steps = root.putArray("scales");
    ArrayNode two = root.putArray("twoValued");
    for (int k = 0; k < listed; k++) {
      int column = prepared.slopeOf(k);
      two.add(column >= 0 && prepared.columns().twoValued()[column]);
      if (column >= 0) {
        steps.add(prepared.columns().spread(column));
      } else {
        steps.addNull();
      }
    }
  }

  /** Seven digits are enough for the eye. */
  static void put(ArrayNode array, double... values) {
    for (double value : values) {
      if (Double.isFinite(value)) {
        array.add((float) value);
      } else {
        array.addNull();
      }
    }
  }
}
