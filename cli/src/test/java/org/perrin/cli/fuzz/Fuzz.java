package org.perrin.cli.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Runs a target on many inputs, each made from a seed of its own, so that one number repeats a
 * failure. An input may be taken, or refused by one of the documented exceptions in one line;
 * anything else fails, and so do {@value #SECONDS} seconds or {@value #MEGABYTES} MB for one input.
 *
 * <p>{@code -Dperrin.fuzz=1000000} sets the inputs of all targets together; {@code
 * -Dperrin.fuzz.seed=…} begins elsewhere.
 */
public final class Fuzz {
  private static final int SECONDS = 20;
  private static final int MEGABYTES = 256;
  private static final int ALL = Integer.getInteger("perrin.fuzz", 12_000);
  private static final long FIRST = Long.getLong("perrin.fuzz.seed", 2210);
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Set<Class<? extends RuntimeException>> documented;
  private final Consumer<SplittableRandom> target;
  private volatile long seed;
  private volatile long began = System.nanoTime();
  private int refused;

  private Fuzz(
      Set<Class<? extends RuntimeException>> documented, Consumer<SplittableRandom> target) {
    this.documented = documented;
    this.target = target;
  }

  /** Gives a target its share, in percent, of all inputs; some of them must have been refused. */
  public static void share(
      int percent,
      Set<Class<? extends RuntimeException>> documented,
      Consumer<SplittableRandom> target) {
    new Fuzz(documented, target).run((int) ((long) ALL * percent / 100));
  }

  private void run(int inputs) {
    var done = new CompletableFuture<Void>();
    Thread worker =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    all(inputs);
                    done.complete(null);
                  } catch (Throwable e) {
                    done.completeExceptionally(e);
                  }
                });
    watch(worker, done);
    System.out.printf("fuzz: %,d inputs, %,d refused%n", inputs, refused);
    assertThat(refused).as("inputs refused").isPositive();
  }

  private void all(int inputs) {
    for (int i = 0; i < inputs; i++) {
      seed = FIRST + i;
      began = System.nanoTime();
      long before = THREADS.getCurrentThreadAllocatedBytes();
      one();
      long used = (THREADS.getCurrentThreadAllocatedBytes() - before) >> 20;
      assertThat(used).as("megabytes for -Dperrin.fuzz.seed=%d", seed).isLessThan(MEGABYTES);
    }
  }

  private void one() {
    try {
      target.accept(new SplittableRandom(seed));
    } catch (RuntimeException | Error e) {
      if (e instanceof AssertionError || !documented.contains(e.getClass())) {
        throw new AssertionError("-Dperrin.fuzz.seed=" + seed, e);
      }
      refused++;
      assertThat(e.getMessage()).as("seed %d", seed).isNotBlank().doesNotContain("\n");
    }
  }

  /** A target that hangs cannot be stopped, but it is reported where. */
  private void watch(Thread worker, CompletableFuture<Void> done) {
    while (true) {
      try {
        done.get(1, TimeUnit.SECONDS);
        return;
      } catch (TimeoutException e) {
        if (System.nanoTime() - began > TimeUnit.SECONDS.toNanos(SECONDS)) {
          var hang = new AssertionError("it hangs: -Dperrin.fuzz.seed=" + seed);
          hang.setStackTrace(worker.getStackTrace());
          throw hang;
        }
      } catch (ExecutionException e) {
        fail(e.getCause());
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
