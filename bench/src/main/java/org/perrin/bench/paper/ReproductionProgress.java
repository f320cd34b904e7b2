package org.perrin.bench.paper;

import java.util.Locale;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.Consumer;

/** A line now and then: the figure at work, its share done, the time left for all. */
final class ReproductionProgress {
  private static final long INTERVAL_NANOS = 5_000_000_000L;

  private final Consumer<String> line;
  private final double total;
  private final long started = System.nanoTime();
  private final DoubleAdder inFigure = new DoubleAdder();
  private double before;
  private double skipped;
  private double expected;
  private String figure = "";
  private long shown;

  /** For work of {@code total} in all. */
  ReproductionProgress(double total, Consumer<String> line) {
    this.total = total;
    this.line = line;
  }

  /** A figure begins, of which {@code work} is expected. */
  synchronized void figure(String id, double work) {
    figure = id;
    expected = work;
    inFigure.reset();
  }

  /** The figure at work is done, or was there already. */
  synchronized void finished(boolean made) {
    before += expected;
    skipped += made ? 0 : expected;
    inFigure.reset();
    expected = 0;
  }

  /** Some of the work is done; from any thread. */
  void add(double work) {
    inFigure.add(work);
    report();
  }

  /** A remark for good. */
  void remark(String text) {
    line.accept(text);
  }

  private synchronized void report() {
    long now = System.nanoTime();
    if (now - shown < INTERVAL_NANOS) {
      return;
    }
    shown = now;
    double share = Math.min(0.99, inFigure.sum() / expected);
    double done = before - skipped + share * expected;
    double seconds = (now - started) / 1e9;
    String left = done <= 0 ? "" : left(seconds * (total - before - share * expected) / done);
    line.accept(
        String.format(
            Locale.ROOT,
            "figure %s: %.0f %%; all: %.0f %%, %.0f s so far%s",
            figure,
            100 * share,
            100 * (before + share * expected) / total,
            seconds,
            left));
  }

  private static String left(double seconds) {
    return seconds < 100
        ? String.format(Locale.ROOT, ", about %.0f s left", Math.max(0, seconds))
        : String.format(Locale.ROOT, ", about %.0f min left", seconds / 60);
  }
}
