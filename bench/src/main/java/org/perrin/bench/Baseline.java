package org.perrin.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Ratios of a run, kept in a file to compare later runs with: never absolute times, which say more
 * about the machine than about the code.
 */
public final class Baseline {
  private static final double SLACK = 0.15;

  private record Entry(double value, boolean moreIsBetter) {}

  private final Map<String, Entry> entries = new LinkedHashMap<>();

  /** Adds a ratio. */
  void put(String name, double value, boolean moreIsBetter) {
    entries.put(name, new Entry(value, moreIsBetter));
  }

  /** Writes one line a ratio: value, direction, name. */
  public void write(Path file) {
    List<String> lines = new ArrayList<>();
    lines.add("# ratios within one run of perrin bench speed; up: more is better");
    entries.forEach(
        (name, entry) ->
            lines.add(
                String.format(
                    Locale.ROOT,
                    "%.4g %s %s",
                    entry.value(),
                    entry.moreIsBetter() ? "up" : "down",
                    name)));
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is worse than in {@code file} by more than 15 %, or missing, a line each. */
  public List<String> regressions(Path file) {
    List<String> worse = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(file)) {
        String[] parts = line.split(" ", 3);
        if (line.startsWith("#") || parts.length < 3) {
          continue;
        }
        if (!entries.containsKey(parts[2])) {
          worse.add(parts[2] + ": not measured in this run");
          continue;
        }
        double before = Double.parseDouble(parts[0]);
        Entry now = entries.get(parts[2]);
        double change = now.moreIsBetter() ? before / now.value() - 1 : now.value() / before - 1;
        if (change > SLACK) {
          worse.add(
              String.format(
                  Locale.ROOT,
                  "%s: %.3g, was %.3g (%.0f %% worse)",
                  parts[2],
                  now.value(),
                  before,
                  100 * change));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return worse;
  }
}
