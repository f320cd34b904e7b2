package org.perrin.cli.report;

import org.perrin.diagnostics.Summary;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A summary as JSON: an object for each parameter, null for what is not a number. */
public final class SummaryJson {
  private SummaryJson() {}

  /** The rows. */
  public static ArrayNode of(Summary summary) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (Summary.Row row : summary.rows()) {
      ObjectNode node = array.addObject().put("name", row.name());
      put(node, "mean", row.mean());
      put(node, "sd", row.sd());
      put(node, "mcse_mean", row.mcseMean());
      put(node, "q5", row.q5());
      put(node, "q50", row.q50());
      put(node, "q95", row.q95());
      put(node, "ess_bulk", row.essBulk());
      put(node, "ess_tail", row.essTail());
      put(node, "rhat", row.rhat());
    }
    return array;
  }

  /** A number, null if it is none. */
  public static void put(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    } else {
      node.putNull(name);
    }
  }
}
