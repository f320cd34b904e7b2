package org.perrin.bench.truth;

import java.util.List;
import java.util.stream.IntStream;
import org.perrin.diagnostics.Summary;
import org.perrin.draws.Draws;

/**
 * What the parameters of a posterior are.
 *
 * @param source where that is known from
 * @param marginals one for each parameter
 * @param rhat the largest of the chains that it was made of, 1 for integrals
 * @param ess the smallest of the chains, infinite for integrals
 */
record Answer(String source, List<Marginal> marginals, double rhat, double ess) {
  private static final double RHAT = 1.01;
  private static final double ESS = 4000;

  /** Copies the list. */
  Answer {
    marginals = List.copyOf(marginals);
  }

  /** From integrals. */
  static Answer exact(String source, List<Marginal> marginals) {
    return new Answer(source, marginals, 1, Double.POSITIVE_INFINITY);
  }

  /** From long chains of an exact sampler. */
  static Answer of(String source, Draws draws) {
    var summary = Summary.of(draws);
    var marginals =
        IntStream.range(0, draws.dimension())
            .parallel()
            .mapToObj(k -> Marginal.of(draws.coordinate(k)))
            .toList();
    double rhat = summary.rows().stream().mapToDouble(Summary.Row::rhat).max().orElseThrow();
    double ess =
        summary.rows().stream()
            .mapToDouble(row -> Math.min(row.essBulk(), row.essTail()))
            .min()
            .orElseThrow();
    return new Answer(source, marginals, rhat, ess);
  }

  /** Whether it can be held against others. */
  boolean sound() {
    return rhat <= RHAT && ess >= ESS;
  }
}
