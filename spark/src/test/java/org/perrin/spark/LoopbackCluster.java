package org.perrin.spark;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A standalone master and two workers on loopback, started from the jars of the class path. */
final class LoopbackCluster implements AutoCloseable {
  /** Surefire starts with a jar that only names the class path, and keeps that here. */
  private static final String CLASS_PATH =
      System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

  private final Path home;
  private final int port;
  private final List<Process> workers = new ArrayList<>();
  private final Process master;

  LoopbackCluster(Path home) throws IOException {
    this.home = home;
    Files.createDirectories(home.resolve("jars"));
    Files.createFile(home.resolve("RELEASE"));
    for (String entry : CLASS_PATH.split(File.pathSeparator)) {
      Path jar = Path.of(entry).toAbsolutePath();
      if (entry.endsWith(".jar") && Files.exists(jar)) {
        Path link = home.resolve("jars").resolve(jar.getFileName());
        if (!Files.exists(link)) {
          Files.createSymbolicLink(link, jar);
        }
      }
    }
    this.port = freePort();
    this.master =
        start(
            "master",
            "org.apache.spark.deploy.master.Master",
            "--host",
            "127.0.0.1",
            "--port",
            String.valueOf(port),
            "--webui-port",
            "0");
    await();
    for (int w = 0; w < 2; w++) {
      workers.add(worker(w));
    }
  }

  private Process worker(int w) throws IOException {
    return start(
        "worker" + w,
        "org.apache.spark.deploy.worker.Worker",
        "--host",
        "127.0.0.1",
        "--cores",
        "1",
        "--memory",
        "1g",
        "--webui-port",
        "0",
        "--work-dir",
        home.resolve("work" + w).toString(),
        url());
  }

  String url() {
    return "spark://127.0.0.1:" + port;
  }

  /** Runs a class of this class path with Spark's environment, on a heap of so many megabytes. */
  Process start(String name, String main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    // vectors are slow until they are compiled, which such short runs do not see
    command.add("-Dperrin.scalar=true");
    command.addAll(List.of("-cp", CLASS_PATH, main));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command);
    builder.environment().putAll(environment());
    builder.redirectErrorStream(true).redirectOutput(log(name).toFile());
    return builder.start();
  }

  private Map<String, String> environment() {
    return Map.of(
        "SPARK_HOME",
        home.toString(),
        "SPARK_SCALA_VERSION",
        "2.13",
        "SPARK_LOCAL_IP",
        "127.0.0.1",
        "SPARK_LOCAL_DIRS",
        home.resolve("local").toString(),
        "JAVA_HOME",
        System.getProperty("java.home"));
  }

  Path log(String name) {
    return home.resolve(name + ".log");
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void await() throws IOException {
    for (int attempt = 0; attempt < 1800; attempt++) {
      try {
        new Socket(InetAddress.getLoopbackAddress(), port).close();
        return;
      } catch (IOException e) {
        pause();
      }
      if (!master.isAlive()) {
        break;
      }
    }
    throw new IOException("the master did not start: " + Files.readString(log("master")));
  }

  static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("interrupted"));
    }
  }

  /** SIGKILL to a worker and to the executor that it started. */
  void kill(int w) {
    killTree(workers.get(w));
  }

  private static void killTree(Process process) {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  @Override
  public void close() {
    workers.forEach(LoopbackCluster::killTree);
    killTree(master);
    // links are taken away by hand: JUnit warns of each that leads out of its folder
    try (var jars = Files.list(home.resolve("jars"))) {
      jars.map(Path::toFile).forEach(File::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
