package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is wrong with a model is said after the fit, with what to try. Data have fixed seeds. */
class MisfitTest {
  @TempDir Path folder;

  private Cli fit(Path data, Object... more) {
    Object[] all = new Object[more.length + 8];
    Object[] first = {
      "fit", data, "--draws", 200, "-q", "--overwrite", "--out", folder.resolve("out")
    };
    System.arraycopy(first, 0, all, 0, 8);
    System.arraycopy(more, 0, all, 8, more.length);
    Cli fit = Cli.run(all);
    assertThat(fit.code()).as(fit.err()).isZero();
    return fit;
  }

  private static String oneLine(Cli cli) {
    return cli.out().replaceAll("\n  ", " ");
  }

  @Test
  void overdispersed_counts_call_for_a_negative_binomial() {
    Path data = Worlds.counts(folder, 3000);
    String poisson = oneLine(fit(data, "-t", "y", "--drop", "years"));
    assertThat(poisson)
        .containsPattern("misfit: [0-9.]+ % of the rows lie where the model does not expect them")
        .contains("try --model negative-binomial");
    assertThat(oneLine(Cli.run("check", folder.resolve("out"), "-q")))
        .contains("misfit: ", "try --model negative-binomial");
    String right =
        oneLine(fit(data, "-t", "y", "--offset", "log(years)", "-m", "negative-binomial"));
    assertThat(right).doesNotContain("misfit");
    assertThat(oneLine(Cli.run("check", folder.resolve("out"), "-q"))).contains("fit: yes: ");
  }

  @Test
  void outliers_call_for_a_robust_model() {
    Path data = Worlds.outliers(folder, 2000);
    assertThat(oneLine(fit(data, "-t", "y"))).contains("misfit: ", "try --model robust");
    assertThat(fit(data, "-t", "y", "--json").json().path("model_warning").stringValue())
        .contains("try --model robust");
  }

  @Test
  void a_skewed_positive_target_calls_for_its_logarithm() {
    var random = new Random(5);
    var text = new StringBuilder("a,price\n");
    for (int i = 0; i < 2000; i++) {
      double a = random.nextGaussian();
      text.append("%.5f,%.5f%n".formatted(a, Math.exp(a + random.nextGaussian())));
    }
    Path data = Cli.write(folder.resolve("skewed.csv"), text.toString());
    assertThat(oneLine(fit(data, "-t", "price"))).contains("misfit: ", "log(price) ~ …");
    assertThat(oneLine(fit(data, "-f", "log(price) ~ a"))).doesNotContain("misfit");
  }

  /** {@code logit p = 3ab}, which main effects cannot describe. */
  @Test
  void an_interaction_is_missed_by_logistic_and_multinomial_models() {
    var random = new Random(6);
    var text = new StringBuilder("a,b,y,c\n");
    for (int i = 0; i < 4000; i++) {
      double a = random.nextInt(2);
      double b = random.nextInt(2) + 0.3 * a;
      boolean y = random.nextDouble() < 1 / (1 + Math.exp(-4 * (a - 0.5) * (b - 0.65)));
      String c = random.nextInt(3) == 0 ? "red" : y ? "green" : "blue";
      text.append("%.3f,%.3f,%s,%s%n".formatted(a, b, y ? "yes" : "no", c));
    }
    Path data = Cli.write(folder.resolve("crossed.csv"), text.toString());
    String terms = "add interactions or powers of columns by --formula";
    assertThat(oneLine(fit(data, "-t", "y", "--drop", "c"))).contains("misfit: ", terms);
    assertThat(oneLine(fit(data, "-f", "y ~ a + b + a:b"))).doesNotContain("misfit");
    assertThat(oneLine(fit(data, "-f", "c ~ a + b", "-m", "multinomial")))
        .contains("misfit: ", terms);
    assertThat(oneLine(fit(data, "-f", "c ~ a + b + a:b", "-m", "multinomial")))
        .doesNotContain("misfit");
  }

  @Test
  void reports_of_classes_show_all_of_them_and_check_the_fit() {
    fit(Worlds.classes(folder, 3000), "-t", "y", "-m", "multinomial");
    JsonNode data = report(folder.resolve("out"));
    assertThat(data.path("scales").valueStream().filter(JsonNode::isNull).count()).isEqualTo(2);
    assertThat(data.path("scales").size()).isEqualTo(6);
    assertThat(data.path("references").get(0).stringValue()).isEqualTo("y = 1");
    JsonNode seen = data.path("predictive");
    assertThat(seen.path("curves").size()).isEqualTo(3);
    for (JsonNode curve : seen.path("curves")) {
      assertThat(curve.path("groups").size()).isEqualTo(10);
    }
    for (JsonNode row : seen.path("histogram").path("expected")) {
      double sum = row.valueStream().mapToDouble(JsonNode::doubleValue).sum();
      assertThat(sum).isBetween(0.9999, 1.0001);
    }
    assertThat(data.path("verdict").path("findings").get(3).path("answer").stringValue())
        .isEqualTo("Yes");
  }

  static JsonNode report(Path out) {
    String html =
        new String(Cli.bytes(out.resolve("report.html")), java.nio.charset.StandardCharsets.UTF_8);
    String json =
        html.replaceFirst("(?s).*<script type=\"application/json\" id=\"data\">", "")
            .replaceFirst("(?s)</script>.*", "");
    return JsonMapper.shared().readTree(json);
  }
}
