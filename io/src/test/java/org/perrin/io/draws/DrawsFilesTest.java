package org.perrin.io.draws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.perrin.data.Doubles;
import org.perrin.draws.CsvText;
import org.perrin.draws.Draws;
import org.perrin.draws.Transitions;
import org.perrin.dynamics.StepStatistic;
import org.perrin.io.InputException;
import org.perrin.io.Samples;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;

class DrawsFilesTest {
  static final List<String> NAMES =
      List.of("(Intercept)", "=1+1", "a = b, \"c\"", "日本 # \n line", "sigma");

  @TempDir Path folder;

  /** Chains of AR(1) draws with many digits and many sizes. */
  static Draws random(long seed, int chains, int count) {
    var random = new SplittableRandom(seed);
    int d = NAMES.size();
    return new Draws(
        NAMES,
        IntStream.range(0, chains)
            .mapToObj(
                _ -> {
                  double[] values = new double[count * d];
                  for (int i = 0; i < values.length; i++) {
                    double before = i < d ? 0 : values[i - d] / Math.pow(10, i % d);
                    values[i] = Math.pow(10, i % d) * (0.5 * before + random.nextGaussian());
                  }
                  return Draws.Chain.of(d, values);
                })
            .toList());
  }

  /** With what NUTS says of three draws, the first of them divergent, with a full tree. */
  static Draws withSteps(Draws draws) {
    double[] steps = {
      -1.5, 0.75, 0.5, 10, 7, 1, 2.5, -2, 0.9, 0.5, 2, 3, 0, 4, -3, 1, 0.5, 1, 1, 0, 3.5
    };
    List<StepStatistic> columns =
        Arrays.stream(StepStatistic.values())
            .filter(statistic -> statistic != StepStatistic.FULL_TREE)
            .toList();
    var transitions = new Transitions(columns, Doubles.of(steps), 1, 1);
    return new Draws(
        draws.names(),
        draws.chains().stream()
            .map(c -> Draws.Chain.of(c.dimension(), c.values(), transitions))
            .toList());
  }

  private static void assertSame(Draws actual, Draws expected) {
    assertThat(actual.names()).isEqualTo(expected.names());
    assertThat(actual.chains()).hasSameSizeAs(expected.chains());
    for (int c = 0; c < expected.chains().size(); c++) {
      assertThat(actual.chains().get(c).values()).isEqualTo(expected.chains().get(c).values());
    }
  }

  @Test
  void cmdstan_files_read_back_to_the_bit() {
    Draws draws = random(1, 3, 200);
    var header = new CmdStanHeader("my = model", "a\nb.csv", "natural", -1L, 500, 0.25, 1.5, 2.25);
    assertSame(CmdStanCsv.read(CmdStanCsv.writeAll(folder, draws, header)), draws);
  }

  @Test
  void what_the_sampler_says_of_its_steps_reads_back() {
    Draws draws = withSteps(random(1, 2, 3));
    var header = new CmdStanHeader("m", "d.csv", "nuts", 1, 500, 0.5, 0, 0);
    Draws read = CmdStanCsv.read(CmdStanCsv.writeAll(folder, draws, header));
    assertSame(read, draws);
    for (int c = 0; c < 2; c++) {
      Transitions expected = draws.chains().get(c).transitions();
      Transitions actual = read.chains().get(c).transitions();
      assertThat(actual.columns()).isEqualTo(expected.columns());
      assertThat(actual.values().toArray()).isEqualTo(expected.values().toArray());
    }
    assertThat(read.divergent()).isEqualTo(2);
    assertThat(read.fullTrees()).isEqualTo(2);
  }

  /** Nothing is claimed that the sampler does not know. */
  @Test
  void samplers_without_trees_write_no_columns_of_trees() throws IOException {
    Path path = folder.resolve("chain.csv");
    var header = new CmdStanHeader("m", "d.csv", "sgld-cv-ps", 1, 500, 0.5, 0, 0);
    CmdStanCsv.write(path, random(1, 1, 3), 1, header);
    List<String> lines = Files.readAllLines(path);
    assertThat(lines)
        .contains("#     algorithm = sgld-cv-ps", "# Step size = 0.5")
        .noneMatch(line -> line.contains("nuts") || line.contains("hmc"));
    assertThat(lines.stream().filter(line -> !line.startsWith("#")).toList())
        .hasSize(4)
        .allMatch(line -> line.startsWith("lp__,beta.1,") || line.startsWith("nan,"));
    Draws read = CmdStanCsv.read(List.of(path));
    assertThat(read.divergent()).isZero();
    assertThat(read.know(StepStatistic.DIVERGENT)).isFalse();
  }

  @Test
  void extreme_doubles_survive() {
    double[] values = {Double.MIN_VALUE, -0.0, Double.MAX_VALUE, 0.1 + 0.2, 1e-300, -1 / 3.0};
    Draws draws = new Draws(List.of("x"), List.of(Draws.Chain.of(1, values)));
    Path path = folder.resolve("x.csv");
    CmdStanCsv.write(path, draws, 1, CmdStanHeader.of("m", 1));
    assertSame(CmdStanCsv.read(List.of(path)), draws);
  }

