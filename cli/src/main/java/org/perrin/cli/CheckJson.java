package org.perrin.cli;

import java.util.Locale;
import org.perrin.io.JsonNumbers;
import org.perrin.posterior.Check;
import org.perrin.posterior.Check.Bias;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A check as JSON: the verdict, and an object for each parameter. */
final class CheckJson {
  private CheckJson() {}

  static ObjectNode of(Check check) {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    root.put("verdict", word(check.finding())).put("worst", check.worst().orElse(null));
    root.put("gradients", check.gradients());
    JsonNumbers.put(root, "ksd", check.ksd());
    ArrayNode array = root.putArray("parameters");
    for (Check.ParameterBias verdict : check.verdicts()) {
      ObjectNode node = array.addObject().put("name", verdict.name());
      JsonNumbers.put(node, "mean_shift", verdict.meanShift());
      JsonNumbers.put(node, "mean_error", verdict.meanError());
      JsonNumbers.put(node, "sd_ratio", verdict.sdRatio());
      JsonNumbers.put(node, "sd_error", verdict.sdError());
      node.put("finding", word(verdict.finding()));
    }
    return root;
  }

  private static String word(Bias finding) {
    return finding.name().toLowerCase(Locale.ROOT);
  }
}
