package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.draws.Draws;
import org.perrin.dynamics.StepStatistic;
import org.perrin.io.draws.CmdStanCsv;
import org.perrin.io.draws.CmdStanHeader;
import org.perrin.regression.FitFolder;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Commands do what their help says: results on stdout, remarks on stderr, programs read JSON. */
class CommandsTest {
  @TempDir static Path folder;
  private static Path people;
  private static Path fit;

  @BeforeAll
  static void fit() {
    people = Cli.people(folder, 2000);
    fit = folder.resolve("people-fit");
    Cli result = Cli.run("fit", people, "--target", "bought", "--out", fit, "--draws", 300);
    assertThat(result.code()).isZero();
    assertThat(result.err()).contains("model: logistic, because");
    assertThat(result.out()).contains("town[Kiel]", "priors: ", "result: " + fit);
  }

  @Test
  void a_zero_one_column_has_the_same_prior_however_rare_it_is() {
    JsonNode json = JsonMapper.shared().readTree(Cli.bytes(fit.resolve("fit.json")));
    assertThat(json.path("parameters").get(3).path("name").stringValue()).isEqualTo("town[Kiel]");
    assertThat(json.path("parameters").get(3).path("prior").stringValue())
        .isEqualTo("normal(0, 2.5)");
  }

  @Test
  void summary_says_the_same_again() {
    Cli csv = Cli.run("summary", fit, "--csv");
    assertThat(csv.out()).isEqualTo(new String(Cli.bytes(fit.resolve("summary.csv"))));
    JsonNode json = Cli.run("summary", fit, "--json").json();
    assertThat(json.path("summary").get(1).path("name").stringValue()).isEqualTo("age");
  }

  /**
   * NUTS knows its trees, the natural sampler of a small table its density, SGLD of a large none.
   */
  @Test
  void files_say_what_the_sampler_knows() throws IOException {
    Path nuts = folder.resolve("nuts");
    Cli first =
        Cli.run("fit", people, "-t", "bought", "-s", "nuts", "--draws", 300, "-o", nuts, "-q");
    assertThat(first.code()).as(first.err()).isZero();
    JsonNode json = JsonMapper.shared().readTree(Cli.bytes(nuts.resolve("fit.json")));
    assertThat(json.path("sampler").path("divergent").isIntegralNumber()).isTrue();
    assertThat(json.path("sampler").path("max_treedepth").isIntegralNumber()).isTrue();
    Draws exact = CmdStanCsv.read(chains(nuts));
    assertThat(exact.divergent()).isEqualTo(json.path("sampler").path("divergent").longValue());
    var steps = exact.chains().getFirst().transitions();
    assertThat(steps.get(0, StepStatistic.LEAPFROGS).getAsDouble()).isPositive();
    assertThat(steps.get(0, StepStatistic.ENERGY).getAsDouble())
        .isGreaterThan(-steps.get(0, StepStatistic.LOG_DENSITY).getAsDouble());
    Path natural = folder.resolve("natural");
    Cli made =
        Cli.run(
            "fit", people, "-t", "bought", "-s", "natural", "--draws", 300, "-o", natural, "-q");
    assertThat(made.code()).as(made.err()).isZero();
    assertThat(Files.readString(natural.resolve("draws/chain-1.csv")))
        .contains("#     algorithm = natural\n", "\nlp__,beta.1,")
        .doesNotContain("nuts", "treedepth__");
    // both are draws of one posterior: f has a mean and an sd (√(d/2) = 1.6 on a Gaussian)
    assertThat(density(CmdStanCsv.read(chains(natural)))).isCloseTo(density(exact), within(0.4));
    JsonNode other = JsonMapper.shared().readTree(Cli.bytes(natural.resolve("fit.json")));
    assertThat(other.path("sampler").has("divergent")).isFalse();
  }

  private static double density(Draws draws) {
    return draws.chains().stream()
        .flatMapToDouble(
            chain ->
                IntStream.range(0, chain.count())
                    .mapToDouble(
                        t -> chain.transitions().get(t, StepStatistic.LOG_DENSITY).getAsDouble()))
        .average()
        .orElseThrow();
  }

  @Test
  void lists_are_json_too() {
    for (String list : new String[] {"samplers", "models", "priors"}) {
      Cli result = Cli.run(list, "--json");
      assertThat(result.code()).isZero();
      assertThat(result.json().size()).isGreaterThan(2);
    }
  }

