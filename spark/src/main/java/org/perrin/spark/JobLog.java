package org.perrin.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.SparkException;
import org.perrin.io.InputException;

/** Counts passes, fetches and seconds, and says on the driver what went wrong on an executor. */
public final class JobLog {
  private final List<Job> jobs = new ArrayList<>();

  /**
   * One job.
   *
   * @param what it was for
   * @param pass whether it read all rows
   * @param rows that were fetched
   * @param seconds it took
   */
  public record Job(String what, boolean pass, long rows, double seconds) {}

  <T> T pass(String what, Supplier<T> job) {
    return run(what, true, 0, job);
  }

  <T> T fetch(long rows, Supplier<T> job) {
    return run("fetch", false, rows, job);
  }

  private <T> T run(String what, boolean pass, long rows, Supplier<T> job) {
    long start = System.nanoTime();
    try {
      T result = job.get();
      double seconds = (System.nanoTime() - start) / 1e9;
      synchronized (jobs) {
        jobs.add(new Job(what, pass, rows, seconds));
      }
      return result;
    } catch (RuntimeException e) {
      throw plain(e);
    } catch (Exception e) {
      // Spark's own exceptions are checked, but Scala does not declare them
      throw plain(new IllegalStateException(e.getMessage(), e));
    }
  }

  /** What an executor said, without what Spark wraps around it. */
  private static RuntimeException plain(RuntimeException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof InputException || cause instanceof IllegalArgumentException) {
        return (RuntimeException) cause;
      }
      if (cause instanceof SparkException && cause.getCause() == null) {
        return new IllegalStateException(
            "Spark gave up: " + String.valueOf(cause.getMessage()).lines().findFirst().orElse(""),
            e);
      }
    }
    return e;
  }

  /** All jobs so far, in order. */
  public List<Job> jobs() {
    synchronized (jobs) {
      return List.copyOf(jobs);
    }
  }

  /** How often all rows were read. */
  public long passes() {
    return jobs().stream().filter(Job::pass).count();
  }

  /** Rows that were fetched. */
  public long fetched() {
    return jobs().stream().mapToLong(Job::rows).sum();
  }
}
