package org.perrin.cli.compare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.perrin.Perrin;
import org.perrin.catalogue.Catalogue;
import org.perrin.data.Dataset;
import org.perrin.diagnostics.Summary;
import org.perrin.posterior.Options;
import org.perrin.random.RandomStream;
import org.perrin.regression.EncodedTable;
import org.perrin.regression.PreparedFit;
import org.perrin.regression.prior.PriorChoice;

/**
 * Samplers on the same rows, under the same budget, against an exact run.
 *
 * @param rows that were fitted
 * @param held rows that were held out
 * @param exactSeconds what the exact run took
 * @param contenders in the order asked for
 */
public record Comparison(int rows, int held, double exactSeconds, List<Contender> contenders) {
  private static final int EXACT_BURN_IN = 200;

  /** Rows that a draw of the natural sampler costs for each parameter: 16 steps of 7 d rows. */
  private static final double NATURAL_ROWS = 16 * 7.0;

  private static final int NAMED_THIN = 10;

  /** What is to be done. */
  public record Plan(
      List<String> samplers,
      Options options,
      Budget budget,
      int exactDraws,
      double heldOut,
      int mostRows) {}

  /** Is notified of progress. */
  public interface Listener {
    /** A stage begins. */
    void stage(String name);

    /** Whether to stop. */
    boolean stopped();
  }

  /** Runs all of them, one after the other. */
  public static Comparison of(
      EncodedTable reading, PriorChoice priors, Plan plan, Listener listener) {
    int all = reading.data().count();
    int used = plan.mostRows() > 0 ? Math.min(plan.mostRows(), all) : all;
    int[] order = shuffled(all, used, plan.options().seed());
    int held = Math.clamp(Math.round(used * plan.heldOut()), 1, used - 1);
    Dataset test = reading.data().select(IntStream.of(order).limit(held).sorted().toArray());
    Dataset train = reading.data().select(IntStream.of(order).skip(held).sorted().toArray());
    var prepared = PreparedFit.of(reading.rows(train), priors);
    listener.stage("exact run");
    long start = System.nanoTime();
    Options exactly =
        plan.options()
            .sampler("nuts")
            .stepSize(OptionalDouble.empty())
            .draws(plan.exactDraws())
            .thin(1);
    Summary exact = Perrin.sample(prepared.model(), exactly.burnIn(EXACT_BURN_IN)).summary();
    double seconds = (System.nanoTime() - start) / 1e9;
    List<Contender> contenders = new ArrayList<>();
    for (String name : plan.samplers()) {
      if (!listener.stopped()) {
        listener.stage(name);
        contenders.add(one(name, prepared, test, exact, plan, listener::stopped));
      }
    }
    return new Comparison(train.count(), held, seconds, List.copyOf(contenders));
  }

  private static Contender one(
      String name,
      PreparedFit prepared,
      Dataset test,
      Summary exact,
      Plan plan,
      BooleanSupplier stop) {
    int d = prepared.model().dimension();
    int rows = prepared.model().rows();
    Options options = plan.options().sampler(name);
    boolean natural = List.of("natural", "auto", "exact").contains(name);
    boolean full = !natural && Catalogue.sampler(name).scheme() == null;
    double subsample = options.subsample().orElse(Math.max(1, rows / 1000));
    double rowsPerDraw =
        natural
            ? NATURAL_ROWS * d
            : name.equals("nuts") ? rows : NAMED_THIN * (full ? rows : subsample);
    int draws = plan.budget().draws(options.chains(), d, rowsPerDraw, rows);
    return Contender.run(prepared, test, exact, options.draws(draws), plan.budget(), stop);
  }

  /**
   * Some rows in random order: files are often sorted. Fisher and Yates from the front, where only
   * the places that were swapped are remembered: O(used) memory.
   */
  private static int[] shuffled(int count, int used, long seed) {
    var random = RandomStream.of(seed);
    Map<Integer, Integer> moved = new HashMap<>();
    int[] order = new int[used];
    for (int i = 0; i < used; i++) {
      int j = i + random.nextIndex(count - i);
      order[i] = moved.getOrDefault(j, j);
      moved.put(j, moved.getOrDefault(i, i));
    }
    return order;
  }
}
