package org.perrin.cli.fit;

import java.io.PrintWriter;
import java.util.Locale;
import org.perrin.diagnostics.Convergence;
import org.perrin.draws.Draws;
import org.perrin.io.Say;
import org.perrin.sampler.Run;

/**
 * Tells how a run gets on: a live line for each chain on a terminal, else a plain line every few
 * seconds. Effective draws and R-hat are those of a few coordinates, the worst of them shown.
 */
public final class Progress implements Prepared.Listener {
  private static final long LIVE_NANOS = 200_000_000L;
  private static final long PLAIN_NANOS = 5_000_000_000L;
  private static final int COORDINATES = 8;
  private static final int LEAST_DRAWS = 20;

  private final PrintWriter err;
  private final boolean live;
  private long begun;
  private long firstSteps = -1;
  private long shown = System.nanoTime();
  private int lines;

  /** Tells {@code err}; null to tell nothing. */
  public Progress(PrintWriter err, boolean live) {
    this.err = err;
    this.live = live;
  }

  @Override
  public void stage(String name) {
    if (err != null && live) {
      clear();
      err.print("\r\u001b[K" + name + " …");
      err.flush();
    }
  }

  @Override
  public void remark(String text) {
    if (err != null) {
      clear();
      err.println(Say.line(text));
      err.flush();
    }
  }

  /** Between blocks of steps. */
  public void block(Run run) {
    long now = System.nanoTime();
    if (firstSteps < 0) {
      begun = now;
      firstSteps = run.steps(0);
    }
    if (err == null || now - shown < (live ? LIVE_NANOS : PLAIN_NANOS)) {
      return;
    }
    shown = now;
    String mixing = mixing(run.draws());
    if (live) {
      clear();
      for (int c = 0; c < run.chains().size(); c++) {
        err.println(chainLine(run, c) + (c == 0 ? mixing : ""));
      }
      lines = run.chains().size();
    } else {
      err.println(
          "%3.0f %% of %s steps a chain, %s rows read%s%s"
              .formatted(
                  100.0 * run.steps(0) / run.stepsPlanned(),
                  Say.count(run.stepsPlanned()),
                  Say.count(run.rowsRead()),
                  mixing,
                  left(run, now)));
    }
    err.flush();
  }

  private String chainLine(Run run, int c) {
    double share = (double) run.steps(c) / run.stepsPlanned();
    int full = (int) Math.round(20 * share);
    return "chain %d  %s%s  step %s of %s  %s rows%s"
        .formatted(
            c + 1,
            "█".repeat(full),
            "░".repeat(20 - full),
            Say.count(run.steps(c)),
            Say.count(run.stepsPlanned()),
            shortCount(run.chains().get(c).rowsRead()),
            c == 0 ? left(run, System.nanoTime()) : "");
  }

  private String left(Run run, long now) {
    long made = run.steps(0) - firstSteps;
    if (made <= 0) {
      return "";
    }
    double seconds = (now - begun) / 1e9 * (run.stepsPlanned() - run.steps(0)) / made;
    return String.format(Locale.ROOT, ", %.0f s left", seconds);
  }

  private static String shortCount(long n) {
    return n >= 1_000_000
        ? String.format(Locale.ROOT, "%.1f M", n / 1e6)
        : String.format(Locale.ROOT, "%.0f k", n / 1e3);
  }

  /** The worst of a few coordinates. */
  private static String mixing(Draws draws) {
    int least = draws.chains().stream().mapToInt(Draws.Chain::count).min().orElse(0);
    if (least < LEAST_DRAWS) {
      return "";
    }
    double rhat = 0;
    double ess = Double.POSITIVE_INFINITY;
    int step = Math.max(1, draws.dimension() / COORDINATES);
    for (int k = 0; k < draws.dimension(); k += step) {
      double[][] chains = draws.coordinate(k);
      for (int c = 0; c < chains.length; c++) {
        chains[c] = java.util.Arrays.copyOf(chains[c], least);
      }
      rhat = Math.max(rhat, Convergence.rhat(chains));
      ess = Math.min(ess, Convergence.essBulk(chains));
    }
    return String.format(
        Locale.ROOT, ", %,d draws, %,.0f effective, R-hat %.3f", draws.count(), ess, rhat);
  }

  /** Takes the live lines away. */
  public void clear() {
    if (err != null && live) {
      err.print("\r\u001b[K");
      for (; lines > 0; lines--) {
        err.print("\u001b[A\u001b[2K");
      }
      err.flush();
    }
  }
}
