package org.perrin;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The packages of a module in their order: one imports only those before it, so there are no
 * cycles. Packages that stand together know each other.
 */
public final class Layers {
  private Layers() {}

  /**
   * What breaks the order.
   *
   * @param root of the module's packages
   * @param order of packages below the root, "" for the root itself; with a comma between those
   *     that stand together
   * @param strangers a pattern of packages that none may know
   */
  public static Set<String> faults(String root, List<String> order, String strangers) {
    var classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(root);
    Set<String> faults = new TreeSet<>();
    if (classes.size() < 10) {
      faults.add("only %d classes were found".formatted(classes.size()));
    }
    for (JavaClass type : classes) {
      int place = place(root, order, type.getPackageName());
      if (place < 0) {
        faults.add(type.getName() + " has no place");
      }
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        String target = dependency.getTargetClass().getPackageName();
        if (place(root, order, target) > place || target.matches(strangers)) {
          faults.add(type.getName() + " → " + dependency.getTargetClass().getName());
        }
      }
    }
    return faults;
  }

  /**
   * Top-level classes of the modules on the class path that share a simple name with another.
   *
   * @param known names that must be among those that were looked at
   */
  public static Set<String> sharedNames(String... known) {
    var classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests"))
            .importPackages("org.perrin");
    Map<String, String> seen = new HashMap<>();
    Set<String> shared = new TreeSet<>();
    for (JavaClass type : classes) {
      if (type.isTopLevelClass() && !type.getSimpleName().equals("package-info")) {
        String other = seen.put(type.getSimpleName(), type.getName());
        if (other != null) {
          shared.add(other + " and " + type.getName());
        }
      }
    }
    for (String name : known) {
      if (!seen.containsKey(name)) {
        shared.add(name + " was not looked at");
      }
    }
    return shared;
  }

  private static int place(String root, List<String> order, String name) {
    for (int k = 0; k < order.size(); k++) {
      for (String below : order.get(k).split(",", -1)) {
        if (name.equals(below.isEmpty() ? root : root + "." + below)) {
          return k;
        }
      }
    }
    return -1;
  }
}
