package org.perrin.cli.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.perrin.cli.fit.Fit;

/**
 * A fit as one page that needs nothing else: style, script, the charting library and the data stand
 * in it, and its policy forbids it to load anything. Names come from strangers, so they travel as
 * JSON in which no tag can begin, and the script puts them on the page as text.
 *
 * @param html the page
 */
public record Report(String html) {
  private static final String CHARTS =
      "/META-INF/resources/webjars/echarts/5.3.1/dist/echarts.min.js";

  /** The page of a fit. */
  public static Report of(Fit fit) {
    String page =
        resource("report.html")
            .replace("{{style}}", resource("report.css"))
            .replace("{{charts}}", script(resource(CHARTS)))
            .replace("{{script}}", script(resource("report.js")));
    return new Report(page.replace("{{data}}", inScript(ReportData.of(fit).toString())));
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

  private static String resource(String name) {
    try (InputStream in = Report.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the program is incomplete: " + name + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
