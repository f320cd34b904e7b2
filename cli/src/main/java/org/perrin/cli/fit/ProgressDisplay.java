package org.perrin.cli.fit;

import java.io.PrintWriter;
import java.util.Locale;
import org.perrin.cli.console.Terminal;
import org.perrin.cli.console.TextLayout;
import org.perrin.io.MessageText;
import org.perrin.regression.PreparedFit;
import org.perrin.sampler.Run;

/**
 * Shows the progress of a run: a live line for each chain on a terminal, else a plain line every
 * few seconds. Effective draws and R-hat are those of a few coordinates, the worst of them shown.
 */
public class ProgressDisplay implements PreparedFit.Listener {
  private static final long LIVE_NANOS = 200_000_000L;
  private static final long PLAIN_NANOS = 5_000_000_000L;
  private static final int MOST_BAR = 20;

  /** More lines than a terminal has could not be taken away. */
  private static final int MOST_CHAINS = 8;

  private final PrintWriter err;
  private final boolean live;
  private final int width;
  private final StageProfile profile = new StageProfile();
  private long started;
  private long firstSteps = -1;
  private long shown = System.nanoTime();
  private int lines;

  /** Writes to {@code err}; null to write nothing. */
  public ProgressDisplay(PrintWriter err, boolean live) {
    this(err, live, Terminal.errWidth());
  }

  /** The same on a terminal that wide: a live line that wrapped could not be taken away. */
  ProgressDisplay(PrintWriter err, boolean live, int width) {
    this.err = err;
    this.live = live;
    this.width = width;
  }

  @Override
  public synchronized void stage(String name) {
    profile.stage(name);
    firstSteps = -1;
    if (err != null && live) {
      clear();
      err.print("\r\u001b[K" + TextLayout.cut(name, width - 3) + " …");
      err.flush();
    }
  }

  /** Where the time went until now. */
  public StageProfile profile() {
    return profile;
  }

  @Override
  public synchronized void remark(String text) {
    if (err != null) {
      clear();
      err.println(
          live ? TextLayout.wrap(MessageText.line(text), width - 1) : MessageText.line(text));
      err.flush();
    }
  }

  /** Between blocks of steps. */
  public synchronized void block(Run run) {
    long now = System.nanoTime();
    if (firstSteps < 0) {
      started = now;
      firstSteps = run.steps(0);
    }
    if (err == null || now - shown < (live ? LIVE_NANOS : PLAIN_NANOS)) {
      return;
    }
    shown = now;
    String mixing = Mixing.of(run.draws()).text();
    if (live) {
      clear();
      int chains = Math.min(MOST_CHAINS, run.chains().size());
      for (int c = 0; c < chains; c++) {
        err.println(chainLine(run, c));
      }
      err.println(TextLayout.cut(left(run, now).replaceFirst("^, ", "") + mixing, width - 1));
      lines = chains + 1;
    } else {
      err.println(
          "%3.0f %% of %s steps a chain, %s rows read%s%s"
              .formatted(
                  100.0 * run.steps(0) / run.stepsPlanned(),
                  MessageText.count(run.stepsPlanned()),
                  MessageText.count(run.rowsRead()),
                  mixing,
                  left(run, now)));
    }
    err.flush();
  }

  private String chainLine(Run run, int c) {
    String done =
        "step %s of %s  %s rows"
            .formatted(
                MessageText.count(run.steps(c)),
                MessageText.count(run.stepsPlanned()),
                shortCount(run.chains().get(c).rowsRead()));
    String name = "chain %d  ".formatted(c + 1);
    int bar = Math.clamp(width - 3 - name.length() - done.length(), 0, MOST_BAR);
    int full = (int) Math.round(bar * (double) run.steps(c) / run.stepsPlanned());
    return TextLayout.cut(
        "%s%s%s  %s".formatted(name, "█".repeat(full), "░".repeat(bar - full), done), width - 1);
  }

  private String left(Run run, long now) {
    long made = run.steps(0) - firstSteps;
    if (made <= 0) {
      return "";
    }
    double seconds = (now - started) / 1e9 * (run.stepsPlanned() - run.steps(0)) / made;
    return String.format(Locale.ROOT, ", %.0f s left", seconds);
  }

  private static String shortCount(long n) {
    return n >= 1_000_000
        ? String.format(Locale.ROOT, "%.1f M", n / 1e6)
        : String.format(Locale.ROOT, "%.0f k", n / 1e3);
  }

  /** Takes the live lines away. */
  public synchronized void clear() {
    if (err != null && live) {
      err.print("\r\u001b[K");
      for (; lines > 0; lines--) {
        err.print("\u001b[A\u001b[2K");
      }
      err.flush();
    }
  }
}
