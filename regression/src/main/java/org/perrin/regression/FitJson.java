package org.perrin.regression;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.perrin.Perrin;
import org.perrin.draws.Draws;
import org.perrin.dynamics.StepStatistic;
import org.perrin.io.JsonNumbers;
import org.perrin.io.design.EncodingJson;
import org.perrin.io.draws.DrawsNpy;
import org.perrin.math.Kernels;
import org.perrin.posterior.Account;
import org.perrin.posterior.ExactReport;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Everything needed to repeat a run, as JSON. */
public final class FitJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** The format of folders: 1 held a command line in place of a request. */
  static final int FORMAT = 2;

  private FitJson() {}

  /** The document of a fit that {@code ticket} asked for. */
  public static ObjectNode of(Fit fit, @Nullable ResumeRecord ticket, Map<String, Double> cpu) {
    PreparedFit prepared = fit.prepared();
    ObjectNode root = NODES.objectNode();
    root.put("perrin", Perrin.version()).put("format", FORMAT).put("complete", fit.complete());
    root.put("prior_only", fit.priorOnly());
    root.put("created", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    root.set("request", ticket.request().toJson());
    root.put("directory", ticket.folder());
    root.putObject("data")
        .put("source", prepared.source())
        .put("rows", prepared.model().rows())
        .put("columns", prepared.encoding().names().size())
        .put("fingerprint", prepared.fingerprint());
    root.putObject("model")
        .put("name", prepared.own() == null ? prepared.regression().word() : "own")
        .put("class", prepared.own() == null ? null : prepared.own().name())
        .put("target", prepared.encoding().response().name())
        .put("guessed", prepared.guess());
    root.set("encoding", EncodingJson.write(prepared.encoding()));
    parameters(root.putArray("parameters"), fit);
    texts(root.putArray("statistics"), DrawsNpy.statistics(fit.draws()));
    root.set("sampler", steps(account(fit.account()), fit.draws()));
    divergences(root.putArray("divergences"), fit.draws());
    root.set("seconds", numbers(fit.seconds()));
    root.set("cpu_seconds", numbers(cpu));
    texts(root.putArray("notes"), fit.notes());
    root.putObject("versions")
        .put("perrin", Perrin.version())
        .put("java", Runtime.version().toString())
        .put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"))
        .put("kernels", Kernels.best().name())
        .put("processors", Runtime.getRuntime().availableProcessors());
    return root;
  }

  private static void parameters(ArrayNode array, Fit fit) {
    PreparedFit prepared = fit.prepared();
    for (int k = 0; k < fit.common(); k++) {
      ObjectNode node = array.addObject();
      node.put("name", fit.draws().names().get(k));
      node.put("prior", prepared.priors().get(k));
      if (k < prepared.scaling().scale().length) {
        JsonNumbers.put(node, "centre", prepared.scaling().centre()[k]);
        JsonNumbers.put(node, "scale", prepared.scaling().scale()[k]);
      }
      if (fit.laplaceMean() != null) {
        JsonNumbers.put(node, "mode", fit.laplaceMean()[k]);
        JsonNumbers.put(node, "laplace_sd", fit.laplaceSd()[k]);
      }
    }
  }

  private static ObjectNode account(Account account) {
    ObjectNode node = NODES.objectNode();
    node.put("name", account.sampler()).put("reason", account.reason());
    JsonNumbers.put(node, "step_size", account.stepSize());
    node.put("subsample", account.subsample())
        .put("thin", account.thin())
        .put("burn_in", account.burnIn());
    JsonNumbers.put(node, "tolerance", account.tolerance());
    JsonNumbers.put(node, "mean_inflation", account.meanInflation());
    if (account.exactly() != null) {
      exactly(node.putObject("exact"), account.exactly());
    }
    return node.put("passes", account.passes()).put("rows_read", account.rowsRead());
  }

  /** What NUTS says of its steps after burn-in. */
  private static ObjectNode steps(ObjectNode node, Draws draws) {
    return draws.know(StepStatistic.DIVERGENT)
        ? node.put("divergent", draws.divergent()).put("max_treedepth", draws.fullTrees())
        : node;
  }

  private static void exactly(ObjectNode node, ExactReport report) {
    node.put("order", report.order())
        .put("heavy_rows", report.heavyRows())
        .put("kicks", report.kicks());
    JsonNumbers.put(node, "light_rows", report.lightRows());
    JsonNumbers.put(node, "proposed", report.proposed());
    JsonNumbers.put(node, "corrected", report.corrected());
    node.put("passes", report.passes());
    if (report.guarded() != null) {
      ObjectNode guarded = node.putObject("guarded");
      guarded.put("audited", report.guarded().audited()).put("raised", report.guarded().raised());
      JsonNumbers.put(guarded, "excess", report.guarded().excess());
    }
  }

  private static void divergences(ArrayNode array, Draws draws) {
    for (Draws.Chain chain : draws.chains()) {
      if (chain.divergence() != null) {
        array.add(chain.divergence());
      }
    }
  }

  private static ObjectNode numbers(Map<String, Double> values) {
    ObjectNode node = NODES.objectNode();
    values.forEach((name, value) -> JsonNumbers.put(node, name, value));
    return node;
  }

  private static void texts(ArrayNode array, List<String> texts) {
    texts.forEach(array::add);
  }
}
