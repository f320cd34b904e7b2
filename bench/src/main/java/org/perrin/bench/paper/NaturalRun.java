package org.perrin.bench.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.perrin.Perrin;
import org.perrin.draws.Draws;
import org.perrin.model.Model;
import org.perrin.posterior.Account;
import org.perrin.posterior.Options;
import org.perrin.posterior.Posterior;

/** The natural sampler with everything left to it, on the axes of the paper's figures. */
final class NaturalRun {
  static final String NAME = "natural (ours)";
  private static final int PLACES = 25;

  private final Draws draws;
  private final Account account;
  private final int rows;
  private final int[] counts;

  private NaturalRun(Posterior posterior, int rows) {
    this.draws = posterior.draws();
    this.account = posterior.account();
    this.rows = rows;
    int each = draws.chains().getFirst().count();
    this.counts =
        IntStream.rangeClosed(1, PLACES).map(j -> j * each / PLACES).filter(k -> k > 3).toArray();
  }

  static NaturalRun of(Model model, int chains, int draws, long seed) {
    var options = Options.standard().sampler("natural").chains(chains).seed(seed);
    // the paper's samplers have run for a while when they are timed
    Perrin.sample(model, options.draws(20));
    return new NaturalRun(Perrin.sample(model, options.draws(draws)), model.rows());
  }

  List<Draws.Chain> chains() {
    return draws.chains();
  }

  int[] counts() {
    return counts;
  }

  Account account() {
    return account;
  }

  /** A measure of all chains against the passes of one, preparation included. */
  Curve byPasses(Function<Draws.Chain, double[]> measure) {
    double before = account.passes() + steps(account.burnIn());
    double[] x =
        Arrays.stream(counts).mapToDouble(k -> before + steps(k * account.thin())).toArray();
    return curve(x, measure);
  }

  private double steps(int count) {
    return (double) count * account.subsample() / rows;
  }

  /** The same against the seconds of all chains. */
  Curve bySeconds(Curve byPasses) {
    double sampling = account.seconds().get("sampling");
    double before = account.seconds().values().stream().mapToDouble(s -> s).sum() - sampling;
    double all = account.burnIn() + (double) account.thin() * chains().getFirst().count();
    return byPasses.at(
        Arrays.stream(counts)
            .mapToDouble(k -> before + sampling * (account.burnIn() + k * account.thin()) / all)
            .toArray());
  }

  private Curve curve(double[] x, Function<Draws.Chain, double[]> measure) {
    List<double[]> all = new ArrayList<>();
    for (Draws.Chain chain : chains()) {
      all.add(measure.apply(chain));
    }
    return Curve.over(NAME, x, all, 1);
  }
}
