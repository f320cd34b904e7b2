package org.perrin.bench.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.perrin.Perrin;
import org.perrin.data.Synthetic;
import org.perrin.diagnostics.Convergence;
import org.perrin.draws.Draws;
import org.perrin.math.Parallel;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.posterior.Options;
import org.perrin.posterior.Posterior;

/**
 * Much of everything: chains, columns, groups, fits. Small here, and as docs/trust.md says with
 * {@code -Dperrin.long=true}; what was measured goes to target/trust/load.md. Times are printed and
 * not asserted, but for the soak, which compares a process with itself by the time of its CPUs.
 */
class LoadTest {
  private static final boolean LONG = Boolean.getBoolean("perrin.long");
  private static final List<String> TABLE = new ArrayList<>();

  /** Draws of 64 chains are those of the same chains one after the other. */
  @Test
  void sixty_four_chains() {
    int rows = LONG ? 200_000 : 5_000;
    var model = Glm.logistic(Synthetic.classification(61, rows, 10, 0.5, 0.3), Priors.normal(0, 1));
    var options = Options.standard().sampler("natural").chains(64).draws(LONG ? 500 : 20).seed(6);
    var watch = new Watch();
    Draws two = Parallel.with(2, () -> Perrin.sample(model, options)).draws();
    watch.report("64 chains, %,d × 10".formatted(rows));
    Draws one = Parallel.with(1, () -> Perrin.sample(model, options)).draws();
    assertThat(two.chains()).hasSize(64);
    for (int c = 0; c < 64; c++) {
      assertThat(two.chains().get(c).values()).isEqualTo(one.chains().get(c).values());
    }
  }

  /** 4,000 (600) numbers within 5 standard errors and the tolerance: 1 seed in 400 (2,900). */
  @Test
  void many_columns() {
    KnownPosterior known = LONG ? Dense.of(14, 2000) : Dense.of(10, 300);
    var options = Options.standard().sampler("natural").chains(2).draws(LONG ? 100 : 200).seed(7);
    var watch = new Watch();
    Posterior posterior = Perrin.sample(known.model(), options);
    watch.report("linear, " + known.name());
    assertKnown(known, posterior, 5);
  }

  @Test
  void many_groups() {
    assertGroups(LONG ? OneWay.of(100_000, 5, 62) : OneWay.of(5_000, 5, 62), LONG ? 100 : 50, 8);
  }

  /** A group is known a hundred times better than the scale of all. */
  @Test
  void groups_with_many_rows() {
    assertGroups(LONG ? OneWay.of(50, 20_000, 63) : OneWay.of(20, 500, 63), LONG ? 1000 : 200, 9);
  }

  /** Three means and standard deviations within 4.5 standard errors: 1 seed in 25,000. */
  private static void assertGroups(KnownPosterior known, int draws, long seed) {
    var watch = new Watch();
    Posterior posterior = Perrin.sample(known.model(), Options.standard().draws(draws).seed(seed));
    watch.report("varying intercepts, " + known.name());
    assertThat(posterior.account().sampler()).isEqualTo("levels");
    assertKnown(known, posterior, 4.5);
  }

  private static void assertKnown(KnownPosterior known, Posterior posterior, double limit) {
    Draws draws = known.of(posterior.draws());
    for (int k = 0; k < draws.dimension(); k++) {
      double[][] chains = draws.coordinate(k);
      double sd = known.sd()[k];
      // a standard error from few draws is itself uncertain: not less than that of all being
      // independent
      double least = 1 / Math.sqrt(draws.count());
      double mean = Math.max(Convergence.mcseMean(chains) / sd, least);
      double spread = Math.max(Convergence.mcseSd(chains) / sd, least / Math.sqrt(2));
      assertThat((Convergence.mean(chains) - known.mean()[k]) / sd)
          .as("mean of " + draws.names().get(k))
          .isCloseTo(0, within(limit * mean + 0.02));
      assertThat(Convergence.sd(chains) / sd)
          .as("sd of " + draws.names().get(k))
          .isCloseTo(1, within(limit * spread + 0.01));
    }
  }

  /**
   * As many fits as a day has, one every ten seconds, in one process: the last tenth takes no more
   * of the CPU than the second, and memory in use does not grow.
   */
  @Test
  void a_day_of_fits() {
    int fits = LONG ? 8_640 : 300;
    var model = Glm.logistic(Synthetic.classification(63, 3_000, 5, 0.5, 0.3), Priors.normal(0, 1));
    var options = Options.standard().sampler("natural").chains(2).draws(25);
    double[] seconds = new double[10];
    double[] megabytes = new double[10];
    var watch = new Watch();
    for (int tenth = 0; tenth < 10; tenth++) {
      double before = Watch.cpu();
      for (int j = 0; j < fits / 10; j++) {
        Perrin.sample(model, options.seed((long) tenth * fits + j));
      }
      seconds[tenth] = Watch.cpu() - before;
      megabytes[tenth] = used();
    }
    watch.report(
        String.format(
            Locale.ROOT,
            "%,d fits; CPU of the second and last tenth %.2f and %.2f s, memory %.1f and %.1f MB",
            fits,
            seconds[1],
            seconds[9],
            megabytes[1],
            megabytes[9]));
    // the collector and the compiler share the CPU's time: half as much again is not a trend
    assertThat(seconds[9]).isLessThan(1.5 * seconds[1] + 0.5);
    assertThat(megabytes[9]).isLessThan(megabytes[1] + 4);
  }

  private static double used() {
    for (int k = 0; k < 3; k++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
  }

  /** Time since it was made. */
  private static final class Watch {
    private final long started = System.nanoTime();
    private final double before = cpu();

    static double cpu() {
      var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
      return system.getProcessCpuTime() / 1e9;
    }

    void report(String what) {
      TABLE.add(
          String.format(
              Locale.ROOT,
              "| %s | %.1f s | %.1f s of CPU | %.0f MB of heap |",
              what,
              (System.nanoTime() - started) / 1e9,
              cpu() - before,
              Runtime.getRuntime().totalMemory() / 1e6));
    }
  }

  @AfterAll
  static void write() throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "trust"));
    Files.writeString(folder.resolve("load.md"), String.join("\n", TABLE) + "\n");
  }
}
