package org.perrin.cli.fit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.perrin.Perrin;
import org.perrin.diagnostics.Summary;
import org.perrin.draws.Draws;
import org.perrin.io.Room;
import org.perrin.io.Say;
import org.perrin.posterior.Account;
import org.perrin.posterior.Options;
import org.perrin.posterior.Posterior;
import org.perrin.posterior.Watcher;

/**
 * A posterior in the user's terms.
 *
 * @param prepared what was sampled
 * @param options what was asked for
 * @param inner the sampler's own draws
 * @param draws of the user's parameters
 * @param laplaceMean centre of the Gaussian approximation, or null if there is none
 * @param laplaceSd its standard deviations, or null
 * @param summary of the draws
 * @param complete false if the run was cut short
 * @param seconds by stage
 */
public record Fit(
    Prepared prepared,
    Options options,
    Posterior inner,
    Draws draws,
    double[] laplaceMean,
    double[] laplaceSd,
    Summary summary,
    boolean complete,
    Map<String, Double> seconds) {
  /** Samples. */
  public static Fit of(Prepared prepared, Options options, Watcher watcher) {
    var watch = new Stopwatch();
    Posterior posterior = Perrin.sample(prepared.model(), options, watcher);
    watch.lap("other");
    Draws draws = posterior.draws().map(prepared.names(), prepared::toUser);
    boolean complete = draws.chains().stream().allMatch(c -> whole(c, options));
    if (draws.count() == 0) {
      throw new IllegalArgumentException(noDraws(draws));
    }
    Summary summary = Summary.of(draws);
    watch.lap("summary");
    Map<String, Double> seconds = new LinkedHashMap<>(prepared.seconds());
    posterior.account().seconds().forEach((k, v) -> seconds.merge(k, v, Double::sum));
    seconds.put("summary", watch.laps().get("summary"));
    double[] mean = null;
    double[] sd = null;
    if (posterior.mode() != null && !(prepared.shown() instanceof Grouped)) {
      mean = new double[prepared.names().size()];
      prepared.toUser(posterior.mode().theta(), mean);
      sd = prepared.shown().sd(posterior.mode().theta(), posterior.mode().covariance());
    }
    return new Fit(prepared, options, posterior, draws, mean, sd, summary, complete, seconds);
  }

  /** Refuses draws for which there is no room: as they are made, and as the user sees them. */
  public static void checkRoom(Prepared prepared, Options options) {
    double draws = (double) options.chains() * options.draws();
    Room.check(
        "%s × %s draws of %s"
            .formatted(
                Say.count(options.chains()),
                Say.count(options.draws()),
                Say.count(prepared.names().size(), "parameter")),
        16 * draws * prepared.names().size(),
        "ask for fewer --draws or --chains");
  }

  private static boolean whole(Draws.Chain chain, Options options) {
    return chain.divergence() != null || chain.count() >= options.draws();
  }

  private static String noDraws(Draws draws) {
    return draws.chains().stream()
        .map(Draws.Chain::divergence)
        .filter(d -> d != null)
        .findFirst()
        .orElse("stopped before the first draw: nothing was written");
  }

  /** How it came about. */
  public Account account() {
    return inner.account();
  }

  /** Everything a user should know, most important first. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (!complete) {
      notes.add("incomplete: the run was stopped before its end");
    }
    for (Draws.Chain chain : draws.chains()) {
      if (chain.divergence() != null) {
        notes.add(chain.divergence());
      }
    }
    notes.addAll(summary.notes());
    notes.addAll(account().remarks());
    notes.addAll(prepared.notes());
    return notes;
  }
}
