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
 * @param seconds times by name, kept apart from what can be repeated
 */
record Figure(
    String id,
    String title,
    String caption,
    List<Panel> panels,
    List<Claim> claims,
    List<String> notes,
    SortedMap<String, Double> seconds) {
  /** Copies what could change. */
  Figure {
    panels = List.copyOf(panels);
    claims = List.copyOf(claims);
    notes = List.copyOf(notes);
    seconds = new TreeMap<>(seconds);
  }

  /** The panel called {@code id}. */
  Panel panel(String panelId) {
    return panels.stream().filter(p -> p.id().equals(panelId)).findFirst().orElseThrow();
  }
}
