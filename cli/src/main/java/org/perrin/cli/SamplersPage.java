package org.perrin.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.perrin.catalogue.Catalogue;
import org.perrin.catalogue.DynamicsKind;
import org.perrin.catalogue.Estimator;
import org.perrin.catalogue.Scheme;

/** The page docs/samplers.md, from the catalogue. */
final class SamplersPage {
  private SamplersPage() {}

  static String text() {
    return """
        # The samplers

        <!-- made by: ./perrin samplers --markdown > docs/samplers.md; a test keeps it so -->

        A sampler is a product: a dynamics, an estimate of the gradient, a choice of rows, a size. Its name
        says so: `[a]DYNAMICS[-GRADIENT][-ROWS]`, plain gradients and uniform rows left out, `a` for an adaptive
        size. `natural-NAME` runs it in the natural metric, θ = θ̂ + Lu. There are %d in θ and as many in the
        natural metric; `./perrin samplers --all` lists them. `natural` is
        `natural-sglm-cv-expected` with its size from a tolerance and a pilot that checks it.

        `exact` is not one of the product: Hamiltonian trajectories on a surrogate of the posterior, accepted or
        rejected by a few rows so that nothing of the surrogate is left. On models of your own it is `guarded`: its
        bounds are estimates, checked as it goes. [exact.md](exact.md) derives it, and
        says when `auto`, the default, takes it.

        A step costs what its gradient costs, whatever the dynamics. All are biased but mala, nuts and exact; the
        tests hold each to the stationary moments that theory predicts for it, bias included.

        ## Dynamics

        %s

        Steps: ε of order (standard deviation)², h of sghmc, sgnht and baoab of order of a standard deviation. In
        the natural metric both are pure numbers and the defaults hold for every model; in θ the
        default is the paper's 1/N (its root where h is a time), or `--step-size auto`, which tries pairs of step
        and n by successive halving (Coullon, South and Nemeth, 2023). Friction is γ = 2/σ with σ the widest
        standard deviation of Σ̂: critical for the slowest direction. `--cycle M` makes any step cyclical
        (Zhang et al., 2020), one draw a cycle; `--temperature T` samples π^{1/T}.

        ## Gradients

        %s

        ## Rows

        %s

        ## What goes with what

        %s

        `a`: with an adaptive size too. What is not there is refused with its reason: adaptive sizes need a
        fixed centre and Lipschitz constants (not Poisson), mala and nuts need all rows, saga must fit half
        of the heap, a bandit's weights change so that Σ Lᵢ²/pᵢ is not known.
        """
        .formatted(
            Catalogue.product().size(),
            moves(),
            estimators(),
            schemes(),
            table(SamplersCommand.head(), SamplersCommand.matrix()));
  }

  private static String moves() {
    List<List<String>> lines = new ArrayList<>();
    for (DynamicsKind m : DynamicsKind.values()) {
      String step = m.exact() ? "" : Double.toString(m.naturalStep());
      lines.add(List.of(m.label(), m.formula(), step, m.use(), m.reference()));
    }
    return table(List.of("name", "step", "default in natural", "use it for", "from"), lines);
  }

  private static String estimators() {
    List<List<String>> lines = new ArrayList<>();
    for (Estimator e : Estimator.values()) {
      lines.add(List.of(e.label(), e.formula(), e.cost(), e.use()));
    }
    return table(List.of("name", "ĝ", "cost a step", "use it for"), lines);
  }

  private static String schemes() {
    List<List<String>> lines = new ArrayList<>();
    for (Scheme s : Scheme.values()) {
      lines.add(List.of(SamplersCommand.words(s), s.label(), s.formula(), s.use()));
    }
    return table(List.of("rows", "name", "p", "use it for"), lines);
  }

  private static String table(List<String> head, List<List<String>> lines) {
    List<List<String>> all = new ArrayList<>();
    all.add(head);
    all.add(head.stream().map(h -> "---").toList());
    all.addAll(lines);
    return all.stream()
        .map(line -> "| " + String.join(" | ", line) + " |")
        .collect(Collectors.joining("\n"));
  }
}
