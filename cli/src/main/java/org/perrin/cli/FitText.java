package org.perrin.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.perrin.cli.fit.Fit;
import org.perrin.cli.fit.Prepared;
import org.perrin.diagnostics.Summary;
import org.perrin.io.Say;
import org.perrin.posterior.Account;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A fit in words. */
final class FitText {
  private static final int MOST_PRIORS = 6;

  private static final int MOST_ROWS = 100;

  private FitText() {}

  /** What is about to be sampled. */
  static String before(Prepared prepared) {
    String what =
        "%s: %s rows, %s"
            .formatted(
                prepared.source(),
                Say.count(prepared.data().count()),
                prepared.own() == null
                    ? Say.count(prepared.data().x().width(), "coefficient")
                    : Say.count(prepared.names().size(), "parameter"));
    return prepared.guess() == null
        ? what
        : what
            + "\nmodel: %s, because %s (--model to choose another)"
                .formatted(prepared.regression().word(), prepared.guess());
  }

  /** Table, priors, cost and where the result lies. */
  static String after(Fit fit, Path folder) {
    var text = new StringBuilder();
    text.append(title(fit)).append("\n\n");
    text.append(table(fit.summary().rows())).append("\n\n");
    text.append("priors: ").append(priors(fit)).append('\n');
    text.append("sampler: ").append(sampler(fit.account())).append('\n');
    text.append("time: ").append(times(fit.seconds())).append('\n');
    fit.notes().forEach(note -> text.append("note: ").append(Say.line(note)).append('\n'));
    text.append("result: ").append(folder).append(" (open ");
    text.append(folder.resolve("report.html")).append(")");
    return text.toString();
  }

  /** A screen or two of it: thousands of groups are for the file. */
  private static String table(List<Summary.Row> rows) {
    int shown = Math.min(rows.size(), MOST_ROWS);
    String text = new Summary(rows.subList(0, shown), List.of()).toString();
    return shown == rows.size()
        ? text
        : "%s\n… and %s more in summary.csv".formatted(text, Say.count(rows.size() - shown));
  }

  private static String title(Fit fit) {
    Prepared prepared = fit.prepared();
    return Terminal.bold(
        "%s of %s on %s rows, %s draws%s"
            .formatted(
                prepared.title(),
                Say.quoted(prepared.encoding().response().name()),
                Say.count(prepared.data().count()),
                Say.count(fit.draws().count()),
                fit.complete() ? "" : " (incomplete)"));
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
            .map(e -> Say.line(label(e.getValue()) + " ~ " + e.getKey()))
            .collect(Collectors.joining("; "));
    return byPrior.size() > MOST_PRIORS ? shown + "; … (all in fit.json)" : shown;
  }

  private static String label(List<String> names) {
    return names.size() == 1
        ? names.getFirst()
        : names.getFirst() + " and " + (names.size() - 1) + " more";
  }

  private static String sampler(Account account) {
    return String.format(
        Locale.ROOT,
        "%s (%s), step-size %.3g, %,d rows a step, %,d rows read, %d passes%s",
        account.sampler(),
        account.reason().replaceFirst("^" + account.sampler() + ": ", ""),
        account.stepSize(),
        account.subsample(),
        account.rowsRead(),
        account.passes(),
        Double.isNaN(account.meanInflation())
            ? account.exactly() == null ? "" : ", " + account.exactly().text()
            : String.format(
                Locale.ROOT, ", noise widens sds by %.2f %%", 100 * account.meanInflation()));
  }

  private static String times(Map<String, Double> seconds) {
    return seconds.entrySet().stream()
        .map(e -> String.format(Locale.ROOT, "%s %.2f s", e.getKey(), e.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** The same for programs. */
  static String json(Fit fit, Path folder) {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    root.put("folder", folder.toString()).put("complete", fit.complete());
    root.set("summary", SummaryJson.of(fit.summary()));
    fit.notes().forEach(root.putArray("notes")::add);
    return root.toPrettyString();
  }
}
