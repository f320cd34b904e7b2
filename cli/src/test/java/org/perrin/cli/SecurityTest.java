package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.cli.data.PaperDataset;

/** Doors that are not there, and who may open those that are. */
class SecurityTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.perrin");

  /** Classes of Perrin that use a class by the name of which the test holds, nested ones aside. */
  private static Set<String> users(Predicate<String> used) {
    Set<String> users = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        if (used.test(dependency.getTargetClass().getName())) {
          users.add(type.getName().replaceFirst("\\$.*", ""));
        }
      }
    }
    return users;
  }

  /** Classes of Perrin that call a method. */
  private static Set<String> callers(String owner, String method) {
    Set<String> callers = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      for (JavaMethodCall call : type.getMethodCallsFromSelf()) {
        if (call.getTargetOwner().getName().equals(owner) && call.getName().equals(method)) {
          callers.add(type.getName());
        }
      }
    }
    return callers;
  }

  @Test
  void nothing_is_deserialised() {
    assertThat(CLASSES.size()).isGreaterThan(200);
    assertThat(users("java.io.ObjectInputStream"::equals)).isEmpty();
    assertThat(users("java.beans.XMLDecoder"::equals)).isEmpty();
  }

  /** So no jump of the clock can matter to more than the date of a result. */
  @Test
  void the_clock_is_asked_for_the_date_alone() {
    Set<String> users =
        users(name -> name.matches("java\\.time\\.(Instant|LocalDate(Time)?|ZonedDateTime|Clock)"));
    assertThat(users).containsExactly("org.perrin.regression.FitJson");
    assertThat(callers("java.lang.System", "currentTimeMillis")).isEmpty();
  }

  /** Sockets and clients; a {@code URI} is only a name. */
  @Test
  void only_the_download_knows_the_network() {
    Set<String> users =
        users(
            name ->
                name.startsWith("java.net.http.")
                    || name.matches("java\\.net\\.(URL|URLConnection|Socket|ServerSocket)")
                    || name.startsWith("java.nio.channels.SocketChannel"));
    users.removeIf(name -> name.startsWith("org.perrin.regression.model."));
    assertThat(users).containsExactly("org.perrin.cli.data.Download");
  }

  @Test
  void downloads_are_by_https_and_bounded() {
    for (PaperDataset known : PaperDataset.values()) {
      assertThat(known.uri().getScheme()).isEqualTo("https");
      assertThat(known.most()).isBetween(1L, 100_000_000L);
    }
  }

  /** A user's code is compiled by one room alone, which {@code --model File.java} leads to. */
  @Test
  void only_models_of_ones_own_are_compiled() {
    assertThat(users(name -> name.startsWith("javax.tools.")))
        .allMatch(name -> name.startsWith("org.perrin.regression.model."));
  }

  @Test
  void the_help_says_that_a_model_of_ones_own_is_run() {
    assertThat(Cli.run("fit", "--help").out())
        .containsPattern("\\.java,\\s+which\\s+is\\s+compiled\\s+and\\s+run");
  }

  @Test
  void what_a_spreadsheet_would_run_is_text(@TempDir Path folder) throws Exception {
    Path csv = folder.resolve("t.csv");
    var text = new StringBuilder("\"=1+1\",kind,y\n");
    for (int i = 0; i < 300; i++) {
      text.append(i % 7).append(i % 3 == 0 ? ",=cmd," : ",@sum,").append(i % 5 % 2).append('\n');
    }
    Files.writeString(csv, text);
    Path out = folder.resolve("out");
    Cli run = Cli.run("fit", csv, "-t", "y", "-q", "--draws", 50, "--out", out);
    assertThat(run.code()).as(run.err()).isZero();
    for (String file : new String[] {"summary.csv", "draws.csv"}) {
      assertThat(Files.readString(out.resolve(file))).doesNotContainPattern("(^|[,\\n])\"?[=+@]");
    }
  }

  /**
   * {@code Files.createTempFile} gives access to its owner only, {@code File.createTempFile} to
   * all.
   */
  @Test
  void temporary_files_are_private() {
    assertThat(callers("java.io.File", "createTempFile")).isEmpty();
  }
}
