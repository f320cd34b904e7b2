package org.perrin.cli.judge;

import org.perrin.io.JsonNumbers;
import org.perrin.regression.judge.Loo;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Leave-one-out as JSON. */
public final class LooJson {
  private LooJson() {}

  /** Without elements. */
  public static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  /** All totals. */
  public static ObjectNode of(Loo loo) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("rows", loo.rows()).put("rows_looked_at", loo.sample().rows().length);
    node.put("draws", loo.draws());
    JsonNumbers.put(node, "elpd", loo.elpd());
    JsonNumbers.put(node, "se", loo.se());
    JsonNumbers.put(node, "sampling_error", loo.sampling());
    JsonNumbers.put(node, "monte_carlo_error", loo.monteCarlo());
    JsonNumbers.put(node, "p_loo", loo.complexity());
    JsonNumbers.put(node, "p_loo_se", loo.complexitySe());
    JsonNumbers.put(node, "pareto_k_limit", loo.limit());
    return node.put("pareto_k_above", loo.unsure());
  }
}
