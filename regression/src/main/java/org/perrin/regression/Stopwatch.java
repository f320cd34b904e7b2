package org.perrin.regression;

import java.util.LinkedHashMap;
import java.util.Map;

/** Measures stages. */
public final class Stopwatch {
  private final Map<String, Double> laps = new LinkedHashMap<>();
  private long last = System.nanoTime();

  /** Started now. */
  public Stopwatch() {}

  /** The stage that ends now. */
  public void lap(String name) {
    long now = System.nanoTime();
    laps.merge(name, (now - last) / 1e9, Double::sum);
    last = now;
  }

  /** Seconds by stage, in order. */
  public Map<String, Double> laps() {
    return laps;
  }
}
