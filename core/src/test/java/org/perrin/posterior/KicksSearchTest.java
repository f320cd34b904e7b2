package org.perrin.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.perrin.posterior.KicksSearch.KicksTrial;

/** Which kicks are chosen if trials come out in a given way; no rows, no chance. */
class KicksSearchTest {
  private final List<Integer> asked = new ArrayList<>();

  /** Trials of 10,000 steps that reject by a rule, and light rows that accept a share. */
  private KicksSearch search(
      IntToDoubleFunction rejected, double light, IntToDoubleFunction stepCost) {
    return new KicksSearch(
        kicks -> {
          asked.add(kicks);
          long proposed = Math.round(10_000 * (1 - rejected.applyAsDouble(kicks)));
          return new KicksTrial(
              kicks, 10_000, proposed, Math.round(proposed * light), stepCost.applyAsDouble(kicks));
        });
  }

  private static IntToDoubleFunction falling(double c) {
    return kicks -> Math.min(0.9, c * Math.pow(kicks, -2.5));
  }

  @Test
  void a_trial_knows_its_share_and_the_cost_of_a_kept_draw() {
    var trial = new KicksTrial(3, 98, 80, 73, 1000);
    assertThat(trial.share()).isCloseTo(0.74, within(1e-12));
    assertThat(trial.cost()).isCloseTo(2000 / Math.sqrt(0.74), within(1e-9));
    assertThat(new KicksTrial(1, 0, 0, 0, 1).share()).isEqualTo(0.5);
  }

  /** ρ ≤ 1/7 leaves 0.75 of a draw; half of all moves accepted take three steps for that. */
  @Test
  void thinning_is_by_how_much_of_a_draw_is_new() {
    assertThat(KicksSearch.thin(1)).isEqualTo(1);
    assertThat(KicksSearch.thin(0.86)).isEqualTo(1);
    assertThat(KicksSearch.thin(0.85)).isEqualTo(2);
    assertThat(KicksSearch.thin(0.5)).isEqualTo(3);
    assertThat(KicksSearch.thin(0.01)).isEqualTo(194);
  }

  @Test
  void the_search_goes_up_while_draws_become_cheaper_and_one_further() {
    var cheapest = search(falling(12), 1, kicks -> 100 * kicks).cheapest(2);
    assertThat(cheapest.kicks()).isEqualTo(4);
    assertThat(asked).containsExactly(2, 3, 4, 5);
  }

  @Test
  void the_search_goes_down_only_if_up_is_dearer() {
    var cheapest = search(falling(0.02), 1, kicks -> 100 * kicks).cheapest(4);
    assertThat(cheapest.kicks()).isEqualTo(1);
    assertThat(asked).containsExactly(4, 5, 3, 2, 1);
  }

  @Test
  void the_search_stays_where_both_ways_are_dearer() {
    var cheapest = search(falling(3.2), 1, kicks -> 100 * kicks).cheapest(4);
    assertThat(cheapest.kicks()).isEqualTo(4);
    assertThat(asked).containsExactly(4, 5, 3);
  }

  @Test
  void the_search_ends_with_the_list() {
    var cheapest = search(falling(1e9), 1, kicks -> 1.0 / kicks).cheapest(16);
    assertThat(cheapest.kicks()).isEqualTo(32);
    assertThat(asked).containsExactly(16, 24, 32);
  }

  /** 1.8 · 3^−2.5 is 0.115 and 1.8 · 5^−2.5 0.032: the first below 0.055 in the list. */
  @Test
  void more_kicks_than_the_cheapest_until_few_trajectories_are_rejected() {
    IntToDoubleFunction stepCost = kicks -> 150 + 148 * kicks;
    var search = search(falling(1.8), 1, stepCost);
    var cheapest = search.cheapest(2);
    assertThat(cheapest.kicks()).isEqualTo(3);
    var choice = search.enough(cheapest, stepCost);
    assertThat(choice.kicks()).isEqualTo(5);
    assertThat(choice.share()).isCloseTo(1 - 1.8 * Math.pow(5, -2.5), within(1e-3));
  }

  @Test
  void not_so_many_that_a_draw_becomes_half_as_dear_again() {
    IntToDoubleFunction stepCost = kicks -> 100 * kicks;
    var search = search(falling(1.8), 1, stepCost);
    var cheapest = search.cheapest(2);
    assertThat(cheapest.kicks()).isEqualTo(3);
    assertThat(search.enough(cheapest, stepCost).kicks()).isEqualTo(4);
    assertThat(search.enough(cheapest, kicks -> 1000 * kicks)).isEqualTo(choice(cheapest));
  }

  private static KicksSearch.Choice choice(KicksTrial trial) {
    return new KicksSearch.Choice(trial.kicks(), trial.share());
  }

  @Test
  void what_light_rows_reject_is_no_reason_for_more_kicks() {
    IntToDoubleFunction stepCost = kicks -> 1000 + kicks;
    var search = search(falling(0.04), 0.7, stepCost);
    var cheapest = search.cheapest(1);
    assertThat(cheapest.share()).isLessThan(0.7);
    assertThat(search.enough(cheapest, stepCost)).isEqualTo(choice(cheapest));
  }

  /** 0.1 · (3/4)^2.5 is 0.049 of trajectories, and light rows reject a tenth of the others. */
  @Test
  void the_share_that_is_predicted_is_of_both_stages() {
    IntToDoubleFunction stepCost = kicks -> 1000 + kicks;
    var search = search(falling(1), 1, stepCost);
    var cheapest = new KicksTrial(3, 10_000, 9000, 8100, 1003);
    search.note(cheapest);
    var choice = search.enough(cheapest, stepCost);
    assertThat(choice.kicks()).isEqualTo(4);
    assertThat(choice.share()).isCloseTo(0.9 * (1 - 0.1 * Math.pow(0.75, 2.5)), within(1e-3));
  }

  @Test
  void trials_of_another_density_and_with_fewer_kicks_do_not_count() {
    IntToDoubleFunction stepCost = kicks -> 1000 + kicks;
    var search = search(falling(0.5), 1, stepCost);
    var cheapest = new KicksTrial(3, 10_000, 9700, 9700, 1003);
    search.note(new KicksTrial(3, 10_000, 2000, 2000, 1003));
    search.forget();
    search.note(new KicksTrial(2, 10_000, 1000, 1000, 1002));
    search.note(cheapest);
    assertThat(search.enough(cheapest, stepCost)).isEqualTo(choice(cheapest));
    search.note(new KicksTrial(3, 10_000, 8000, 8000, 1003));
    assertThat(search.enough(cheapest, stepCost).kicks()).isEqualTo(5);
  }

  @Test
  void no_more_kicks_than_the_list_has() {
    IntToDoubleFunction stepCost = kicks -> 1000 + kicks;
    var search = search(kicks -> 0.5, 1, stepCost);
    var cheapest = new KicksTrial(24, 10_000, 5000, 5000, 1024);
    search.note(cheapest);
    assertThat(search.enough(cheapest, stepCost).kicks()).isEqualTo(32);
  }
}
