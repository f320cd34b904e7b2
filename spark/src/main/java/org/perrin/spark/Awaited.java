package org.perrin.spark;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Something that is made once, by a job of executors, while all who ask for it wait. Executors of
 * this process compute in the common pool, and of two cores that has one thread: so a thread of its
 * own waits for Spark, and threads of the pool wait so that the pool replaces them.
 */
final class Awaited<T> {
  private CompletableFuture<T> made;

  /** What was made, or is made now. */
  T get(Supplier<T> maker) {
    try {
      return future(maker).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private synchronized CompletableFuture<T> future(Supplier<T> maker) {
    if (made == null) {
      made =
          CompletableFuture.supplyAsync(
              maker, work -> Thread.ofPlatform().daemon().name("perrin-job").start(work));
    }
    return made;
  }

  /** Frees it: who asks again makes it again. */
  synchronized void forget() {
    made = null;
  }
}
