package org.perrin.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {
  private static final Pattern SCRIPT =
      Pattern.compile("<script([^>]*)>(.*?)</script>", Pattern.DOTALL);
  private static String html;

  @BeforeAll
  static void fit(@TempDir Path folder) throws IOException {
    html = Files.readString(Names.report(folder));
  }

  @Test
  void names_travel_as_json_in_which_no_tag_begins() {
    String data = scripts().getFirst();
    assertThat(data).doesNotContain("<", ">", "&");
    JsonNode json = JsonMapper.shared().readTree(data);
    assertThat(json.path("target").stringValue()).isEqualTo(Names.TARGET);
    List<String> names =
        json.path("summary").valueStream().map(row -> row.path("name").stringValue()).toList();
    assertThat(names).containsAll(Names.HOSTILE);
  }

  @Test
  void names_stand_nowhere_else() {
    String around = html.replace(scripts().getFirst(), "");
    assertThat(around).doesNotContain("alert(", "onerror=alert", "calc'!A0", "عمر");
  }

  @Test
  void only_the_two_scripts_of_the_page_may_run() throws Exception {
    List<String> scripts = scripts();
    assertThat(scripts).hasSize(3);
    assertThat(html).contains("default-src 'none'; script-src 'sha256-");
    for (String script : scripts.subList(1, 3)) {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      assertThat(html).contains("'sha256-" + Base64.getEncoder().encodeToString(hash) + "'");
    }
  }

  @Test
  void nothing_is_loaded() {
    String markup = SCRIPT.matcher(html).replaceAll("");
    assertThat(markup).doesNotContainPattern("(?i)\\b(src|srcset|action)\\s*=");
    assertThat(markup).doesNotContainPattern("(?i)href=\"(?!#|data:)");
    assertThat(markup).doesNotContain("url(", "@import", "//");
  }

  @Test
  void json_in_script_keeps_its_meaning() {
    String nasty = "</script><!--<script>\u2028\u2029&amp;";
    String json = JsonMapper.shared().writeValueAsString(nasty);
    String safe = Report.inScript(json);
    assertThat(safe).doesNotContain("<", ">", "&", "\u2028", "\u2029");
    assertThat(JsonMapper.shared().readValue(safe, String.class)).isEqualTo(nasty);
  }

  private static List<String> scripts() {
    return SCRIPT.matcher(html).results().map(match -> match.group(2)).toList();
  }

  @Test
  void data_are_read_by_the_browser_as_text_only() {
    Matcher first = SCRIPT.matcher(html);
    assertThat(first.find()).isTrue();
    assertThat(first.group(1)).contains("type=\"application/json\"");
  }
}
