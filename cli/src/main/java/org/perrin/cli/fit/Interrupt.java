package org.perrin.cli.fit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C. Until there is something to keep, Java ends at once: reading, the search for a mode and a
 * step of warm-up can take minutes, and they are not interruptible. From then on the run is asked
 * to stop, and Java is kept alive until its result is written.
 */
public final class Interrupt implements AutoCloseable {
  private static final long MOST_SECONDS = 60;

  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::ask, "interrupt");
  private Runnable leave = () -> {};
  private Runnable stop = () -> {};
  private boolean keeping;
  private volatile boolean asked;

  /** Listens until it is closed. */
  public Interrupt() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** What is done and said if there is nothing to keep, and what if there is. */
  public synchronized void answer(Runnable nothing, Runnable something) {
    this.leave = nothing;
    this.stop = something;
  }

  /** There is something to keep now. */
  public synchronized void keep() {
    keeping = true;
  }

  private void ask() {
    synchronized (this) {
      asked = true;
      (keeping ? stop : leave).run();
      if (!keeping) {
        return;
      }
    }
    try {
      done.await(MOST_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the run is to stop. */
  public boolean asked() {
    return asked;
  }

  @Override
  public void close() {
    done.countDown();
    if (!asked) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // Java is ending already, and the hook with it
      }
    }
  }
}
