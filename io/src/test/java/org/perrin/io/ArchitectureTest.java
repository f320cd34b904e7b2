package org.perrin.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.perrin.Layers;

/** A package imports only those before it; tables and packed tables know each other. */
class ArchitectureTest {
  @Test
  void a_package_imports_only_those_before_it() {
    List<String> order = List.of("", "formula", "table,packed", "design", "draws");
    assertThat(
            Layers.faults("org.perrin.io", order, "org\\.perrin\\.(regression|cli|bench|spark).*"))
        .isEmpty();
  }
}
