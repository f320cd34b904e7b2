package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.classfile.ClassFile;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The parser's classes as the build leaves them: recent enough for Java's cache, and working. */
class CacheableClassesTest {
  @TempDir Path folder;

  @Test
  void old_classes_are_brought_up_to_date_and_work() throws Exception {
    Path original =
        Path.of(CommandLine.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path jar = Files.copy(original, folder.resolve("parser.jar"));
    assertThat(version(original)).isLessThan(ClassFile.JAVA_6_VERSION);
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var build =
        new ProcessBuilder(java, "src/build/CacheableClasses.java", jar.toString())
            .inheritIO()
            .start();
    assertThat(build.waitFor()).isZero();
    assertThat(version(jar)).isEqualTo(ClassFile.JAVA_8_VERSION);
    URL[] only = {jar.toUri().toURL()};
    try (var loader = new URLClassLoader(only, ClassLoader.getPlatformClassLoader())) {
      Class<?> spec = loader.loadClass("picocli.CommandLine$Model$CommandSpec");
      Object line =
          loader
              .loadClass("picocli.CommandLine")
              .getConstructor(Object.class)
              .newInstance(spec.getMethod("create").invoke(null));
      Object usage = line.getClass().getMethod("getUsageMessage").invoke(line);
      assertThat((String) usage).startsWith("Usage: <main class>");
    }
  }

  private static int version(Path jar) throws Exception {
    try (var zip = new ZipFile(jar.toFile());
        var in = zip.getInputStream(zip.getEntry("picocli/CommandLine.class"))) {
      return ClassFile.of().parse(in.readAllBytes()).majorVersion();
    }
  }
}
