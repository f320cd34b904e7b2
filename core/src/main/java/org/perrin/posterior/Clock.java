package org.perrin.posterior;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Notifies the watcher of stages and keeps the time of each. */
final class Clock {
  private final Watcher watcher;
  private final Map<String, Double> seconds = new LinkedHashMap<>();

  Clock(Watcher watcher) {
    this.watcher = watcher;
  }

  <T> T time(String stage, Supplier<T> work) {
    watcher.stage(stage);
    long start = System.nanoTime();
    T result = work.get();
    seconds.merge(stage, (System.nanoTime() - start) / 1e9, Double::sum);
    return result;
  }

  Map<String, Double> seconds() {
    return seconds;
  }
}
