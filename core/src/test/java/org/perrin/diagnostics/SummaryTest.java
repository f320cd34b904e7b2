package org.perrin.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.perrin.draws.Draws;
import org.perrin.math.Parallel;
import org.perrin.random.RandomStream;

class SummaryTest {
  private static Draws.Chain chain(long seed, int count, int d) {
    double[] values = new double[count * d];
    RandomStream.of(seed).fillGaussian(values, values.length);
    return Draws.Chain.of(d, values);
  }

  private static Draws draws() {
    return new Draws(
        List.of("(Intercept)", "a, \"b\""),
        List.of(chain(1, 1000, 2), chain(2, 1000, 2), chain(3, 1000, 2), chain(4, 1000, 2)));
  }

  /** Bounds are five standard errors at 4000 draws, or more: one false alarm in a million. */
  @Test
  void describes_the_standard_normal() {
    var summary = Summary.of(draws());
    for (var row : summary.rows()) {
      assertThat(row.mean()).isCloseTo(0, within(0.08));
      assertThat(row.sd()).isCloseTo(1, within(0.06));
      assertThat(row.mcseMean()).isCloseTo(1 / Math.sqrt(4000), within(0.003));
      assertThat(row.q5()).isCloseTo(-1.645, within(0.17));
      assertThat(row.q50()).isCloseTo(0, within(0.1));
      assertThat(row.q95()).isCloseTo(1.645, within(0.17));
      assertThat(row.essBulk()).isBetween(3000.0, 5000.0);
      assertThat(row.rhat()).isBetween(0.999, 1.01);
    }
    assertThat(summary.notes()).isEmpty();
    assertThat(summary.get("(Intercept)")).isEqualTo(summary.rows().getFirst());
    assertThatThrownBy(() -> summary.get("zeta")).hasMessageContaining("zeta");
  }

  @Test
  void prints_an_aligned_table() {
    String[] lines = Summary.of(draws()).toString().split("\n");
    assertThat(lines).hasSize(3);
    assertThat(lines[0]).startsWith("name ").endsWith(" rhat");
    assertThat(Arrays.stream(lines).map(String::length).distinct()).hasSize(1);
  }

  @Test
  void writes_csv_with_all_digits() {
    var summary = Summary.of(draws());
    String[] lines = summary.toCsv().split("\n");
    assertThat(lines[0]).isEqualTo("name,mean,sd,mcse_mean,q5,q50,q95,ess_bulk,ess_tail,rhat");
    assertThat(lines[1]).startsWith("(Intercept)," + summary.rows().getFirst().mean() + ",");
    assertThat(lines[2]).startsWith("\"a, \"\"b\"\"\",");
  }

  @Test
  void leaves_out_chains_that_diverged() {
    List<Draws.Chain> chains = new ArrayList<>(draws().chains());
    double[] wild = {1e9, -1e9};
    chains.add(new Draws.Chain(2, wild, null, new int[0], 0, "left the numbers at step 2"));
    var summary = Summary.of(new Draws(draws().names(), chains));
    assertThat(summary.rows()).isEqualTo(Summary.of(draws()).rows());
    assertThat(summary.notes()).containsExactly("1 of 5 chains diverged; 4 are summarised");
  }

  @Test
  void says_when_chains_have_not_mixed() {
    double[] far = chain(5, 200, 1).values();
    Arrays.setAll(far, t -> far[t] + 4);
    var draws = new Draws(List.of("a"), List.of(chain(6, 200, 1), Draws.Chain.of(1, far)));
    assertThat(Summary.of(draws).notes()).hasSize(2);
    assertThat(Summary.of(draws).toString()).contains("have not mixed", "draw longer");
  }

  @Test
  void is_the_same_on_any_number_of_threads_and_handles_constants() {
    double[] values = chain(7, 300, 3).values();
    for (int t = 0; t < 300; t++) {
      values[3 * t + 1] = 2;
    }
    var draws = new Draws(List.of("a", "b", "c"), List.of(Draws.Chain.of(3, values)));
    var one = Parallel.with(1, () -> Summary.of(draws));
    assertThat(Parallel.with(3, () -> Summary.of(draws))).isEqualTo(one);
    assertThat(one.get("b").mean()).isEqualTo(2);
    assertThat(one.get("b").rhat()).isNaN();
    assertThat(one.toString()).contains("NaN");
  }
}
