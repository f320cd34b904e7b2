package org.perrin.regression;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.perrin.autodiff.Differentiated;
import org.perrin.data.Dataset;
import org.perrin.draws.Draws;
import org.perrin.family.Family;
import org.perrin.io.UsageException;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.GroupRows;
import org.perrin.io.table.Table;
import org.perrin.model.MixedModel;
import org.perrin.model.Model;
import org.perrin.posterior.Check;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.model.ModelFile;
import org.perrin.regression.parameters.CoefficientParameters;
import org.perrin.regression.parameters.CustomParameters;
import org.perrin.regression.parameters.IdentityParameters;
import org.perrin.regression.parameters.UserParameters;
import org.perrin.regression.predict.FittedRows;
import org.perrin.regression.prior.PriorChoice;
import org.perrin.regression.standard.ColumnSpread;
import org.perrin.regression.standard.ColumnStatistics;
import org.perrin.regression.standard.ResponseStatistics;
import org.perrin.regression.standard.Scaling;

/**
 * Data read, roles given out, priors chosen: ready to sample.
 *
 * @param source what was read
 * @param regression the kind of model
 * @param own the user's file, or null
 * @param guess why the model was chosen, or null if the user did
 * @param encoding how the table became a design
 * @param notes what a user should know
 * @param scaling between the user's columns and the sampler's; of no columns if there is none
 * @param columns the user's columns at a glance, or null where nothing is scaled
 * @param parameters between the user's parameters and the sampler's
 * @param priors of the user's parameters, in words
 * @param data as the sampler sees it
 * @param groups what rows have of groups, in the user's columns
 * @param model as the sampler sees it
 * @param fingerprint of the user's design, and of the model's file
 * @param seconds by stage
 * @param sample some rows of the table as it was read, all if there are few; null if there is none
 */
