package org.perrin.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.perrin.data.Dataset;
import org.perrin.data.Synthetic;
import org.perrin.draws.Draws;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.draws.CmdStanCsv;
import org.perrin.posterior.Options;

/** A real master, two workers, and a death among them. */
class ClusterTest {
  private static final int DRAWS = 50;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"natural, 1", "exact, 1", "exact, 61"})
  void a_killed_worker_does_not_show_in_the_draws(String sampler, int levels) throws IOException {
    Path csv = write(Synthetic.classification(3, 20_000, 5, 0.5, 0.3), levels);
    try (var cluster = new LoopbackCluster(folder.resolve("spark"))) {
      Process far = fit(cluster, csv, sampler);
      awaitLine(far, cluster.log("far"), "step ");
      cluster.kill(0);
      assertThat(far.isAlive()).as("killed in the middle").isTrue();
      double[][] local = local(csv, sampler);
      assertThat(ended(far)).as(Files.readString(cluster.log("far"))).isZero();
      assertThat(far()).isEqualTo(local);
    }
  }

  private static double[][] local(Path csv, String sampler) {
    var rows =
        TestSessions.local()
            .read()
            .option("header", true)
            .option("inferSchema", true)
            .csv(csv.toString());
    var posterior =
        SparkFit.of(rows, DesignSpec.target("y"))
            .options(Options.standard().sampler(sampler).draws(DRAWS))
            .collectBelow(0)
            .run();
    return values(posterior.draws());
  }

  private static double[][] values(Draws draws) {
    return draws.chains().stream().map(Draws.Chain::values).toArray(double[][]::new);
  }

  private Process fit(LoopbackCluster cluster, Path csv, String sampler) throws IOException {
    String command =
        "fit %s --target y --sampler %s --draws %d --collect-below 0 --master %s --out %s"
            .formatted(csv, sampler, DRAWS, cluster.url(), folder.resolve("far"));
    return cluster.start("far", "org.perrin.spark.app.TestMain", command.split(" "));
  }

  /** With a factor of so many levels, if that is one. */
  private Path write(Dataset data, int levels) throws IOException {
    Path csv = folder.resolve("data.csv");
    try (var out = new PrintWriter(Files.newBufferedWriter(csv))) {
      String names = String.join(",", data.names().subList(1, data.names().size()));
      out.println(names + (levels > 1 ? ",g" : "") + ",y");
      for (int i = 0; i < data.count(); i++) {
        for (int k = 0; k < data.x().width() - 1; k++) {
          out.print(data.x().get(i, k + 1) + ",");
        }
        out.println((levels > 1 ? "g" + i % levels + "," : "") + data.y()[i]);
      }
    }
    return csv;
  }

  private static void awaitLine(Process process, Path log, String text) throws IOException {
    for (int attempt = 0; attempt < 6000 && process.isAlive(); attempt++) {
      if (Files.readString(log).contains(text)) {
        return;
      }
      LoopbackCluster.pause();
    }
    throw new AssertionError("no \"%s\" in %s".formatted(text, Files.readString(log)));
  }

  private static int ended(Process process) {
    for (int attempt = 0; attempt < 6000 && process.isAlive(); attempt++) {
      LoopbackCluster.pause();
    }
    process.destroyForcibly();
    return process.isAlive() ? -1 : process.exitValue();
  }

  private double[][] far() {
    return values(
        CmdStanCsv.read(
            Stream.of(1, 2, 3, 4)
                .map(c -> folder.resolve("far", "draws", "chain-" + c + ".csv"))
                .toList()));
  }
}
