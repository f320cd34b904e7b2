package org.perrin.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.perrin.Layers;

/** A package imports only those before it, and nothing of the other commands; names are unique. */
class SparkArchitectureTest {
  @Test
  void a_package_imports_only_those_before_it() {
    List<String> order = List.of("", "app");
    assertThat(Layers.faults("org.perrin.spark", order, "org\\.perrin\\.(cli|bench).*")).isEmpty();
  }

  @Test
  void no_two_classes_have_the_same_name() {
    assertThat(Layers.sharedNames("Perrin", "Table", "Regression", "SparkFit")).isEmpty();
  }
}
