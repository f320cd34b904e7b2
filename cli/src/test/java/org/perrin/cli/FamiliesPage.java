package org.perrin.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.perrin.family.Families;
import org.perrin.family.Family;
import org.perrin.family.Parameter;
import org.perrin.model.FamilyModels;

/**
 * docs/families.md, generated from the registry, and from docs/families.csv, which holds what was
 * measured of each family.
 */
final class FamiliesPage {
  private static final int MEASURES = 9;

  private FamiliesPage() {}

  /** The page; {@code measured} are the lines of the file, a header first. */
  static String text(List<String> measured) {
    String lines = Families.ours().stream().map(FamiliesPage::line).collect(Collectors.joining());
    String figures =
        Families.ours().stream()
            .map(family -> figures(family, measured))
            .collect(Collectors.joining());
    return """
        # Families

        The values of `--model`, generated from the registry (`org.perrin.family.Families`) by `FamiliesPage`; a test keeps
        this page up to date. A family is one file: how its response depends on its predictors, with derivatives, and its
        distribution. Fitting, prediction, checks and reports follow from that. `FamilyContractTest` tests density, distribution
        function, quantiles, moments, draws and derivatives of every family against each other.

        The formula is for the first parameter, through its link; the others are the same for all rows unless they have a
        formula of their own, `--formula "sigma ~ x"` ([formulas.md](formulas.md)); `EveryParameterTest` fits one for each. The
        default prior of a parameter that all rows share follows its name (for the parameter itself if its link is log, else
        for its predictor); `s_y` is the standard deviation of the target. *Exact*: whether exact sampling from few rows has
        bounds for it ([exact.md](exact.md)); the others are sampled by `natural` or `nuts`.

        | model | response | parameters | exact | about |
        |---|---|---|---|---|
        %s
        **Classes in order.** `P(y ≤ k)` has the threshold `cₖ`: `c₀ = −(Intercept)`, and each `gap[k]` is the distance of
        one threshold from the previous one; `ordered(y, "low", "high") ~ x` gives the order. Gaps have no formula of their own.
        **Survival.** `time | cens(event) ~ x`; or a time above 0 is an event, and a negative time is a censored one. **Trials.**
        `k | trials(n) ~ x` or `cbind(k, n - k) ~ x`. **Links.** `--link probit` or `cloglog` with `logistic` and `binomial` is
        the same as the model of that name. **Quantiles.** `quantile` is for the median, `--model "quantile(0.9)"` for another
        quantile; `predict` gives the quantile in the column `mean`, and its uncertainty in the others. Such a model is judged by the share of rows
        below the quantile, in ten groups and along columns: the asymmetric Laplace distribution is a means to find the quantile, and describes nothing else.

        A family of your own, in one file: [examples/LogLogistic.java](../examples/LogLogistic.java).

        ```sh
        ./perrin fit d.csv -t y --model LogLogistic.java --out d-fit
        ./perrin predict d-fit new.csv --model LogLogistic.java
        ```

        ## Measured

        Figures of 2026-11-17 and 2026-11-18, two cores shared with other jobs, kept in `families.csv`.

        - *Peer*: maximum likelihood of statsmodels 0.15.0 or lifelines 0.30.3 for 4,000 rows and two columns, against 8,000 draws
          under flat priors of the coefficients: the largest difference between posterior means and estimates, in standard errors,
          and the ratio of posterior standard deviations to standard errors that is farthest from 1
          (`bench/peers/families.py ./perrin FOLDER`). Draws alone make 0.01 to 0.02 of the former and 0.02 of the latter.
          The 1.123 of `zero-inflated-poisson` is the peer's: its standard error of the intercept is 12 %% below that of a
          numerical Hessian of the same likelihood. Quantile regression of the peer has no comparable standard errors.
        - *Calibration*: percent of simulated worlds whose central intervals contain the true parameters, and the largest
          chi-square of ranks as a standard normal (4.5 fails). Those of 500 worlds are of 2026-11-16 and 2026-11-18
          ([trust.md](trust.md#calibration) has the command and more samplers); with every build each family runs through
          50 worlds.
        - *Cost*: CPU time of the gradient of a row with 20 columns on one thread, and its ratio to that of `logistic`
          (`./perrin bench families`). Of the families with one predictor, `binomial-probit` and `binomial-cloglog` exceed a
          ratio of 1.5: their rows need the slopes of both outcomes.

        | model | peer | means, se | sd / se | worlds | 50 %% | 80 %% | 95 %% | worst | ns a row | × logistic |
        |---|---|---|---|---|---|---|---|---|---|---|
        %s"""
        .formatted(lines, figures);
  }

  /** What was measured of a family; dashes where nothing was. */
  private static String figures(Family family, List<String> measured) {
    String[] cells =
        measured.stream()
            .map(line -> line.split(",", -1))
            .filter(line -> line[0].equals(family.name()))
            .findFirst()
            .orElseThrow(
                () -> new IllegalStateException(family.name() + " is not in docs/families.csv"));
    return Arrays.stream(Arrays.copyOfRange(cells, 1, 2 + MEASURES))
        .map(cell -> cell.isEmpty() ? "–" : cell)
        .collect(Collectors.joining(" | ", "| `%s` | ".formatted(family.name()), " |\n"));
  }

  private static String line(Family family) {
    return "| `%s` | %s | %s | %s | %s |%n"
        .formatted(
            family.name(),
            family.support().words(),
            parameters(family.given(3).parameters()),
            FamilyModels.bounded(family) ? "yes" : "",
            family.about().replace("|", "\\|"));
  }

  private static String parameters(List<Parameter> all) {
    return all.stream().map(FamiliesPage::parameter).collect(Collectors.joining(", "));
  }

  private static String parameter(Parameter one) {
    String prior = one.prior() == null ? "" : " ~ " + one.prior();
    String unit = one.inUnits() ? " × s_y" : "";
    return "%s (%s)%s%s".formatted(one.name(), one.link().word(), prior, unit);
  }

  /** Prints the page; the argument is docs/families.csv. */
  public static void main(String[] arguments) throws IOException {
    System.out.print(text(Files.readAllLines(Path.of(arguments[0]))));
  }
}
