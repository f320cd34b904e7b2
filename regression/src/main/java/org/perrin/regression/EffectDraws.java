package org.perrin.regression;

import org.perrin.regression.predict.TablePredictor;

/** Of how many draws a folder keeps the effects of groups. */
public enum EffectDraws {
  /** Of those that predictions use. */
  SOME(TablePredictor.DRAWS),
  /** Of all. */
  ALL(Integer.MAX_VALUE),
  /** Of none: levels cannot be predicted, nor draws checked. */
  NONE(0);

  private final int most;

  EffectDraws(int most) {
    this.most = most;
  }

  /** At most so many. */
  int most() {
    return most;
  }
}
