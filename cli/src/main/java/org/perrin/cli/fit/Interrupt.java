package org.perrin.cli.fit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ctrl-C: asks the run to stop, and keeps Java alive until its result is written. */
public final class Interrupt implements AutoCloseable {
  private static final long MOST_SECONDS = 60;

  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::ask, "interrupt");
  private volatile boolean asked;

  /** Listens until it is closed. */
  public Interrupt() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void ask() {
    asked = true;
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
