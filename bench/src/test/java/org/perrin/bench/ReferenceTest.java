package org.perrin.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.data.Synthetic;
import org.perrin.mode.Mode;
import org.perrin.mode.Newton;
import org.perrin.model.Glm;
import org.perrin.model.Priors;

class ReferenceTest {
  @TempDir Path folder;

  /** On a Gaussian posterior the control variates leave no variance at all. */
  @Test
  void moments_of_a_gaussian_are_exact_and_kept() {
    var data = Synthetic.linear(1, 500, new double[] {0.3, -0.4, 1}, 1);
    var model = Glm.linear(data, 1, Priors.normal(0, 3));
    Mode mode = Newton.find(model, 1e-9);
    List<String> said = new ArrayList<>();
    Path file = folder.resolve("a.reference");
    Reference made = Reference.of(model, mode, 200, file, said::add);
    for (int k = 0; k < 3; k++) {
      assertThat(made.mean()[k]).isCloseTo(mode.theta()[k], within(1e-8));
      assertThat(made.sd()[k]).isCloseTo(mode.sd()[k], within(1e-8));
    }
    said.clear();
    Reference kept = Reference.of(model, mode, 200, file, said::add);
    assertThat(said).containsExactly("exact reference from a.reference");
    assertThat(kept.mean()).isEqualTo(made.mean());
    assertThat(kept.sd()).isEqualTo(made.sd());
  }

  /**
   * Two short runs of a skewed posterior agree to 1 %, where plain estimates would differ by 5 %.
   */
  @Test
  void moments_of_a_skewed_posterior_are_sharp() {
    var data = Synthetic.classification(2, 300, 3, 0.9, 0.05);
    var model = Glm.logistic(data, Priors.normal(0, 3));
    Mode mode = Newton.find(model);
    Reference brief = Reference.run(model, mode, 200, text -> {});
    Reference longer = Reference.run(model, mode, 4000, text -> {});
    for (int k = 0; k < model.dimension(); k++) {
      double sd = longer.sd()[k];
      assertThat(brief.mean()[k]).isCloseTo(longer.mean()[k], within(0.02 * sd));
      assertThat(brief.sd()[k]).isCloseTo(sd, within(0.02 * sd));
    }
  }
}
