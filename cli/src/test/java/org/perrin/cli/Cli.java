package org.perrin.cli;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Commands as a user runs them, in this process or in one of their own. */
record Cli(int code, String out, String err) {
  /** Runs a command here. */
  static Cli run(Object... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    String[] words = new String[arguments.length];
    for (int k = 0; k < words.length; k++) {
      words[k] = arguments[k].toString();
    }
    int code = Main.run(new PrintWriter(out), new PrintWriter(err), words);
    return new Cli(code, out.toString(), err.toString());
  }

  /** Starts a command in a Java of its own, in a folder. */
  static Process start(Path folder, Object... arguments) {
    return startWith("512m", folder, arguments);
  }

  /** The same with a heap of that size. */
  static Process startWith(String heap, Path folder, Object... arguments) {
    return startIn(
        List.of("-Xmx" + heap, "--add-modules", "jdk.incubator.vector"), folder, arguments);
  }

  /** The same, with its errors in a file, as on a terminal. */
  static Process startWith(String heap, Path log, Path folder, Object... arguments) {
    List<String> java =
        List.of(
            "-Xmx" + heap,
            "-XX:+UseParallelGC", // as jvm.options has it: it gives up where others go on
            "-Dperrin.terminal=err",
            "--add-modules",
            "jdk.incubator.vector");
    return startIn(java, log, folder, arguments);
  }

  /** The same in a Java with these options. */
  static Process startIn(List<String> java, Path folder, Object... arguments) {
    return startIn(java, null, folder, arguments);
  }

  /** The same with variables of the environment. */
  static Process startAmong(Map<String, String> variables, Path folder, Object... arguments) {
    List<String> java = List.of("-Xmx512m", "--add-modules", "jdk.incubator.vector");
    return startIn(java, variables, null, folder, arguments);
  }

  private static Process startIn(List<String> java, Path log, Path folder, Object... arguments) {
    return startIn(java, Map.of(), log, folder, arguments);
  }

  private static Process startIn(
      List<String> java,
      Map<String, String> variables,
      Path log,
      Path folder,
      Object... arguments) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.add("-Xlog:disable");
    command.addAll(java);
    command.add("-cp");
    command.add(
        absolute(
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
    command.add(Main.class.getName());
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().putAll(variables);
    try {
      return builder
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(
              log == null
                  ? ProcessBuilder.Redirect.DISCARD
                  : ProcessBuilder.Redirect.to(log.toFile()))
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String absolute(String classpath) {
    return Arrays.stream(classpath.split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  JsonNode json() {
    return JsonMapper.shared().readTree(out);
  }

  /** A small logistic table with a level and a number. */
  static Path people(Path folder, int rows) {
    var random = new Random(1);
    var text = new StringBuilder("age,income,town,bought\n");
    String[] towns = {"Ulm", "Bonn", "Kiel"};
    for (int i = 0; i < rows; i++) {
      double age = 20 + 50 * random.nextDouble();
      double income = Math.exp(8 + random.nextGaussian());
      int town = random.nextInt(3);
      double eta = 0.05 * (age - 45) + 0.4 * (town - 1);
      boolean bought = random.nextDouble() < 1 / (1 + Math.exp(-eta));
      text.append("%.2f,%.2f,%s,%s\n".formatted(age, income, towns[town], bought ? "yes" : "no"));
    }
    return write(folder.resolve("people.csv"), text.toString());
  }

  /** Claims with an exposure and a weight. */
  static Path claims(Path folder, int rows) {
    var random = new Random(2);
    var text = new StringBuilder("risk,years,times,claims\n");
    for (int i = 0; i < rows; i++) {
      double risk = random.nextGaussian();
      double years = 0.5 + random.nextInt(5);
      double rate = years * Math.exp(-0.5 + 0.3 * risk);
      int claims = 0;
      for (double t = -Math.log(1 - random.nextDouble());
          t < rate;
          t -= Math.log(1 - random.nextDouble())) {
        claims++;
      }
      text.append("%.4f,%.1f,%d,%d\n".formatted(risk, years, 1 + i % 2, claims));
    }
    return write(folder.resolve("claims.csv"), text.toString());
  }

  static Path write(Path path, String text) {
    try {
      return Files.writeString(path, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] bytes(Path path) {
    try {
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
