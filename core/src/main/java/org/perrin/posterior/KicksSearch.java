package org.perrin.posterior;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;

/**
 * Looks for the number of kicks of a trajectory: the one that makes a kept draw cheapest, and then
 * as many more as make nearly every draw a new one, while that is not much dearer. Who asks for
 * 4,000 draws wants about as many effective ones, and coordinates with long tails mix more slowly
 * than the share of accepted moves says.
 *
 * <p>What trajectories with k kicks reject falls about as {@code c k^−2.5}, so that all trials
 * together know c better than the one with k kicks knows what it rejects.
 */
final class KicksSearch {
  private static final int[] KICKS = {1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32};

  /** How rejections fall with kicks: seen on covertype and on factors with rare levels. */
  private static final double FALL = 2.5;

  /** The share of trajectories rejected below which more kicks are of no use. */
  private static final double FEW_REJECTED = 0.055;

  /** How much dearer than at its cheapest a draw may become for that. */
  private static final double DEARER = 1.5;

  /** Draws are thinned until so much of each is new. */
  private static final double FRESH = 0.75;

  private final IntFunction<KicksTrial> trials;
  private final List<KicksTrial> seen = new ArrayList<>();

  /** Trials are made by {@code trials}, given a number of kicks. */
  KicksSearch(IntFunction<KicksTrial> trials) {
    this.trials = trials;
  }

  /**
   * What a number of kicks does.
   *
   * @param kicks of a trajectory
   * @param steps that were made
   * @param proposed trajectories that were accepted
   * @param accepted those that the light rows accepted too
   * @param stepCost nanoseconds of a step
   */
  record KicksTrial(int kicks, long steps, long proposed, long accepted, double stepCost) {
    /** Of moves that are accepted, never 0 or 1. */
    double share() {
      return (accepted + 1.0) / (steps + 2.0);
    }

    /** Nanoseconds of a kept draw. */
    double cost() {
      return stepCost * thin(share()) / Math.sqrt(share());
    }
  }

  /**
   * A number of kicks to sample with.
   *
   * @param kicks of a trajectory
   * @param share of moves that will be accepted
   */
  record Choice(int kicks, double share) {}

  /** Takes note of a trial that was made for another reason. */
  void note(KicksTrial trial) {
    seen.add(trial);
  }

  /** Forgets all trials: the density is another one. */
  void forget() {
    seen.clear();
  }

  /** The cheapest number of kicks, looked for up or down from one of the list. */
  KicksTrial cheapest(int kicks) {
    int from = place(kicks);
    KicksTrial best = tried(from);
    for (int way = 1; way >= -1 && best.kicks == kicks; way -= 2) {
      for (int place = from + way; place >= 0 && place < KICKS.length; place += way) {
        KicksTrial next = tried(place);
        if (next.cost() >= best.cost()) {
          break;
        }
        best = next;
      }
    }
    return best;
  }

  private static int place(int kicks) {
    int place = 0;
    while (KICKS[place] < kicks) {
      place++;
    }
    return place;
  }

  private KicksTrial tried(int place) {
    KicksTrial trial = trials.apply(KICKS[place]);
    seen.add(trial);
    return trial;
  }

  /** The choice from the cheapest on, if a step with so many kicks costs so much. */
  Choice enough(KicksTrial cheapest, IntToDoubleFunction stepCost) {
    double falling = falling(cheapest.kicks);
    Choice choice = new Choice(cheapest.kicks, cheapest.share());
    for (int place = place(cheapest.kicks); ; place++) {
      if (rejected(falling, choice.kicks) <= FEW_REJECTED || place + 1 == KICKS.length) {
        return choice;
      }
      int more = KICKS[place + 1];
      double share = (1 - rejected(falling, more)) * lightShare(cheapest.kicks);
      double cost = stepCost.applyAsDouble(more) * thin(share) / Math.sqrt(share);
      if (cost > DEARER * cheapest.cost()) {
        return choice;
      }
      choice = new Choice(more, share);
    }
  }

  private static double rejected(double falling, int kicks) {
    return Math.min(1, falling * Math.pow(kicks, -FALL));
  }

  /** c, from trials with so many kicks and more: with fewer nearly everything may be rejected. */
  private double falling(int least) {
    double rejections = 0;
    double expected = 0;
    for (KicksTrial trial : seen) {
      if (trial.kicks >= least) {
        rejections += trial.steps - trial.proposed;
        expected += trial.steps * Math.pow(trial.kicks, -FALL);
      }
    }
    return rejections / expected;
  }

  /** What light rows accept, which kicks do not change. */
  private double lightShare(int least) {
    double proposed = 2;
    double accepted = 1;
    for (KicksTrial trial : seen) {
      if (trial.kicks >= least) {
        proposed += trial.proposed;
        accepted += trial.accepted;
      }
    }
    return accepted / proposed;
  }

  /**
   * Steps from draw to draw if a share of moves is accepted. Then a step keeps {@code ρ = 1 −
   * share} of the last and k steps ρᵏ, so a draw is worth {@code (1 − ρᵏ)/(1 + ρᵏ)} independent
   * ones.
   */
  static int thin(double share) {
    double stale = (1 - FRESH) / (1 + FRESH);
    double steps = Math.log(stale) / Math.log1p(-Math.min(share, 0.999));
    return (int) Math.max(1, Math.ceil(steps));
  }
}