public record PreparedFit(
    String source,
    ModelChoice regression,
    @Nullable ModelFile own,
    @Nullable String guess,
    Encoding encoding,
    List<String> notes,
    Scaling scaling,
    @Nullable ColumnStatistics columns,
    UserParameters parameters,
    List<String> priors,
    Dataset data,
    List<GroupRows> groups,
    Model model,
    String fingerprint,
    Map<String, Double> seconds,
    Table sample) {

  /** Is notified of progress. */
  public interface Listener {
    /** Does nothing. */
    Listener NONE =
        new Listener() {
          @Override
          public void stage(String name) {}

          @Override
          public void remark(String text) {}
        };

    /** A stage begins. */
    void stage(String name);

    /** Something the user should know. */
    void remark(String text);
  }

  /**
   * Reads what a request names, paths taken from {@code base}. A file of Java is compiled and run:
   * the request must come from a caller who may do that.
   */
  public static PreparedFit of(Request request, Path base, Listener listener) {
    if (request.data().synthetic() != null) {
      return of(request.data().synthetic().reading(listener), request.priors());
    }
    return of(
        request,
        base,
        null,
        given ->
            EncodedTable.of(
                request.data().at(base), request.design(), given, request.precision(), listener));
  }

  /**
   * The same of a table that is there, and of a family that need not be known by its name; null for
   * what the request names.
   */
  public static PreparedFit of(
      Request request, Path base, Table table, @Nullable Family family, Listener listener) {
    ModelChoice choice = family == null ? null : new ModelChoice(family);
    return of(
        request,
        base,
        choice,
        given ->
            EncodedTable.of(
                table,
                table.source(),
                request.design(),
                given,
                request.precision(),
                new Stopwatch(),
                listener));
  }

  private static PreparedFit of(
      Request request,
      Path base,
      @Nullable ModelChoice known,
      Function<ModelChoice, EncodedTable> reading) {
    ModelChoice given = known == null ? ModelChoice.find(request.model()) : known;
    ModelFile own =
        ModelChoice.OWN.equals(given) ? ModelFile.compile(base.resolve(request.model())) : null;
    request.priors().check();
    Family family = own == null ? null : own.family();
    if (own == null || family != null) {
      EncodedTable read = reading.apply(family == null ? given : new ModelChoice(family));
      return of(read, request.priors(), Scaling::overwrite);
    }
    if (!request.priors().equals(PriorChoice.standard())) {
      throw new UsageException(
          "the priors of your own model stand in %s: leave --prior out".formatted(request.model()));
    }
    return of(reading.apply(given), own);
  }

  /** Chooses scales and priors. */
  public static PreparedFit of(EncodedTable reading, PriorChoice priors) {
    return of(reading, priors, Scaling::apply);
  }

  private static PreparedFit of(
      EncodedTable reading, PriorChoice priors, BiFunction<Scaling, Dataset, Dataset> scale) {
    var watch = new Stopwatch();
    Dataset user = reading.data();
    reading.checkRoom();
    var plan =
        Blueprint.of(
            reading.encoding(),
            user.names(),
            reading.regression(),
            ColumnStatistics.of(user),
            spreads(reading.groups()),
            ResponseStatistics.of(user.responses()),
            priors);
    String fingerprint = Fingerprint.of(user, reading.groups());
    Dataset inner = scale.apply(plan.scaling(), user);
    Model model = plan.model(reading.regression(), inner, reading.groups());
    watch.lap("design");
    return of(reading, plan, inner, model, fingerprint, watch);
  }

  /** So many effects of groups are checked each by itself. */
  private static final int MOST_CHECKED = 5000;

  private static List<double[]> spreads(List<GroupRows> groups) {
    return groups.stream()
        .map(rows -> rows.values().stream().mapToDouble(ColumnSpread::of).toArray())
        .toList();
  }

  /** The same where rows lie elsewhere, and their statistics are known. */
  public static PreparedFit elsewhere(EncodedTable reading, Blueprint plan, Model model) {
    return of(reading, plan, null, model, Fingerprint.elsewhere(model.rows()), new Stopwatch());
  }

  /** This one of rows that were brought here from elsewhere, with notes on how they came. */
  public PreparedFit fromElsewhere(List<String> more) {
    return new PreparedFit(
        source,
        regression,
        own,
        guess,
        encoding,
        Stream.concat(more.stream(), notes.stream()).toList(),
        scaling,
        columns,
        parameters,
        priors,
        data,
        groups,
        model,
        Fingerprint.elsewhere(model.rows()),
        seconds,
        sample);
  }

  private static PreparedFit of(
      EncodedTable reading,
      Blueprint plan,
      Dataset inner,
      Model model,
      String fingerprint,
      Stopwatch watch) {
    return new PreparedFit(
        reading.source(),
        reading.regression(),
        null,
        reading.guess(),
        reading.encoding(),
        reading.allNotes(),
        plan.scaling(),
        plan.columns(),
        plan.parameters(),
        plan.priors(),
        inner,
        reading.groups(),
        model,
        fingerprint,
        seconds(reading, watch),
        reading.sample());
  }

  /** The user's model on the user's columns as they are. */
  public static PreparedFit of(EncodedTable reading, ModelFile file) {
    if (!reading.groups().isEmpty()) {
      throw new UsageException(
          "(1 | group) is not for your own model: name the column as a feature");
    }
    if (!reading.encoding().smooths().isEmpty()) {
      throw new UsageException("s(…) is not for your own model: use ns(…)");
    }
    var watch = new Stopwatch();
    Dataset user = reading.data();
    Model model = file.model(user);
    UserParameters parameters =
        model instanceof Differentiated own
            ? new CustomParameters(own)
            : new IdentityParameters(model.names());
    watch.lap("design");
    return new PreparedFit(
        reading.source(),
        reading.regression(),
        file,
        null,
        reading.encoding(),
        reading.notes(),
        Scaling.none(),
        null,
        parameters,
        Collections.nCopies(parameters.names().size(), "as " + file.name() + " says"),
        user,
        List.of(),
        model,
        Fingerprint.of(user, List.of()) + "+" + HexFormat.of().toHexDigits(file.checksum()),
        seconds(reading, watch),
        reading.sample());
  }

  private static Map<String, Double> seconds(EncodedTable reading, Stopwatch watch) {
    Map<String, Double> seconds = new LinkedHashMap<>(reading.seconds());
    watch.laps().forEach((stage, time) -> seconds.merge(stage, time, Double::sum));
    return seconds;
  }

  /** The model in a word. */
  public String word() {
    return own == null ? regression.word() : own.name();
  }

  /** The model in a few words. */
  public String title() {
    return own == null ? regression.word() + " regression" : "model " + own.name();
  }

  /**
   * The column of the design that a parameter is the slope of, or −1: classes have one after the
   * other, and scales, intercepts, groups and what further formulas are of have none.
   */
  public int slopeOf(int parameter) {
    int width = scaling.scale().length;
    boolean coefficient = parameter < width || parameters instanceof CoefficientParameters.Repeated;
    int column = width == 0 ? 0 : parameter % width;
    boolean further = !regression.widths().isEmpty() && column >= regression.widths().getFirst();
    return width == 0 || !coefficient || further || scaling.intercept(column) ? -1 : column;
  }

  /** The rows beside draws of the user's parameters. */
  public FittedRows fitted(Draws draws) {
    return new FittedRows(regression, scaling, data, encoding, groups, draws);
  }

  /** The names of the parameters as users see them. */
  public List<String> names() {
    return parameters.names();
  }

  /**
   * What a check looks at: the user's parameters where they are linear in the sampler's, else the
   * sampler's own under the user's name if there is one for each; without the effects of groups
   * where they are many.
   */
  public Check.Combinations combinations() {
    int d = model.dimension();
    List<String> all = names().size() == d ? names() : model.names();
    int effects = encoding.effects();
    List<String> checked = effects > MOST_CHECKED ? all.subList(0, d - effects) : all;
    return new Check.Combinations(
        checked,
        k -> {
          double[] row = parameters.combination(k, d);
          return row != null ? row : new IdentityParameters(checked).combination(k, d);
        });
  }

  /** Names of the parameters that a check looks at as the sampler has them. */
  public List<String> bent() {
    List<String> checked = combinations().names();
    return IntStream.range(0, checked.size())
        .filter(k -> parameters.combination(k, model.dimension()) == null)
        .mapToObj(checked::get)
        .toList();
  }

  /** Coefficients of the columns that the sampler has, and what may follow, from its parameters. */
  public double[] coefficients(double[] inner) {
    if (!(model instanceof MixedModel mixed) || mixed.layout().smooths().isEmpty()) {
      return inner;
    }
    double[] first = Arrays.copyOf(inner, mixed.layout().shared());
    mixed.layout().stretch(first);
    return first;
  }

  /** Parameters as users see them, from the sampler's. */
  public void toUser(double[] inner, double[] out) {
    parameters.toUser(inner, out);
  }

  /** Parameters as the sampler sees them, from the user's. */
  public void toInner(double[] user, double[] out) {
    parameters.toInner(user, out);
  }
}
