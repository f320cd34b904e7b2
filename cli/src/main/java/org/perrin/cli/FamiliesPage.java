package org.perrin.cli;

import java.util.List;
import java.util.stream.Collectors;
import org.perrin.family.Families;
import org.perrin.family.Family;
import org.perrin.family.Parameter;
import org.perrin.model.FamilyModels;

/** docs/families.md, made from the registry. */
final class FamiliesPage {
  private FamiliesPage() {}

  static String text() {
    String lines = Families.ours().stream().map(FamiliesPage::line).collect(Collectors.joining());
    return """
        # Families

        What `--model` may be, made from the registry (`org.perrin.family.Families`; a test keeps this page so). A family is
        one file: how its response depends on its predictors, with derivatives, and its distribution. Fitting, predicting,
        checking and reporting follow from that. `FamilyContractTest` holds density, distribution function, quantiles,
        moments, draws and derivatives of every family to each other.

        The formula is of the first parameter, through its link; the others are the same for all rows unless they have a
        formula of their own, `--formula "sigma ~ x"` ([formulas.md](formulas.md)). Priors of those that rows share stand
        behind them (of the parameter itself if its link is log, else of its predictor); `s_y` is the target's
        standard deviation. *few rows*: whether exact sampling from few rows knows bounds for it ([exact.md](exact.md));
        others are sampled by `natural` or `nuts`.

        | model | response | parameters | few rows | about |
        |---|---|---|---|---|
        %s
        **Classes in order.** `P(y ≤ k)` has the threshold `cₖ`: `c₀ = −(Intercept)`, and each `gap[k]` is the distance of
        one threshold from the one before; `ordered(y, "low", "high") ~ x` says which order. **Survival.** `time | cens(event)
        ~ x`; or a time above 0 is an event, and minus a time says that nothing had happened until then. **Trials.**
        `k | trials(n) ~ x` or `cbind(k, n - k) ~ x`. **Links.** `--link probit` or `cloglog` with `logistic` and `binomial` is
        the same as the model of that name. **Quantiles.** `quantile` is for the median.

        A family of your own, in one file: [examples/LogLogistic.java](../examples/LogLogistic.java).

        ```sh
        ./perrin fit d.csv -t y --model LogLogistic.java --out d-fit
        ./perrin predict d-fit new.csv --model LogLogistic.java
        ```
        """
        .formatted(lines);
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

  /** Prints the page. */
  public static void main(String[] arguments) {
    System.out.print(text());
  }
}
