package org.perrin;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    Map<String, String> known = new HashMap<>();
    var classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.perrin");
    for (JavaClass type : classes) {
      if (type.isTopLevelClass() && !type.getSimpleName().equals("package-info")) {
        assertThat(known.put(type.getSimpleName(), type.getName())).as(type.getName()).isNull();
      }
    }
  }

  @Test
  void a_package_imports_only_those_before_it() {
    assertThat(Layers.faults("org.perrin", ORDER, "org\\.perrin\\.(io|regression|cli|spark).*"))
        .isEmpty();
  }

  @Test
  void an_order_that_is_turned_round_is_found_out() {
    assertThat(Layers.faults("org.perrin", ORDER.reversed(), "nobody")).hasSizeGreaterThan(50);
  }
}
