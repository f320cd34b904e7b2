package org.perrin.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.perrin.math.Parallel;

/** One thread makes what others wait for. */
class AwaitedTest {
  /** All threads of the common pool wait, and what is made needs one. */
  @RepeatedTest(10)
  @Timeout(60)
  void threads_that_wait_are_replaced() {
    int threads = 1 + ForkJoinPool.getCommonPoolParallelism();
    var arrived = new CountDownLatch(threads);
    var awaited = new Awaited<Integer>();
    Set<Integer> seen = ConcurrentHashMap.newKeySet();
    Parallel.run(
        threads,
        _ -> {
          arrived.countDown();
          seen.add(awaited.get(() -> made(arrived)));
        });
    assertThat(seen).containsExactly(7);
  }

  private static int made(CountDownLatch arrived) {
    try {
      // others may come late, and then do not wait
      arrived.await(100, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return CompletableFuture.supplyAsync(() -> 7, ForkJoinPool.commonPool()).join();
  }

  @Test
  void what_is_forgotten_is_made_again_and_failures_are_what_was_thrown() {
    var awaited = new Awaited<Integer>();
    assertThat(awaited.get(() -> 1)).isOne();
    assertThat(awaited.get(() -> 2)).isOne();
    awaited.forget();
    assertThat(awaited.get(() -> 2)).isEqualTo(2);
    awaited.forget();
    assertThatThrownBy(
            () ->
                awaited.get(
                    () -> {
                      throw new IllegalStateException("why");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("why");
  }
}
