package org.perrin.cli.report;

import org.perrin.diagnostics.Summary;
import org.perrin.io.JsonNumbers;
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
      JsonNumbers.put(node, "mean", row.mean());
      JsonNumbers.put(node, "sd", row.sd());
      JsonNumbers.put(node, "mcse_mean", row.mcseMean());
      JsonNumbers.put(node, "q5", row.q5());
      JsonNumbers.put(node, "q50", row.q50());
      JsonNumbers.put(node, "q95", row.q95());
      JsonNumbers.put(node, "ess_bulk", row.essBulk());
      JsonNumbers.put(node, "ess_tail", row.essTail());
      JsonNumbers.put(node, "rhat", row.rhat());
    }
    return array;
  }
}
