package org.perrin.bench.paper;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.perrin.bench.RealData;
import org.perrin.bench.Reference;
import org.perrin.data.Dataset;
import org.perrin.data.Synthetic;
import org.perrin.family.Linear;
import org.perrin.mode.Newton;
import org.perrin.model.Glm;
import org.perrin.model.Priors;

/** What experiments share: settings, data, exact references, and runs that two figures need. */
final class Lab {
  /** All regressions of the paper have the prior N(0, 10·I). */
  static final double PRIOR_VARIANCE = 10;

  /** The authors' random_state. */
  private static final int SPLIT_SEED = 0;

  private static final int CASP_ROWS = 45_730;
  private static final int COVERTYPE_ROWS = 581_012;

  /** A quick run sees this part of covertype. */
  private static final int QUICK_PART = 8;

  private final ReproductionSettings settings;
  private final ReproductionProgress progress;
  private final Map<String, Object> kept = new HashMap<>();

  Lab(ReproductionSettings settings, ReproductionProgress progress) {
    this.settings = settings;
    this.progress = progress;
  }

  ReproductionSettings settings() {
    return settings;
  }

  ReproductionProgress progress() {
    return progress;
  }

  /** Makes something once. */
  @SuppressWarnings("unchecked")
  <T> T once(String key, Supplier<T> maker) {
    if (!kept.containsKey(key)) {
      kept.put(key, maker.get());
    }
    return (T) kept.get(key);
  }

  /** Lets something go. */
  void forget(String key) {
    kept.remove(key);
  }

  boolean realCasp() {
    return RealData.has(settings.data(), "CASP.csv.gz");
  }

  boolean realCovertype() {
    return RealData.has(settings.data(), "covtype.csv.gz");
  }

  /** Linear regression with unit noise on CASP, or on data in its shape. */
  Glm casp() {
    return once(
        "casp",
        () ->
            Glm.linear(
                realCasp() ? RealData.casp(settings.data()) : Synthetic.caspLike(265, CASP_ROWS),
                1,
                prior()));
  }

  /** Logistic regression on the 75 % of covertype to train on, or on data in its shape. */
  Glm covertype() {
    return Glm.logistic(covertypeSplit().train(), prior());
  }

  /** The other 25 %. */
  Dataset covertypeTest() {
    return covertypeSplit().test();
  }

  private RealData.Split covertypeSplit() {
    return once(
        "covertype",
        () -> {
          RealData.Split split =
              realCovertype()
                  ? RealData.covertype(
                      settings.data(), labels -> StratifiedSplit.order(labels, SPLIT_SEED))
                  : cut(Synthetic.covertypeLike(31, COVERTYPE_ROWS));
          return settings.quick()
              ? new RealData.Split(part(split.train()), part(split.test()))
              : split;
        });
  }

  private static RealData.Split cut(Dataset all) {
    int train = (int) Math.floor(0.75 * all.count());
    return new RealData.Split(rows(all, 0, train), rows(all, train, all.count()));
  }

  private static Dataset part(Dataset data) {
    return rows(data, 0, data.count() / QUICK_PART);
  }

  private static Dataset rows(Dataset data, int from, int to) {
    int[] chosen = new int[to - from];
    Arrays.setAll(chosen, i -> from + i);
    return data.select(chosen);
  }

  /** The paper's values for a figure on covertype, if it is made as the paper's. */
  List<Curve> published(String figure) {
    return realCovertype() && !settings.quick() ? Published.of(figure) : List.of();
  }

  /** The balanced data of Fig. 3. */
  Glm balanced() {
    return once("balanced", () -> Glm.logistic(ToyData.balanced(105, 10_000), prior()));
  }

  static org.perrin.model.Density prior() {
    return Priors.normal(0, Math.sqrt(PRIOR_VARIANCE));
  }

  /** What a reader must know about the data, if they are not the paper's. */
  List<String> dataNotes(boolean casp) {
    boolean real = casp ? realCasp() : realCovertype();
    if (!real) {
      return List.of(
          "NOT REAL DATA: %s was not found, so this figure shows synthetic data in its shape, and"
                  .formatted(casp ? "CASP.csv.gz" : "covtype.csv.gz")
              + " claims about its numbers are not measured. Give the folder that holds it with"
              + " --data.");
    }
    return !casp && settings.quick()
        ? List.of("Quick: an eighth of covertype's rows, so numbers differ from the paper's.")
        : List.of();
  }

  /**
   * The exact posterior: in closed form for linear regression, by a long run of NUTS otherwise
   * (kept in the cache under a name that says what it is of).
   */
  ExactMoments exact(String name, Glm model) {
    return once("moments " + name, () -> moments(name, model));
  }

  private ExactMoments moments(String name, Glm model) {
    var mode = Newton.find(model, 1e-9);
    if (model.family() instanceof Linear) {
      return new ExactMoments(mode.theta(), mode.sd());
    }
    int ess = settings.choose(1000, 100);
    String file = "%s-%d-%d.reference".formatted(name, model.rows(), ess);
    var reference =
        Reference.of(model, mode, ess, settings.cache().resolve(file), progress::remark);
    return new ExactMoments(reference.mean(), reference.sd());
  }
}
