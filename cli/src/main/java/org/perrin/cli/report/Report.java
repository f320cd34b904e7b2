package org.perrin.cli.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.perrin.posterior.Check;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A fit as one page that needs nothing else: style, script, the charting library and the data stand
 * in it. Names come from untrusted data, so they travel as JSON in which no tag can begin, and the
 * script puts them on the page as text. Should one get through all the same, the page's policy lets
 * it load nothing, and run no script but the two that are in it, by their digests.
 */
public final class Report {
  private static final String CHARTS =
      "/META-INF/resources/webjars/echarts/5.3.1/dist/echarts.min.js";

  /** A megabyte takes Java long to digest before it is warm. */
  private static final String CHARTS_DIGEST =
      "'sha256-up/VQ00XWfwfCN9hDtxDmZk9PgDVs83dQvTPRnWK0p4='";

  private static final String DATA = "<script type=\"application/json\" id=\"data\">";
  private static final List<String> PARTS =
      List.of(
          "page",
          "head",
          "forest",
          "effects",
          "groups",
          "table",
          "parameter",
          "pair",
          "model",
          "sampling",
          "start");

  private Report() {}

  /** The page of data that are JSON, in UTF-8. */
  static byte[] of(String json) {
    return joined(List.of(Frame.BEFORE, utf8(inScript(json)), Frame.AFTER));
  }

  private static byte[] joined(List<byte[]> parts) {
    byte[] all = new byte[parts.stream().mapToInt(part -> part.length).sum()];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A page that was made, with what a check of its fit found; as it is if it is no such page. */
  public static String checked(String html, Check check) {
    int from = html.indexOf(DATA) + DATA.length();
    int to = html.indexOf("</script>", from);
    if (from < DATA.length() || to < 0) {
      return html;
    }
    try {
      JsonNode data = JsonMapper.shared().readTree(html.substring(from, to));
      CheckedVerdict.put(data.path("verdict"), check);
      return html.substring(0, from) + inScript(data.toString()) + html.substring(to);
    } catch (JacksonException e) {
      return html;
    }
  }

  /** JSON that can stand in a script element: nothing in it can end the element. */
  static String inScript(String json) {
    return json.replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  private static String script(String source) {
    return source.replace("</script", "<\\/script");
  }

  private static String digest(byte[] script) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(script);
      return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A text with the line ends that browsers see. */
  private static String resource(String name) {
    return new String(bytes(name), StandardCharsets.UTF_8).replace("\r\n", "\n");
  }

  private static byte[] bytes(String name) {
    try (InputStream in = Report.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the program is incomplete: " + name + " is missing");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What stands around the data: the same for every fit, so made once in a process. The charting
   * library is never a text, which would take two bytes a character.
   */
  private static final class Frame {
    private static final String HOLE = "{{data}}";
    private static final byte[] BEFORE;
    private static final byte[] AFTER;

    static {
      byte[] script =
          utf8(
              script(
                  PARTS.stream()
                      .map(part -> resource(part + ".js"))
                      .collect(
                          Collectors.joining("\n", "'use strict';\n(() => {\n", "\n})();\n"))));
      Map<String, byte[]> texts =
          Map.of(
              "{{policy}}",
              utf8(CHARTS_DIGEST + " " + digest(script)),
              "{{style}}",
              utf8(resource("report.css")),
              "{{charts}}",
              bytes(CHARTS),
              "{{script}}",
              script);
      String page = resource("report.html");
      int hole = page.indexOf(HOLE);
      BEFORE = filled(page.substring(0, hole), texts);
      AFTER = filled(page.substring(hole + HOLE.length()), texts);
    }

    /** The page with the texts in their places; it is read once, what is put in is not. */
    private static byte[] filled(String page, Map<String, byte[]> texts) {
      List<byte[]> parts = new ArrayList<>();
      int at = 0;
      for (int from = page.indexOf("{{"); from >= 0; from = page.indexOf("{{", at)) {
        int to = page.indexOf("}}", from) + 2;
        parts.add(utf8(page.substring(at, from)));
        parts.add(texts.get(page.substring(from, to)));
        at = to;
      }
      parts.add(utf8(page.substring(at)));
      return joined(parts);
    }
  }
}
