package org.perrin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A package imports only those before it. */
class ArchitectureTest {
  private static final List<String> ORDER =
      List.of(
          "math",
          "random",
          "data",
          "metric",
          "family",
          "model",
          "autodiff",
          "mode",
          "subsampling",
          "gradient",
          "dynamics",
          "levels",
          "draws",
          "sampler",
          "diagnostics",
          "catalogue",
          "posterior",
          "");

  @Test
  void no_two_classes_have_the_same_name() {
    assertThat(Layers.sharedNames("Perrin", "Glm")).isEmpty();
  }

  @Test
  void a_package_imports_only_those_before_it() {
    assertThat(
            Layers.faults("org.perrin", ORDER, "org\\.perrin\\.(io|regression|bench|cli|spark).*"))
        .isEmpty();
  }

  @Test
  void an_order_that_is_turned_round_is_found_out() {
    assertThat(Layers.faults("org.perrin", ORDER.reversed(), "nobody")).hasSizeGreaterThan(50);
  }
}
