package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the launchers build: with a Maven and a Java that only say that they were called. */
class LauncherTest {
  @TempDir Path root;

  @BeforeEach
  void tree() throws IOException {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no POSIX shell");
    for (String launcher : List.of("perrin", "perrin-spark")) {
      Files.copy(Path.of("..", launcher), root.resolve(launcher));
      assertThat(root.resolve(launcher).toFile().setExecutable(true)).isTrue();
    }
    for (String source :
        List.of(
            "pom.xml", "core/A.java", "io/B.java", "bench/C.java", "cli/D.java", "spark/E.java")) {
      old(source);
    }
    file("jdk/release", "JAVA_VERSION=\"25.0.1\"\nJAVA_RUNTIME_VERSION=\"25\"\n");
    script("jdk/bin/java", "echo java");
    script("jdk/bin/javac", "true");
    script(
        "bin/mvn",
        """
        echo called >>"%1$s/calls"
        mkdir -p "%1$s/cli/target/lib" "%1$s/spark/target/spark"
        touch "%1$s/cli/target/perrin.jar" "%1$s/spark/target/perrin-spark.jar"
        case "$*" in *spark-local*) touch "%1$s/spark/target/spark/spark-sql_2.13.jar" ;; esac
        """
            .formatted(root));
  }

  private void file(String name, String text) throws IOException {
    Path path = root.resolve(name);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private void old(String name) throws IOException {
    file(name, "");
    Files.setLastModifiedTime(root.resolve(name), FileTime.fromMillis(1_000_000_000_000L));
  }

  private void script(String name, String text) throws IOException {
    file(name, "#!/bin/sh\n" + text + "\n");
    assertThat(root.resolve(name).toFile().setExecutable(true)).isTrue();
  }

  /** Runs a launcher; how often Maven was called until now. */
  private int builds(String launcher) throws Exception {
    var builder = new ProcessBuilder(root.resolve(launcher).toString(), "fit");
    builder.environment().put("PATH", root.resolve("bin") + ":" + System.getenv("PATH"));
    builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
    builder.environment().remove("SPARK_HOME");
    Process run = builder.redirectErrorStream(true).start();
    String said = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(run.waitFor()).as(said).isZero();
    assertThat(said).contains("java");
    Path calls = root.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
  }

  /** As {@code ./mvnw verify} leaves it: jars, and nothing of the launchers. */
  private void verified() throws IOException {
    file("cli/target/perrin.jar", "");
    file("cli/target/lib/core.jar", "");
    file("spark/target/perrin-spark.jar", "");
  }

  @Test
  void spark_after_the_tests_fetches_spark_once() throws Exception {
    verified();
    assertThat(builds("perrin-spark")).isEqualTo(1);
    assertThat(builds("perrin-spark")).isEqualTo(1);
    assertThat(root.resolve("spark/target/spark/spark-sql_2.13.jar")).exists();
  }

  @Test
  void spark_first_builds_once_and_the_tests_change_nothing() throws Exception {
    assertThat(builds("perrin-spark")).isEqualTo(1);
    verified();
    assertThat(builds("perrin-spark")).isEqualTo(1);
  }

  @Test
  void where_spark_submit_is_there_spark_is_not_fetched() throws Exception {
    verified();
    script("bin/spark-submit", "echo java");
    assertThat(builds("perrin-spark")).isZero();
  }

  @Test
  void perrin_builds_once_and_again_after_a_change() throws Exception {
    assertThat(builds("perrin")).isEqualTo(1);
    assertThat(builds("perrin")).isEqualTo(1);
    Path source = root.resolve("core/A.java");
    FileTime built = Files.getLastModifiedTime(root.resolve("cli/target/built"));
    Files.setLastModifiedTime(source, FileTime.fromMillis(built.toMillis() + 5_000));
    assertThat(builds("perrin")).isEqualTo(2);
  }

  @Test
  void perrin_takes_the_jars_of_the_tests() throws Exception {
    verified();
    assertThat(builds("perrin")).isZero();
  }
}
