package org.perrin.cli.fit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.perrin.cli.UsageException;
import org.perrin.data.Dataset;
import org.perrin.io.Say;
import org.perrin.io.design.Design;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.ModelGuess;
import org.perrin.io.table.Table;
import org.perrin.model.Density;
import org.perrin.model.Model;

/**
 * Data read, roles given out, priors chosen: ready to sample.
 *
 * @param source what was read
 * @param regression the kind of model
 * @param guess why it was chosen, or null if the user did
 * @param encoding how the table became a design
 * @param notes what a user should know
 * @param scaling between the user's columns and the sampler's
 * @param densities priors for the user's columns
 * @param data as the sampler sees it
 * @param model as the sampler sees it
 * @param fingerprint of the user's design
 * @param seconds by stage
 */
public record Prepared(
    String source,
    Regression regression,
    String guess,
    Encoding encoding,
    List<String> notes,
    Scaling scaling,
    List<Density> densities,
    Dataset data,
    Model model,
    String fingerprint,
    Map<String, Double> seconds) {

  /** Told of what goes on. */
  public interface Listener {
    /** A stage begins. */
    void stage(String name);

    /** Something the user should know. */
    void remark(String text);
  }

  /** Reads and prepares; {@code name} is that of the model, or null to have it guessed. */
  public static Prepared of(
      DataSource source, DesignSpec spec, String name, PriorChoice priors, Listener listener) {
    Regression given = regression(name);
    priors.check();
    var watch = new Stopwatch();
    Reading reading = read(source, spec, given, watch, listener);
    Design design = reading.design();
    Regression regression = given == null ? byOutcome(design) : given;
    Dataset user = design.data();
    Columns columns = Columns.of(user);
    Scaling scaling = Scaling.of(user.names(), columns);
    List<Density> densities = priors.resolve(user, regression, columns);
    String fingerprint = Fingerprint.of(user);
    Dataset inner = scaling.apply(user);
    Model model = regression.model(inner, PriorChoice.inner(densities, scaling));
    watch.lap("design");
    design.notes().forEach(listener::remark);
    return new Prepared(
        reading.source(),
        regression,
        reading.guess(),
        design.encoding(),
        design.notes(),
        scaling,
        densities,
        inner,
        model,
        fingerprint,
        watch.laps());
  }

  /** What is kept of a table; the table itself is as large as the design, and must go. */
  private record Reading(String source, Design design, String guess) {}

  private static Reading read(
      DataSource source, DesignSpec spec, Regression given, Stopwatch watch, Listener listener) {
    listener.stage("reading");
    Table table = source.read();
    watch.lap("reading");
    listener.stage("design");
    DesignSpec wanted = given == null ? spec : spec.outcome(given.outcome());
    Design design = Design.of(table, wanted);
    return new Reading(table.source(), design, given == null ? reason(table, spec, design) : null);
  }

  private static Regression regression(String name) {
    if (name == null) {
      return null;
    }
    Regression regression = Regression.named(name);
    if (regression == null) {
      throw new UsageException(
          "there is no model %s%s"
              .formatted(Say.quoted(name), Say.didYouMean(name, Regression.names())));
    }
    return regression;
  }

  private static Regression byOutcome(Design design) {
    return switch (design.encoding().response().outcome()) {
      case BINARY -> Regression.LOGISTIC;
      case COUNT -> Regression.POISSON;
      case REAL -> Regression.LINEAR;
    };
  }

  private static String reason(Table table, DesignSpec spec, Design design) {
    String target = design.encoding().response().name();
    if (spec.positive() != null) {
      return "--positive names a level of " + Say.quoted(target);
    }
    return table.find(target).isPresent()
        ? ModelGuess.of(table, target).reason()
        : Say.quoted(target) + " is computed";
  }

  /** The names of the parameters as users see them. */
  public List<String> names() {
    List<String> names = new ArrayList<>(encoding.names());
    if (regression.scaled()) {
      names.add("sigma");
    }
    return names;
  }

  /** Parameters as users see them, from the sampler's. */
  public void toUser(double[] inner, double[] out) {
    scaling.toUser(inner, out);
    if (regression.scaled()) {
      out[out.length - 1] = Math.exp(inner[inner.length - 1]);
    }
  }

  /** Measures stages. */
  static final class Stopwatch {
    private final Map<String, Double> laps = new LinkedHashMap<>();
    private long last = System.nanoTime();

    void lap(String name) {
      long now = System.nanoTime();
      laps.merge(name, (now - last) / 1e9, Double::sum);
      last = now;
    }

    Map<String, Double> laps() {
      return laps;
    }
  }
}
