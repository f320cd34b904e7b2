package org.perrin.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The application stands on the library, and both on core and io, not the other way round. */
class SparkArchitectureTest {
  @Test
  void the_library_knows_neither_its_application_nor_the_other_commands() {
    var classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.perrin.spark");
    assertThat(classes.size()).isGreaterThan(20);
    Set<String> faults = new TreeSet<>();
    for (var type : classes) {
      boolean application = type.getPackageName().equals("org.perrin.spark.app");
      for (var dependency : type.getDirectDependenciesFromSelf()) {
        String target = dependency.getTargetClass().getPackageName();
        boolean command =
            target.startsWith("org.perrin.cli") || target.startsWith("org.perrin.bench");
        if (command || (!application && target.equals("org.perrin.spark.app"))) {
          faults.add(type.getName() + " → " + dependency.getTargetClass().getName());
        }
      }
    }
    assertThat(faults).isEmpty();
  }
}
