package org.perrin.bench.paper;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an experiment leaves behind.
 *
 * @param id its name on the command line
 * @param title one line
 * @param caption what is drawn, with which settings
 * @param panels the plots
 * @param claims what the paper says of it, measured
 * @param notes where the reader must be careful: stand-in data, thinning, chains that diverged
 * @param tables what is better read than drawn
 * @param seconds times by name, kept apart from what can be repeated
 */
record Figure(
    String id,
    String title,
    String caption,
    List<Panel> panels,
    List<PaperClaim> claims,
    List<String> notes,
    List<Table> tables,
    SortedMap<String, Double> seconds) {
  /** The name of the time that a figure took. */
  static final String IN_ALL = "in all";

  /**
   * Words and numbers.
   *
   * @param id name of its file
   * @param title above it
   * @param rows the head first
   * @param timed whether it shows seconds
   */
  record Table(String id, String title, List<List<String>> rows, boolean timed) {}

  /** Copies what could change. */
  Figure {
    panels = List.copyOf(panels);
    claims = List.copyOf(claims);
    notes = List.copyOf(notes);
    tables = List.copyOf(tables);
    seconds = new TreeMap<>(seconds);
  }

  /** Without tables. */
  Figure(
      String id,
      String title,
      String caption,
      List<Panel> panels,
      List<PaperClaim> claims,
      List<String> notes,
      SortedMap<String, Double> seconds) {
    this(id, title, caption, panels, claims, notes, List.of(), seconds);
  }

  /** With the time that it took in all. */
  Figure took(double total) {
    var times = new TreeMap<>(seconds);
    times.put(IN_ALL, total);
    return new Figure(id, title, caption, panels, claims, notes, tables, times);
  }
}
