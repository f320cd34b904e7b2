package org.perrin.bench.paper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The folder of a figure: a CSV file, a PNG and an SVG for each panel, {@code claims.csv}, and
 * {@code about.txt} with what the page says of it. Numbers that depend on the clock are in files
 * that end in {@code .seconds.txt}, so that all CSV files of two runs with one seed are the same.
 * The folder appears under its name when it is complete, and is then not made again.
 */
final class FigureFiles {
  private static final String HEAD = "curve,x,mean,spread";
  static final String CLAIMS_HEAD = "figure,claim,measured,threshold,holds";

  private FigureFiles() {}

  static boolean complete(Path folder) {
    return Files.isReadable(folder.resolve("claims.csv"));
  }

  /** Whether the folder is complete and was made with the same settings. */
  static boolean complete(Path folder, String stamp) {
    return complete(folder) && about(folder, "made with").equals(List.of(stamp));
  }

  static void write(Figure figure, String stamp, Path folder) {
    try {
      Path part = folder.resolveSibling("." + folder.getFileName() + ".part");
      delete(part);
      Files.createDirectories(part);
      for (Panel panel : figure.panels()) {
        String ending = panel.timed() ? ".seconds.txt" : ".csv";
        Files.write(part.resolve(panel.id() + ending), lines(panel));
        Charts.write(panel, part.resolve(panel.id()));
      }
      for (Figure.Table table : figure.tables()) {
        String ending = table.timed() ? ".seconds.txt" : ".csv";
        Files.write(part.resolve(table.id() + ending), lines(table));
      }
      Files.write(part.resolve("about.txt"), about(figure, stamp));
      Files.write(part.resolve("times.seconds.txt"), times(figure));
      Files.write(part.resolve("claims.csv"), claims(figure, false));
      Files.write(part.resolve("claims.seconds.txt"), claims(figure, true));
      delete(folder);
      Files.move(part, folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lines(Panel panel) {
    List<String> lines = new ArrayList<>(List.of(HEAD));
    for (Curve curve : panel.curves()) {
      for (int k = 0; k < curve.x().length; k++) {
        lines.add(
            "%s,%s,%s,%s"
                .formatted(quoted(curve.name()), curve.x()[k], curve.mean()[k], curve.spread()[k]));
      }
    }
    return lines;
  }

  private static List<String> lines(Figure.Table table) {
    return table.rows().stream()
        .map(row -> String.join(",", row.stream().map(FigureFiles::quoted).toList()))
        .toList();
  }

  /** The rows of a table of a finished figure, the head first. */
  static List<List<String>> table(Path folder, String file) {
    return read(folder.resolve(file)).stream().map(FigureFiles::cells).toList();
  }

  private static List<String> claims(Figure figure, boolean timed) {
    List<String> lines = new ArrayList<>(List.of(CLAIMS_HEAD));
    figure.claims().stream()
        .filter(claim -> claim.timed() == timed)
        .forEach(claim -> lines.add(line(claim)));
    return lines;
  }

  private static String line(PaperClaim claim) {
    return "%s,%s,%s,%s,%s"
        .formatted(
            claim.figure(),
            quoted(claim.text()),
            PaperClaim.number(claim.measured()),
            quoted(claim.threshold()),
            claim.holds() ? "yes" : "no");
  }

  private static String quoted(String text) {
    return text.contains(",") || text.contains("\"")
        ? "\"" + text.replace("\"", "\"\"") + "\""
        : text;
  }

  /** Settings, title, caption, notes; then tables and panels with their titles. */
  private static List<String> about(Figure figure, String stamp) {
    List<String> lines = new ArrayList<>();
    lines.add("made with\t" + stamp);
    lines.add("title\t" + figure.title());
    lines.add("caption\t" + figure.caption());
    figure.notes().forEach(note -> lines.add("note\t" + note));
    for (Figure.Table table : figure.tables()) {
      String file = table.id() + (table.timed() ? ".seconds.txt" : ".csv");
      lines.add("table\t" + file + "\t" + table.title());
    }
    figure.panels().forEach(panel -> lines.add("panel\t" + panel.id() + "\t" + panel.title()));
    return lines;
  }

  private static List<String> times(Figure figure) {
    List<String> lines = new ArrayList<>();
    figure.seconds().forEach((name, seconds) -> lines.add(name + "\t" + seconds));
    return lines;
  }

  /** The times of a finished figure. */
  static Map<String, Double> times(Path folder) {
    Map<String, Double> times = new TreeMap<>();
    for (String line : read(folder.resolve("times.seconds.txt"))) {
      String[] parts = line.split("\t");
      times.put(parts[0], Double.valueOf(parts[1]));
    }
    return times;
  }

  /** What {@code about.txt} says under a word. */
  static List<String> about(Path folder, String word) {
    return read(folder.resolve("about.txt")).stream()
        .filter(line -> line.startsWith(word + "\t"))
        .map(line -> line.substring(word.length() + 1))
        .toList();
  }

  /** The claims of a finished figure that can be repeated, as lines of a CSV file. */
  static List<String> claimLines(Path folder) {
    return read(folder.resolve("claims.csv")).stream().skip(1).toList();
  }

  /** The rows of the claims of a finished figure: those to repeat, then those about seconds. */
  static List<List<String>> claims(Path folder) {
    return Stream.of("claims.csv", "claims.seconds.txt")
        .flatMap(file -> read(folder.resolve(file)).stream().skip(1))
        .map(FigureFiles::cells)
        .toList();
  }

  /** The curves of a panel of a finished figure. */
  static List<Curve> curves(Path folder, String panel) {
    Map<String, List<double[]>> rows = new LinkedHashMap<>();
    for (String line : read(folder.resolve(panel + ".csv")).stream().skip(1).toList()) {
      List<String> cells = cells(line);
      double[] numbers = cells.stream().skip(1).mapToDouble(Double::parseDouble).toArray();
      rows.computeIfAbsent(cells.getFirst(), name -> new ArrayList<>()).add(numbers);
    }
    return rows.entrySet().stream()
        .map(e -> curve(e.getKey(), e.getValue().toArray(double[][]::new)))
        .toList();
  }

  private static Curve curve(String name, double[][] rows) {
    double[][] columns = new double[3][rows.length];
    for (int k = 0; k < rows.length; k++) {
      for (int c = 0; c < 3; c++) {
        columns[c][k] = rows[k][c];
      }
    }
    return new Curve(name, columns[0], columns[1], columns[2], false);
  }

  /** The cells of a line that {@link #write} wrote. */
  static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    var cell = new StringBuilder();
    boolean inside = false;
    for (int k = 0; k < line.length(); k++) {
      char c = line.charAt(k);
      if (c == '"' && inside && k + 1 < line.length() && line.charAt(k + 1) == '"') {
        cell.append('"');
        k++;
      } else if (c == '"') {
        inside = !inside;
      } else if (c == ',' && !inside) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString());
    return cells;
  }

  private static List<String> read(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes a folder of files. */
  private static void delete(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
