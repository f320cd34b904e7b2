package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * On the module path each jar has a stable name, and no package stands in two of them. Jars are
 * there from Maven's phase {@code package} on, so that {@code verify} runs this and {@code test}
 * skips it.
 */
class ModuleNamesTest {
  private static final Set<String> OURS =
      Set.of("org.perrin.core", "org.perrin.io", "org.perrin.regression", "org.perrin.bench");

  @Test
  void jars_are_modules_with_names_of_their_own_that_resolve_together() {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Path[] jars =
        Arrays.stream(path.split(File.pathSeparator))
            .map(Path::of)
            .filter(p -> p.toString().endsWith(".jar") && Files.exists(p))
            .filter(p -> !p.toString().endsWith("-tests.jar"))
            .toArray(Path[]::new);
    assumeTrue(
        Arrays.stream(jars).anyMatch(p -> p.getFileName().toString().startsWith("perrin-core")),
        "skipped: other modules are on the class path as folders");
    ModuleFinder all = ModuleFinder.of(jars);
    assertThat(names(all)).containsAll(OURS);
    // refuses two modules that both have a package
    Configuration together =
        ModuleLayer.boot().configuration().resolve(all, ModuleFinder.of(), OURS);
    assertThat(together.findModule("org.perrin.regression")).isPresent();
  }

  private static Set<String> names(ModuleFinder finder) {
    return finder.findAll().stream()
        .map(ModuleReference::descriptor)
        .map(descriptor -> descriptor.name())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
