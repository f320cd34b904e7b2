package org.perrin;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.perrin.model.Model;
import org.perrin.posterior.Check;
import org.perrin.posterior.Options;
import org.perrin.posterior.Posterior;
import org.perrin.posterior.Sampling;
import org.perrin.posterior.Watcher;

/** The entry point: a model in, a posterior out. */
public final class Perrin {
  private Perrin() {}

  /** Four chains of 1,000 draws by the sampler that suits the model; nothing to tune. */
  public static Posterior sample(Model model) {
    return sample(model, Options.standard());
  }

  /** As asked. */
  public static Posterior sample(Model model, Options options) {
    return sample(model, options, Watcher.NONE);
  }

  /** With these options and a watcher. */
  public static Posterior sample(Model model, Options options, Watcher watcher) {
    return Sampling.run(model, options, watcher);
  }

  /** Whether the draws are those of the model: R-hat cannot see a bias that all chains share. */
  public static Check check(Posterior posterior) {
    return Check.of(posterior);
  }

  /** The number of this version. */
  public static String version() {
    try (InputStream in = Perrin.class.getResourceAsStream("version.properties")) {
      var properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
