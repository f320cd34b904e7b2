package org.perrin.cli.report;

import java.util.Arrays;
import org.perrin.io.MessageText;
import org.perrin.posterior.Check;
import org.perrin.posterior.Check.Bias;
import org.perrin.posterior.Trust;
import org.perrin.posterior.Trust.Level;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a check changes in the verdict of a page: the answer on bias, and what follows from it. */
final class CheckedVerdict {
  private static final String QUESTION = "Are the draws biased?";

  private CheckedVerdict() {}

  static void put(JsonNode verdict, Check check) {
    if (!(verdict instanceof ObjectNode node)) {
      return;
    }
    Level level = level(check.finding());
    for (JsonNode finding : node.path("findings")) {
      if (finding instanceof ObjectNode one && one.path("question").asString("").equals(QUESTION)) {
        one.put("level", level.word());
        one.put("answer", level == Level.GOOD ? "No" : level == Level.BAD ? "Yes" : "Unsure");
        one.put("detail", detail(check));
      }
    }
    boolean open = node.path("level").asString("").equals(Level.UNKNOWN.word());
    if (level == Level.BAD) {
      node.put("level", level.word()).put("headline", Trust.headline(level));
      node.put("advice", "Fit with a smaller --tolerance, or with --sampler nuts.");
    } else if (level == Level.GOOD && open) {
      Level whole = worst(node);
      node.put("level", whole.word()).put("headline", Trust.headline(whole));
      node.put("advice", "A check compared the draws with the model: see the questions below.");
    }
  }

  /** The worst of the findings but the last, which is on the model. */
  private static Level worst(ObjectNode verdict) {
    Level worst = Level.GOOD;
    JsonNode findings = verdict.path("findings");
    for (int k = 0; k < findings.size() - 1; k++) {
      String word = findings.get(k).path("level").asString("");
      worst =
          Arrays.stream(Level.values())
              .filter(level -> level.word().equals(word))
              .findFirst()
              .orElse(Level.UNKNOWN)
              .or(worst);
    }
    return worst;
  }

  private static Level level(Bias finding) {
    return switch (finding) {
      case OK -> Level.GOOD;
      case UNSURE -> Level.UNKNOWN;
      case BIASED -> Level.BAD;
    };
  }

  private static String detail(Check check) {
    String by = "perrin check at %s draws: ".formatted(MessageText.count(check.gradients()));
    int all = check.verdicts().size();
    return switch (check.finding()) {
      case OK -> by + "no mean is off by more than 0.1 sd, no sd by more than 5 %.";
      case UNSURE ->
          "%s%s of %s undecided."
              .formatted(
                  by,
                  MessageText.count(check.count(Bias.UNSURE), "parameter"),
                  MessageText.count(all));
      case BIASED ->
          "%s%s of %s biased; %s."
              .formatted(
                  by,
                  MessageText.count(check.found().size(), "parameter"),
                  MessageText.count(all),
                  check.worst().orElseThrow());
    };
  }
}
