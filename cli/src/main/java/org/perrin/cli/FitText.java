package org.perrin.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.perrin.cli.console.Terminal;
import org.perrin.cli.console.TextLayout;
import org.perrin.cli.fit.DesignText;
import org.perrin.cli.report.ModelFit;
import org.perrin.cli.report.SummaryJson;
import org.perrin.diagnostics.Summary;
import org.perrin.io.MessageText;
import org.perrin.io.design.Encoding;
import org.perrin.posterior.Account;
import org.perrin.posterior.Trust;
import org.perrin.regression.Fit;
import org.perrin.regression.PreparedFit;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A fit in words. */
final class FitText {
  private static final int MOST_PRIORS = 6;

  private static final int MOST_ROWS = 100;

  private FitText() {}

  /** What is about to be sampled. */
  static String before(PreparedFit prepared) {
    String what =
        "%s: %s rows, %s"
            .formatted(
                prepared.source(),
                MessageText.count(prepared.data().count()),
                prepared.own() == null
                    ? MessageText.count(prepared.data().x().width(), "coefficient")
                    : MessageText.count(prepared.names().size(), "parameter"));
    return prepared.guess() == null
        ? what
        : what
            + "\nmodel: %s, because %s (--model to choose another)"
                .formatted(prepared.regression().word(), prepared.guess());
  }

  /** Table, design, priors, cost, what is wrong and where the result lies. */
  static String after(Fit fit, ModelFit model, Path folder) {
    Encoding encoding = fit.prepared().encoding();
    List<String> lines = new ArrayList<>();
    if (fit.prepared().own() == null) {
      lines.addAll(design(encoding));
    }
    lines.add("priors: " + priors(fit));
    lines.add("sampler: " + sampler(fit.account()));
    lines.add("time: " + times(fit.seconds()));
    lines.add("draws: " + trust(fit));
    fit.notes().forEach(note -> lines.add("note: " + MessageText.line(note)));
    model.warningLine().ifPresent(lines::add);
    lines.add("result: %s (open %s)".formatted(folder, folder.resolve("report.html")));
    int width = Terminal.width();
    List<Summary.Row> common = fit.summary().rows().subList(0, fit.common());
    return Stream.concat(
            Stream.of(
                Terminal.bold(TextLayout.wrap(title(fit), width)),
                "",
                table(common, encoding.effects(), MOST_ROWS, folder.toString(), width),
                ""),
            lines.stream().map(line -> TextLayout.wrap(line, width)))
        .collect(Collectors.joining("\n"));
  }

  /** The headline of the report as far as it is about the draws, and what it rests on. */
  private static String trust(Fit fit) {
    Trust trust = Trust.of(fit.draws(), fit.commonSummary(), fit.account());
    List<String> reasons =
        trust.findings().stream()
            .filter(f -> f.level() == trust.level())
            .map(f -> lowerFirst(f.detail().replaceFirst("\\.$", "")))
            .toList();
    return "%s: %s"
        .formatted(trust.headline().toLowerCase(Locale.ROOT), String.join("; ", reasons));
  }

  private static String lowerFirst(String text) {
    return text.startsWith("R-hat")
        ? text
        : text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
  }

  /** The formula, and what its levels are compared with. */
  static List<String> design(Encoding encoding) {
    List<String> lines = new ArrayList<>();
    lines.add("formula: " + DesignText.formula(encoding));
    DesignText.further(encoding).forEach(text -> lines.add("formula: " + text));
    if (DesignText.order(encoding) != null) {
      lines.add("order: " + DesignText.order(encoding));
    }
    if (DesignText.modelled(encoding) != null) {
      lines.add("target: " + DesignText.modelled(encoding));
    }
    List<String> references = DesignText.references(encoding);
    if (!references.isEmpty()) {
      lines.add("reference: " + String.join("; ", references));
    }
    return lines;
  }

  /** A screen or two of a table, and how many effects of groups are not in it. */
  static String table(List<Summary.Row> rows, int groups, int most, String folder, int width) {
    int common = rows.size();
    int shown = Math.min(common, most);
    List<String> parts = new ArrayList<>();
    parts.add(new Summary(rows.subList(0, shown), List.of()).table(width));
    if (shown < common) {
      parts.add("… and %s more in summary.csv".formatted(MessageText.count(common - shown)));
    }
    if (groups > 0) {
      parts.add(
          TextLayout.wrap(
              "%s of groups not shown: perrin summary %s --groups"
                  .formatted(MessageText.count(groups, "effect"), folder),
              width));
    }
    return String.join("\n", parts);
  }

  private static String title(Fit fit) {
    PreparedFit prepared = fit.prepared();
    return "%s of %s on %s rows, %s draws%s"
        .formatted(
            (fit.priorOnly() ? "prior of " : "") + prepared.title(),
            MessageText.quoted(prepared.encoding().response().name()),
            MessageText.count(prepared.data().count()),
            MessageText.count(fit.draws().count()),
            fit.complete() ? "" : " (incomplete)");
  }

  /** Each different prior once, with the first names that have it. */
  private static String priors(Fit fit) {
    List<String> priors = fit.prepared().priors();
    List<String> names = fit.draws().names();
    Map<String, List<String>> byPrior = new java.util.LinkedHashMap<>();
    for (int k = 0; k < priors.size(); k++) {
      byPrior.computeIfAbsent(priors.get(k), p -> new java.util.ArrayList<>()).add(names.get(k));
    }
    String shown =
        byPrior.entrySet().stream()
            .limit(MOST_PRIORS)
            .map(e -> MessageText.line(label(e.getValue()) + " ~ " + e.getKey()))
            .collect(Collectors.joining("; "));
    return byPrior.size() > MOST_PRIORS ? shown + "; … (all in fit.json)" : shown;
  }

  private static String label(List<String> names) {
    return names.size() == 1
        ? names.getFirst()
        : names.getFirst() + " and " + (names.size() - 1) + " more";
  }

  private static String sampler(Account account) {
    String name =
        "%s (%s)"
            .formatted(
                account.sampler(),
                account.reason().replaceFirst("^" + account.sampler() + ": ", ""));
    if (account.rowsRead() == 0) {
      return "%s, no row read in sampling, %d passes".formatted(name, account.passes());
    }
    String all = ", %,d rows read, %d passes".formatted(account.rowsRead(), account.passes());
    if (account.exactly() != null) {
      return name + ", " + account.exactly().text() + all;
    }
    return String.format(
        Locale.ROOT,
        "%s%s, %,d rows a step%s%s",
        name,
        known(", step-size %.3g", account.stepSize(), 1),
        account.subsample(),
        all,
        known(", noise widens sds by %.2f %%", account.meanInflation(), 100));
  }

  private static String known(String format, OptionalDouble value, double times) {
    return value.isEmpty() ? "" : String.format(Locale.ROOT, format, times * value.getAsDouble());
  }

  private static String times(Map<String, Double> seconds) {
    return seconds.entrySet().stream()
        .map(e -> String.format(Locale.ROOT, "%s %.2f s", e.getKey(), e.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** The same for programs. */
  static String json(Fit fit, ModelFit model, Path folder) {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    root.put("folder", folder.toString()).put("complete", fit.complete());
    root.set("summary", SummaryJson.of(fit.summary()));
    fit.notes().forEach(root.putArray("notes")::add);
    root.put("model_warning", model.warning().orElse(null));
    return root.toPrettyString();
  }
}
