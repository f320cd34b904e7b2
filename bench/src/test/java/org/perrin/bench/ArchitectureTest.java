package org.perrin.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.perrin.Layers;

/** A package imports only those before it, and nothing of the command line. */
class ArchitectureTest {
  @Test
  void a_package_imports_only_those_before_it() {
    List<String> order = List.of("", "paper", "trust", "truth", "tool");
    assertThat(Layers.faults("org.perrin.bench", order, "org\\.perrin\\.(cli|spark).*")).isEmpty();
  }
}
