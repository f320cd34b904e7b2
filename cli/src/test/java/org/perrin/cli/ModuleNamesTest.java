package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * On the module path each jar has a stable name, no package stands in two of them, and a program
 * that is a module can fit a table. Jars are there from Maven's phase {@code package} on, so that
 * {@code verify} runs this and {@code test} skips it.
 */
class ModuleNamesTest {
  private static final Set<String> OURS =
      Set.of("org.perrin.core", "org.perrin.io", "org.perrin.regression", "org.perrin.bench");

  @Test
  void jars_are_modules_with_names_of_their_own_that_resolve_together() {
    ModuleFinder all = ModuleFinder.of(jars());
    assertThat(names(all)).containsAll(OURS);
    // refuses two modules that both have a package
    Configuration together =
        ModuleLayer.boot().configuration().resolve(all, ModuleFinder.of(), OURS);
    assertThat(together.findModule("org.perrin.regression")).isPresent();
    assertThat(all.find("org.perrin.regression").orElseThrow().descriptor().isAutomatic())
        .isFalse();
  }

  @Test
  void a_module_that_requires_regression_compiles_and_fits(@TempDir Path folder) throws Exception {
    String path =
        Arrays.stream(jars()).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    Path source = Files.createDirectories(folder.resolve("app"));
    Files.writeString(
        folder.resolve("module-info.java"), "module app { requires org.perrin.regression; }");
    Files.writeString(source.resolve("App.java"), PROGRAM);
    Path table = Files.writeString(folder.resolve("t.csv"), "y,x\n1,1\n2.1,2\n2.9,3\n4.2,4\n5,5\n");
    Path out = folder.resolve("out");
    run(
        "javac",
        "-p",
        path,
        "-d",
        out.toString(),
        folder.resolve("module-info.java").toString(),
        source.resolve("App.java").toString());
    String all = path + File.pathSeparator + out;
    assertThat(run("java", "-p", all, "-m", "app/app.App", table.toString()))
        .contains("(Intercept)", "module org.perrin.regression");
  }

  private static final String PROGRAM =
      """
      package app;

      import java.nio.file.Path;
      import org.perrin.regression.Regression;

      class App {
        public static void main(String[] files) {
          System.out.println(Regression.of(Path.of(files[0])).formula("y ~ x").fit().summary());
          System.out.println(Regression.class.getModule());
        }
      }
      """;

  private static String run(String tool, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
    command.addAll(List.of(arguments));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }

  private static Path[] jars() {
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
    return jars;
  }

  private static Set<String> names(ModuleFinder finder) {
    return finder.findAll().stream()
        .map(ModuleReference::descriptor)
        .map(descriptor -> descriptor.name())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
