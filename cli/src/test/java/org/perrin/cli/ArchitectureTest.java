package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    Map<String, String> known = new HashMap<>();
    var classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests"))
            .importPackages("org.perrin");
    for (JavaClass type : classes) {
      if (type.isTopLevelClass() && !type.getSimpleName().equals("package-info")) {
        assertThat(known.put(type.getSimpleName(), type.getName())).as(type.getName()).isNull();
      }
    }
    assertThat(known).containsKeys("Perrin", "Table", "Regression", "FitCommand", "BenchTool");
  }
}
