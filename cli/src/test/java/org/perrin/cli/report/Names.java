package org.perrin.cli.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.perrin.cli.Main;

/** Column names that strangers might send, and a fit of a table that has them. */
final class Names {
  static final List<String> HOSTILE =
      List.of(
          "<script>alert(1)</script>",
          "\"'&",
          "=cmd|' /C calc'!A0",
          "</script><img src=x onerror=alert(2)>",
          "a name that does not end ".repeat(12).strip(),
          "عمر العميل",
          "🦄👩‍👩‍👧",
          "{{data}} ${7*7} %s",
          "__proto__");
  static final String TARGET = "<b onclick=alert(3)>y</b>";

  private Names() {}

  /** The report of a fit of 600 rows in which only the second column matters. */
  static Path report(Path folder) {
    Path csv = folder.resolve("hostile.csv");
    Path out = folder.resolve("hostile");
    try {
      Files.writeString(csv, table(new Random(2210)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var err = new StringWriter();
    int code =
        Main.run(
            new PrintWriter(new StringWriter()),
            new PrintWriter(err),
            "fit",
            csv.toString(),
            "--target",
            TARGET,
            "--draws",
            "200",
            "--chains",
            "2",
            "--quiet",
            "--out",
            out.toString());
    if (code != 0) {
      throw new AssertionError(err.toString());
    }
    return out.resolve("report.html");
  }

  private static String table(Random random) {
    var text = new StringBuilder();
    text.append(HOSTILE.stream().map(Names::quoted).collect(Collectors.joining(",")));
    text.append(',').append(quoted(TARGET)).append('\n');
    for (int i = 0; i < 600; i++) {
      double[] x = random.doubles(HOSTILE.size(), -2, 2).toArray();
      for (double value : x) {
        text.append(value).append(',');
      }
      text.append(random.nextDouble() < 1 / (1 + Math.exp(-x[1])) ? "yes" : "no").append('\n');
    }
    return text.toString();
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