  @Test
  void comments_keep_to_their_lines() throws IOException {
    Path path = folder.resolve("chain.csv");
    var header =
        new CmdStanHeader("my = model", "a\nb.csv", "nuts", 1L << 40 | 7, 500, 0.25, 1.5, 2.25);
    CmdStanCsv.write(path, withSteps(random(1, 1, 3)), 1, header);
    List<String> lines = Files.readAllLines(path);
    assertThat(lines)
        .contains("# model = my _ model", "#   file = a_b.csv", "#   seed = 7", "# id = 1")
        .contains("#     num_samples = 3", "#     num_warmup = 500", "#     save_warmup = 0")
        .contains(
            "#  Elapsed Time: 1.500 seconds (Warm-up)", "#                3.750 seconds (Total)");
    assertThat(lines.stream().filter(line -> !line.startsWith("#")))
        .hasSize(4)
        .first()
        .isEqualTo(
            "lp__,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__,"
                + "beta.1,beta.2,beta.3,beta.4,beta.5");
    assertThat(lines.stream().filter(line -> line.startsWith("-1.5,0.75,0.5,10,7,1,2.5,")))
        .hasSize(1);
    assertThat(Files.readString(path)).isASCII();
  }

  /** The layout of CmdStan 2.36, warm-up saved and thinned. */
  @Test
  void files_of_cmdstan_itself() {
    String text =
        """
        # stan_version_major = 2
        # model = bernoulli_model
        # method = sample (Default)
        #   sample
        #     num_samples = 4
        #     num_warmup = 3
        #     save_warmup = true
        #     thin = 2
        lp__,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__,theta,z.1,z.2,m.1.2
        -7.1,0.9,0.8,1,3,0,7.2,0.1,1,2,nan
        -7.2,1,0.8,1,3,0,7.4,0.2,3,4,5
        # Adaptation terminated
        # Step size = 0.8
        # Diagonal elements of inverse mass matrix:
        # 0.5
        -7.3,1,0.9,1,1,0,inf,0.3,5,6,inf
        -7.4,1,0.9,2,3,1,7.5,-4e-1,7,8,-inf
        #\s
        #  Elapsed Time: 0.005 seconds (Warm-up)
        """;
    Draws draws = CmdStanCsv.read(List.of(Samples.file(folder, "bernoulli.csv", text)));
    assertThat(draws.names()).containsExactly("theta", "z[1]", "z[2]", "m[1,2]");
    assertThat(draws.divergent()).isEqualTo(1);
    assertThat(
            draws.chains().getFirst().transitions().get(1, StepStatistic.LEAPFROGS).getAsDouble())
        .isEqualTo(3);
    assertThat(draws.chains().getFirst().values())
        .containsExactly(0.3, 5, 6, Double.POSITIVE_INFINITY, -0.4, 7, 8, Double.NEGATIVE_INFINITY);
  }

  @Test
  void samplers_of_other_kinds_have_other_columns() {
    String text = "# method = variational\nlp__,log_p__,log_g__,a.b\n0,0,0,1.5\n0,-1,-2,2.5\n";
    Draws draws = CmdStanCsv.read(List.of(Samples.file(folder, "vi.csv", text)));
    assertThat(draws.names()).containsExactly("a.b");
    assertThat(draws.count()).isEqualTo(2);
  }

  @Test
  void chains_of_different_models_do_not_mix() {
    Path a = Samples.file(folder, "a.csv", "lp__,x\n1,2\n");
    Path b = Samples.file(folder, "b.csv", "lp__,y\n1,2\n");
    assertThatThrownBy(() -> CmdStanCsv.read(List.of(a, b)))
        .isInstanceOf(InputException.class)
        .hasMessage(b + ": holds other parameters than " + a + ": give chains of one fit");
  }

  @Test
  void files_that_are_written_together_are_those_that_are_written_alone() throws IOException {
    Draws draws = random(2, 2, 50);
    CmdStanHeader header = CmdStanHeader.of("m", 1);
    Path alone = Files.createDirectory(folder.resolve("alone"));
    Path together = Files.createDirectory(folder.resolve("together"));
    DrawsCsv.write(alone.resolve("draws.csv"), draws);
    CmdStanCsv.writeAll(alone, draws, header);
    DrawsCsv.writeWithChains(together.resolve("draws.csv"), together, draws, header);
    for (String name : List.of("draws.csv", "chain-1.csv", "chain-2.csv")) {
      assertThat(together.resolve(name)).hasSameBinaryContentAs(alone.resolve(name));
    }
  }

  @Test
  void one_table_of_all_chains() {
    Draws draws = random(2, 2, 50);
    Path path = folder.resolve("draws.csv");
    DrawsCsv.write(path, draws);
    Table table = Table.read(path);
    assertThat(table.names())
        .containsExactly(
            ".chain",
            ".iteration",
            ".draw",
            "(Intercept)",
            "'=1+1",
            "a = b, \"c\"",
            "日本 # \n line",
            "sigma");
    double[] draw = ((Column.Numeric) table.column(".draw")).values().toArray();
    assertThat(draw).startsWith(1, 2).endsWith(99, 100).hasSize(100);
    double[] sigma = ((Column.Numeric) table.column("sigma")).values().toArray();
    assertThat(sigma[0]).isEqualTo(draws.chains().get(0).get(0, 4));
    assertThat(sigma[99]).isEqualTo(draws.chains().get(1).get(49, 4));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '\0',
      value = {
        "age => age",
        "=cmd() => '=cmd()",
        "+1 => '+1",
        "-1 => '-1",
        "@x => '@x",
        "a,b => \"a,b\"",
        "=\"x\",1 => \"'=\"\"x\"\",1\"",
        "x=y => x=y"
      })
  void spreadsheets_find_no_formulas(String name, String field) {
    assertThat(CsvText.field(name)).isEqualTo(field);
  }
}
