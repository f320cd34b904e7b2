package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.perrin.Layers;

/**
 * A package imports only those before it, and nothing of the benchmarks; simple names of classes
 * are unique in all modules that the command has.
 */
class ArchitectureTest {
  @Test
  void a_package_imports_only_those_before_it() {
    List<String> order = List.of("console", "data", "fit", "report", "judge", "compare", "");
    assertThat(Layers.faults("org.perrin.cli", order, "org\\.perrin\\.(bench|spark).*")).isEmpty();
  }

  @Test
  void no_two_classes_of_any_module_have_the_same_name() {
    assertThat(Layers.sharedNames("Perrin", "Table", "Regression", "FitCommand", "BenchTool"))
        .isEmpty();
  }
}