  @Test
  void check_reads_the_data_again_and_knows_when_they_have_changed() throws IOException {
    Cli good = Cli.run("check", fit, "--gradients", 100, "--json");
    assertThat(good.code()).as(good.err()).isZero();
    assertThat(good.json().path("verdict").stringValue()).isNotEqualTo("biased");
    assertThat(good.json().path("parameters").size()).isEqualTo(5);
    Path other = folder.resolve("other.csv");
    Files.writeString(other, Files.readString(people).replaceFirst("yes", "no"));
    Cli bad = Cli.run("check", fit, "--data", other, "--quiet");
    assertThat(bad.code()).isEqualTo(1);
    assertThat(bad.err())
        .startsWith(
            "perrin: " + other + " is not what it was when " + fit + " was fitted (crc32c:");
  }

  @Test
  void check_says_so_when_draws_are_biased_and_ends_well() {
    Path biased = folder.resolve("biased");
    Cli made =
        Cli.run(
            "fit",
            people,
            "-t",
            "bought",
            "-s",
            "sgld",
            "--subsample",
            4,
            "--step-size",
            0.02,
            "--draws",
            500,
            "--out",
            biased,
            "--quiet");
    assertThat(made.code()).as(made.err()).isZero();
    Cli result = Cli.run("check", biased);
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).startsWith("verdict: BIASED: ");
    JsonNode kept = JsonMapper.shared().readTree(Cli.bytes(biased.resolve("check.json")));
    assertThat(kept.path("verdict").stringValue()).isEqualTo("biased");
    assertThat(result.out().replace("\n  ", " "))
        .contains(", worst: " + kept.path("worst").stringValue() + ": fit");
    String page = new String(Cli.bytes(biased.resolve("report.html")), StandardCharsets.UTF_8);
    assertThat(page)
        .contains("\"headline\":\"Do not rely on these draws\"")
        .contains(kept.path("worst").stringValue())
        .doesNotContain("perrin check measures it.");
    assertThat(Cli.run("check", biased, "--gradients", 20).code()).isEqualTo(2);
  }

  /** The intercept of columns far from zero is another number than the sampler's. */
  @Test
  void check_looks_at_the_parameters_of_the_summary() throws IOException {
    JsonNode good = Cli.run("check", fit, "--json", "-q").json();
    List<String> names = new ArrayList<>();
    good.path("parameters").forEach(p -> names.add(p.path("name").stringValue()));
    List<String> summary = new ArrayList<>();
    JsonNode rows = Cli.run("summary", fit, "--json").json().path("summary");
    rows.forEach(r -> summary.add(r.path("name").stringValue()));
    assertThat(names).isEqualTo(summary);
    // the intercept of the user's columns alone is moved, by half a standard deviation
    Path moved = folder.resolve("moved");
    Files.createDirectories(moved.resolve("draws"));
    Files.copy(
        fit.resolve("fit.json"), moved.resolve("fit.json"), StandardCopyOption.REPLACE_EXISTING);
    double sd = rows.get(0).path("sd").doubleValue();
    Draws draws = CmdStanCsv.read(chains(fit));
    CmdStanCsv.writeAll(
        moved.resolve("draws"),
        draws.map(
            (from, to) -> {
              System.arraycopy(from, 0, to, 0, from.length);
              to[0] += 0.5 * sd;
            }),
        CmdStanHeader.of("m", 1));
    JsonNode found = Cli.run("check", moved, "--json", "-q").json().path("parameters");
    assertThat(found.get(0).path("mean_shift").doubleValue()).isCloseTo(0.5, within(0.15));
    assertThat(found.get(0).path("finding").stringValue()).isEqualTo("biased");
  }

  private static List<Path> chains(Path fit) {
    return IntStream.rangeClosed(1, 4)
        .mapToObj(c -> fit.resolve("draws/chain-" + c + ".csv"))
        .toList();
  }

  @Test
  void predictions_have_a_row_each_and_scores_beside_them() throws IOException {
    Path out = folder.resolve("predictions.csv");
    Cli result = Cli.run("predict", fit, people, "--out", out, "--json");
    assertThat(result.code()).as(result.err()).isZero();
    JsonNode scores = result.json().path("scores");
    assertThat(scores.path("log_loss").doubleValue()).isBetween(0.55, 0.69);
    assertThat(scores.path("auc").doubleValue()).isBetween(0.6, 0.8);
    assertThat(scores.path("calibration").size()).isEqualTo(10);
    assertThat(Files.readAllLines(out))
        .hasSize(2001)
        .first()
        .isEqualTo("row,mean,sd,q5,q95,problem");
  }

  @Test
  void predictions_need_no_target() {
    Path few = Cli.write(folder.resolve("few.csv"), "age,income,town\n30,2000,Ulm\n60,100,Kiel\n");
    Cli text = Cli.run("predict", fit, few, "--interval", 0.5);
    assertThat(text.out().lines()).hasSize(3).first().isEqualTo("row,mean,sd,q25,q75,problem");
    Cli json = Cli.run("predict", fit, few, "--json");
    assertThat(json.json().path("predictions").size()).isEqualTo(2);
    assertThat(json.json().has("scores")).isFalse();
  }

  @Test
  void rows_that_cannot_be_predicted_say_why() {
    String rows = "age,income,town\n3,2,Bon\n4,5,Bonn\n,5,Ulm\n4,7,Ulm\n4,NA,Bon\n";
    Path some = Cli.write(folder.resolve("u.csv"), rows);
    Cli marked = Cli.run("predict", fit, some);
    assertThat(marked.code()).as(marked.err()).isZero();
    List<String> lines = marked.out().lines().toList();
    assertThat(lines).hasSize(6);
    assertThat(lines.get(1)).isEqualTo("1,,,,,\"\"\"town\"\" has the new level \"\"Bon\"\"\"");
    assertThat(lines.get(3)).isEqualTo("3,,,,,\"\"\"age\"\" is missing\"");
    assertThat(lines.get(5)).isEqualTo("5,,,,,\"\"\"income\"\" is missing\"");
    assertThat(lines.get(2)).matches("2(,[0-9.E-]+){4},");
    assertThat(marked.err())
        .contains("3 of 5 rows cannot be predicted: 2 with missing values, 1 with levels that");
    Cli json = Cli.run("predict", fit, some, "--json");
    assertThat(json.json().path("predictions").get(2).path("problem").stringValue())
        .isEqualTo("\"age\" is missing");
    Cli dropped = Cli.run("predict", fit, some, "--missing", "drop");
    assertThat(dropped.out().lines().map(line -> line.split(",")[0]))
        .containsExactly("row", "2", "4");
    assertThat(Cli.run("predict", fit, some, "--strict").err())
        .contains("values are missing in 2 columns");
    Path one = Cli.write(folder.resolve("v.csv"), "age,income,town\n3,2,Bon\n");
    Cli strict = Cli.run("predict", fit, one, "--strict");
    assertThat(strict.code()).isEqualTo(1);
    assertThat(strict.err())
        .endsWith(
            "level \"Bon\" was not there when the model was fitted: did you mean \"Bonn\"?\n");
    assertThat(Cli.run("predict", fit, one).err())
        .endsWith("no row can be predicted: in the first, \"town\" has the new level \"Bon\"\n");
    Path packed = folder.resolve("u.perrin");
    assertThat(Cli.run("data", "pack", some, "-o", packed).code()).isZero();
    assertThat(Cli.run("predict", fit, packed).out()).isEqualTo(marked.out());
  }

  @Test
  void quiet_says_nothing_but_errors() {
    Cli result =
        Cli.run("fit", people, "-t", "bought", "-q", "--draws", 50, "--out", folder.resolve("q"));
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).isNotEmpty();
  }

  @Test
  void poisson_takes_exposure_and_weights() {
    Path claims = Cli.claims(folder, 1500);
    Path out = folder.resolve("claims-fit");
    Cli result =
        Cli.run(
            "fit",
            claims,
            "-t",
            "claims",
            "--offset",
            "log(years)",
            "--weights",
            "times",
            "--draws",
            200,
            "--out",
            out,
            "--json",
            "-q");
    assertThat(result.code()).as(result.err()).isZero();
    JsonNode rows = result.json().path("summary");
    assertThat(rows.size()).isEqualTo(2);
    assertThat(rows.get(0).path("mean").doubleValue()).isBetween(-0.65, -0.35);
    assertThat(rows.get(1).path("mean").doubleValue()).isBetween(0.2, 0.4);
    JsonNode scores =
        Cli.run("predict", out, claims, "--out", folder.resolve("c.csv"), "--json")
            .json()
            .path("scores");
    assertThat(scores.path("coverage").doubleValue()).isBetween(0.87, 0.99);
  }

  @Test
  void sql_and_formulas_choose_what_is_fitted() {
    String query = "SELECT age, income, bought FROM '%s' WHERE town <> 'Ulm'".formatted(people);
    Cli sql =
        Cli.run(
            "fit",
            "--sql",
            query,
            "-t",
            "bought",
            "--draws",
            50,
            "-q",
            "--json",
            "--out",
            folder.resolve("sql"));
    assertThat(sql.code()).as(sql.err()).isZero();
    assertThat(sql.json().path("summary").size()).isEqualTo(3);
    Cli formula =
        Cli.run(
            "fit",
            people,
            "--formula",
            "log(income) ~ age + C(town) + age:town",
            "--draws",
            50,
            "-q",
            "--json",
            "--out",
            folder.resolve("formula"));
    assertThat(formula.code()).as(formula.err()).isZero();
    assertThat(formula.json().path("summary").toString()).contains("age:town[Kiel]", "sigma");
  }

  @Test
  void the_number_of_threads_changes_no_byte() {
    for (int threads = 1; threads <= 2; threads++) {
      Cli.run(
          "fit",
          people,
          "-t",
          "bought",
          "--threads",
          threads,
          "--draws",
          100,
          "-q",
          "-s",
          "natural",
          "--out",
          folder.resolve("threads-" + threads));
    }
    for (String file : new String[] {"draws.csv", "summary.csv", "draws/chain-4.csv"}) {
      assertThat(Cli.bytes(folder.resolve("threads-1").resolve(file)))
          .isEqualTo(Cli.bytes(folder.resolve("threads-2").resolve(file)));
    }
  }

  @Test
  void two_runs_do_not_write_to_one_folder() {
    Path out = folder.resolve("locked");
    try (var held = FitFolder.open(out)) {
      assertThat(held.work()).exists();
      Cli result = Cli.run("fit", people, "-t", "bought", "--out", out);
      assertThat(result.code()).isEqualTo(1);
      assertThat(result.err())
          .isEqualTo(
              "perrin: another run is writing to %s: wait for it, or choose another --out\n"
                  .formatted(out));
    }
  }

  @Test
  void bench_samplers_puts_the_natural_sampler_before_the_plain_one() {
    Path out = folder.resolve("compare");
    Cli result =
        Cli.run(
            "bench",
            "samplers",
            people,
            "-t",
            "bought",
            "-s",
            "natural,sgld",
            "--passes",
            300,
            "--exact-draws",
            200,
            "--out",
            out,
            "--json",
            "-q");
    assertThat(result.code()).as(result.err()).isZero();
    JsonNode samplers = result.json().path("samplers");
    assertThat(samplers.get(0).path("mean_error").doubleValue())
        .isLessThan(samplers.get(1).path("mean_error").doubleValue());
    assertThat(out.resolve("curves.png")).isNotEmptyFile();
    assertThat(out.resolve("curves.csv")).isNotEmptyFile();
  }

  @Test
  void demo_can_be_checked_like_any_fit() {
    Path out = folder.resolve("demo");
    Cli demo = Cli.run("demo", "--rows", 1000, "--out", out, "-q");
    assertThat(demo.code()).as(demo.err()).isZero();
    assertThat(demo.out()).contains("compared: on 1,000 of the rows");
    assertThat(Cli.run("check", out, "--gradients", 64, "-q").code()).isZero();
  }

  @Test
  void synthetic_tables_read_back_and_are_described() {
    for (String kind : new String[] {"covertype-like", "casp-like", "linear", "poisson"}) {
      Path file = folder.resolve(kind + ".csv.gz");
      assertThat(Cli.run("data", "synth", kind, "--rows", 50, "--out", file).code()).isZero();
      JsonNode json = Cli.run("data", "describe", file, "--json").json();
      assertThat(json.path("rows").intValue()).isEqualTo(50);
    }
    Cli text = Cli.run("data", "describe", people);
    assertThat(text.out()).contains("3 levels: ", "true in ", "logistic");
  }

  @Test
  void every_command_has_help_with_examples() {
    var nowhere = new PrintWriter(Writer.nullWriter());
    var root = Main.commandLine(nowhere, nowhere, null);
    root.getSubcommands()
        .forEach(
            (name, command) -> {
              if (!command.getCommandSpec().usageMessage().hidden()) {
                Cli help = Cli.run(name, "--help");
                assertThat(help.code()).isZero();
                assertThat(help.out()).contains("Examples:");
              }
            });
  }

  @Test
  void commands_are_parsed_alone_under_the_names_that_they_have() {
    var nowhere = new PrintWriter(Writer.nullWriter());
    Main.commandLine(nowhere, nowhere, null)
        .getSubcommands()
        .forEach(
            (name, command) -> {
              var spec = command.getCommandSpec();
              assertThat(spec.userObject().getClass().getAnnotation(CommandLine.Command.class))
                  .extracting(CommandLine.Command::name)
                  .isEqualTo(name);
              if (PerrinCommand.alone(name)) {
                assertThat(Main.commandLine(nowhere, nowhere, name).getSubcommands())
                    .containsOnlyKeys(name);
              }
            });
    assertThat(PerrinCommand.alone("fit")).isTrue();
    assertThat(PerrinCommand.alone("completion")).isFalse();
  }
}
