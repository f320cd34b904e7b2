package org.perrin.bench.paper;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** One page with all figures, captions and claims; it needs nothing but the folders next to it. */
final class IndexPage {
  private static final String STYLE =
      """
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; \
      padding: 0 1rem; color: #222; }
      h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 3rem; }
      img { max-width: 100%; height: auto; }
      table { border-collapse: collapse; margin: 1rem 0; }
      th, td { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #ddd; \
      vertical-align: top; }
      td.n { font-variant-numeric: tabular-nums; white-space: nowrap; }
      .no { color: #b00020; font-weight: 600; } .note { background: #fff3cd; padding: .4rem .8rem; }
      nav a { margin-right: .8rem; }
      """;

  private IndexPage() {}

  static String of(List<Path> folders, ReproductionSettings settings) {
    var page = new StringBuilder();
    page.append(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s</title>"
            .formatted("Preferential subsampling, reproduced"));
    page.append("<meta name=\"viewport\" content=\"width=device-width\"><style>");
    page.append(STYLE).append("</style></head>\n<body>\n");
    page.append("<h1>Preferential subsampling for SGLD, reproduced</h1>\n");
    page.append(
        "<p>The figures of Putcha, Nemeth and Fearnhead (2022, arXiv 2210.16189), made again from"
            + " data, and what they claim as inequalities. Seed %d%s. Bands are two standard"
                .formatted(settings.seed(), settings.quick() ? ", quick settings" : "")
            + " deviations across chains. All curves are in the CSV files next to the plots.</p>\n");
    page.append("<nav>");
    for (Path folder : folders) {
      String id = folder.getFileName().toString();
      page.append("<a href=\"#f%s\">%s</a> ".formatted(id, id));
    }
    page.append("<a href=\"#claims\">claims</a></nav>\n");
    folders.forEach(folder -> figure(page, folder));
    page.append("<h2 id=\"claims\">All claims</h2>\n");
    table(page, folders);
    return page.append("</body></html>\n").toString();
  }

  private static void figure(StringBuilder page, Path folder) {
    String id = folder.getFileName().toString();
    page.append(
        "<h2 id=\"f%s\">%s</h2>\n"
            .formatted(id, escape(FigureFiles.about(folder, "title").getFirst())));
    FigureFiles.about(folder, "note")
        .forEach(note -> page.append("<p class=\"note\">%s</p>\n".formatted(escape(note))));
    for (String panel : FigureFiles.about(folder, "panel")) {
      String[] parts = panel.split("\t");
      page.append(
          "<p><a href=\"%s/%s.svg\"><img src=\"%s/%s.png\" alt=\"%s\" width=\"900\"></a></p>\n"
              .formatted(id, parts[0], id, parts[0], escape(parts[1])));
    }
    for (String table : FigureFiles.about(folder, "table")) {
      String[] parts = table.split("\t");
      page.append("<h3>%s</h3>\n".formatted(escape(parts[1])));
      rows(page, FigureFiles.table(folder, parts[0]));
    }
    page.append("<p>%s</p>\n".formatted(escape(FigureFiles.about(folder, "caption").getFirst())));
    page.append(
        String.format(
            Locale.ROOT,
            "<p>Made in %.0f s.</p>\n",
            FigureFiles.times(folder).getOrDefault(Figure.IN_ALL, 0.0)));
    if (!FigureFiles.claims(folder).isEmpty()) {
      table(page, List.of(folder));
    }
  }

  private static void rows(StringBuilder page, List<List<String>> rows) {
    page.append("<table>\n");
    String tag = "th";
    for (List<String> row : rows) {
      page.append("<tr>");
      for (String cell : row) {
        page.append("<%s>%s</%s>".formatted(tag, escape(cell), tag));
      }
      page.append("</tr>\n");
      tag = "td";
    }
    page.append("</table>\n");
  }

  private static void table(StringBuilder page, List<Path> folders) {
    page.append(
        "<table><tr><th>figure</th><th>claim</th><th>measured</th><th>threshold</th>"
            + "<th>holds</th></tr>\n");
    for (Path folder : folders) {
      for (List<String> cells : FigureFiles.claims(folder)) {
        page.append(
            "<tr><td>%s</td><td>%s</td><td class=\"n\">%s</td><td class=\"n\">%s</td><td class=\"%s\">%s</td></tr>\n"
                .formatted(
                    escape(cells.get(0)),
                    escape(cells.get(1)),
                    escape(cells.get(2)),
                    escape(cells.get(3)),
                    cells.get(4),
                    cells.get(4)));
      }
    }
    page.append("</table>\n");
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
