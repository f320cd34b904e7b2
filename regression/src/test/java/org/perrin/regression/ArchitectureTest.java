package org.perrin.regression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.perrin.Layers;

/** A package imports only those before it. */
class ArchitectureTest {
  @Test
  void a_package_imports_only_those_before_it() {
    List<String> order =
        List.of(
            "model",
            "standard",
            "prior",
            "parameters",
            "predict",
            "judge",
            "effects",
            "hypothesis",
            "");
    assertThat(Layers.faults("org.perrin.regression", order, "org\\.perrin\\.(cli|bench|spark).*"))
        .isEmpty();
  }
}
