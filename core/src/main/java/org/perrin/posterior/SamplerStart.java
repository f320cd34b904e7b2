package org.perrin.posterior;

import org.perrin.mode.Search;
import org.perrin.model.Model;

/**
 * What every sampler begins with.
 *
 * @param search where the posterior lies
 * @param clock the time that it took, and of what follows
 */
record SamplerStart(Search search, Clock clock) {
  static SamplerStart of(Model model, Watcher watcher) {
    var clock = new Clock(watcher);
    return new SamplerStart(clock.time("mode", () -> Search.of(model)), clock);
  }
}
