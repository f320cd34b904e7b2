package org.perrin.regression;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A package imports only those before it, and nothing of the commands. */
class ArchitectureTest {
  private static final String ROOT = "org.perrin.regression";
  private static final List<String> ORDER =
      List.of(
          ROOT + ".model",
          ROOT + ".standard",
          ROOT + ".prior",
          ROOT + ".parameters",
          ROOT + ".predict",
          ROOT);

  @Test
  void a_package_imports_only_those_before_it() {
    var classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);
    assertThat(classes.size()).isGreaterThan(30);
    Set<String> faults = new TreeSet<>();
    for (JavaClass type : classes) {
      int place = ORDER.indexOf(type.getPackageName());
      assertThat(place).as("%s has a place", type.getName()).isNotNegative();
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        String target = dependency.getTargetClass().getPackageName();
        boolean later = target.startsWith(ROOT) && ORDER.indexOf(target) > place;
        boolean command = target.matches("org\\.perrin\\.(cli|bench|spark).*");
        if (later || command) {
          faults.add(type.getName() + " → " + dependency.getTargetClass().getName());
        }
      }
    }
    assertThat(faults).isEmpty();
  }
}
