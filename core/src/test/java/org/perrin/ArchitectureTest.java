package org.perrin;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The rooms in their order: a package imports only those before it. */
class ArchitectureTest {
  private static final List<String> ROOMS =
      List.of(
          "org.perrin.math",
          "org.perrin.random",
          "org.perrin.data",
          "org.perrin.metric",
          "org.perrin.family",
          "org.perrin.model",
          "org.perrin.autodiff",
          "org.perrin.mode",
          "org.perrin.subsampling",
          "org.perrin.gradient",
          "org.perrin.dynamics",
          "org.perrin.draws",
          "org.perrin.sampler",
          "org.perrin.diagnostics",
          "org.perrin.catalogue",
          "org.perrin.posterior",
          "org.perrin");

  private static JavaClasses classes() {
    return new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .importPackages("org.perrin");
  }

  @Test
  void no_two_classes_have_the_same_name() {
    Map<String, String> known = new HashMap<>();
    for (JavaClass type : classes()) {
      if (type.isTopLevelClass() && !type.getSimpleName().equals("package-info")) {
        assertThat(known.put(type.getSimpleName(), type.getName())).as(type.getName()).isNull();
      }
    }
  }

  @Test
  void a_package_imports_only_those_before_it() {
    var classes = classes();
    assertThat(classes.size()).isGreaterThan(50);
    Set<String> faults = new TreeSet<>();
    for (JavaClass type : classes) {
      int room = ROOMS.indexOf(type.getPackageName());
      assertThat(room).as("%s has a room", type.getName()).isNotNegative();
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        String target = dependency.getTargetClass().getPackageName();
        if (target.startsWith("org.perrin") && ROOMS.indexOf(target) > room) {
          faults.add(type.getName() + " → " + dependency.getTargetClass().getName());
        }
      }
    }
    assertThat(faults).isEmpty();
  }
}
