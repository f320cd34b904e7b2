package org.perrin.cli.fit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.perrin.data.Dataset;
import org.perrin.io.design.Encoding;
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

  /** Chooses scales and priors. */
  public static Prepared of(Reading reading, PriorChoice priors) {
    var watch = new Stopwatch();
    Dataset user = reading.data();
    Columns columns = Columns.of(user);
    Scaling scaling = Scaling.of(user.names(), columns);
    List<Density> densities = priors.resolve(user, reading.regression(), columns);
    String fingerprint = Fingerprint.of(user);
    Dataset inner = scaling.apply(user);
    Model model = reading.regression().model(inner, PriorChoice.inner(densities, scaling));
    watch.lap("design");
    Map<String, Double> seconds = new LinkedHashMap<>(reading.seconds());
    watch.laps().forEach((stage, time) -> seconds.merge(stage, time, Double::sum));
    return new Prepared(
        reading.source(),
        reading.regression(),
        reading.guess(),
        reading.encoding(),
        reading.notes(),
        scaling,
        densities,
        inner,
        model,
        fingerprint,
        seconds);
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

  /** Parameters as the sampler sees them, from the user's. */
  public void toInner(double[] user, double[] out) {
    scaling.toInner(user, out);
    if (regression.scaled()) {
      out[out.length - 1] = Math.log(user[user.length - 1]);
    }
  }
}
