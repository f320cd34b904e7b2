package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a program sees that keeps the command running. */
class ServeTest {
  @TempDir Path folder;

  @Test
  void commands_are_answered_one_after_another_with_progress_and_errors() {
    Path data = Cli.people(folder, 60);
    Path fit = folder.resolve("fit");
    List<JsonNode> answers =
        serve(
            request(
                "fit", data, "--target", "bought", "--out", fit, "--progress", "json", "--json"),
            request("summary", fit, "--json"),
            request("summary", folder.resolve("nothing")),
            "not json");
    List<JsonNode> ends = answers.stream().filter(node -> node.has("exit")).toList();
    assertThat(ends).extracting(node -> node.path("exit").asInt()).containsExactly(0, 0, 1, 2);
    JsonNode summary = JsonMapper.shared().readTree(ends.get(0).path("out").asString());
    assertThat(summary.path("summary"))
        .isEqualTo(
            JsonMapper.shared().readTree(ends.get(1).path("out").asString()).path("summary"));
    List<String> errors = errors(answers);
    List<JsonNode> events =
        errors.stream()
            .filter(line -> line.startsWith("{"))
            .map(line -> JsonMapper.shared().readTree(line))
            .toList();
    assertThat(events)
        .extracting(node -> node.path("event").asString())
        .contains("stage", "remark", "steps");
    assertThat(errors)
        .filteredOn(line -> !line.startsWith("{"))
        .hasSize(2)
        .allMatch(line -> line.startsWith("perrin: "));
  }

  @Test
  void silence_ends_it() {
    InputStream before = System.in;
    try {
      System.setIn(InputStream.nullInputStream());
      assertThat(Cli.run("serve", "--idle", "50ms")).isEqualTo(new Cli(0, "", ""));
    } finally {
      System.setIn(before);
    }
  }

  private static List<String> errors(List<JsonNode> answers) {
    return answers.stream()
        .filter(node -> node.has("err"))
        .map(node -> node.path("err").asString())
        .toList();
  }

  private static String request(Object... words) {
    var node = JsonMapper.shared().createObjectNode();
    var array = node.putArray("args");
    for (Object word : words) {
      array.add(word.toString());
    }
    return node.toString();
  }

  private static List<JsonNode> serve(String... requests) {
    InputStream before = System.in;
    try {
      byte[] lines = (String.join("\n", requests) + "\n").getBytes(StandardCharsets.UTF_8);
      System.setIn(new ByteArrayInputStream(lines));
      List<JsonNode> answers = new ArrayList<>();
      Cli.run("serve").out().lines().map(JsonMapper.shared()::readTree).forEach(answers::add);
      return answers;
    } finally {
      System.setIn(before);
    }
  }
}
