package org.perrin.regression.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.perrin.data.Dataset;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.regression.predict.FittedRows;

/**
 * Models of the same rows by how well they predict rows that they have not seen, the best first.
 * Differences are taken row by row, which is far more precise than the models' own totals: {@code
 * se = √(N Var(eᵢᴬ − eᵢᴮ))}. Where rows are sampled all models look at the same ones.
 *
 * @param entries the best first
 */
public record ModelComparison(List<Entry> entries) {
  private static final int MOST_STACKED = 20_000;
  private static final long SEED = 20;

  /**
   * A model beside the best.
   *
   * @param name of the model
   * @param heldOut by itself
   * @param difference of its elpd from the best one's, at most 0
   * @param se standard error of the difference as a measure of models
   * @param sampling standard error of the difference from not looking at all rows
   * @param monteCarlo standard error of the difference from having so many draws and no more
   * @param weight in the mixture that predicts best
   */
  public record Entry(
      String name,
      HeldOut heldOut,
      double difference,
      double se,
      double sampling,
      double monteCarlo,
      double weight) {}

  /** By leave-one-out, looking at so many rows. */
  public static ModelComparison loo(List<String> names, List<FittedRows> fits, int size) {
    checkSame(names, fits);
    int n = fits.getFirst().count();
    if (size >= n) {
      return of(names, fits.stream().map(fit -> (HeldOut) Loo.of(fit, n)).toList());
    }
    PointwiseSurrogate[] surrogates =
        fits.stream().map(PointwiseSurrogate::of).toArray(PointwiseSurrogate[]::new);
    RowSample sample = RowSample.of(Loo.scores(surrogates), size, SEED);
    return of(
        names,
        IntStream.range(0, surrogates.length)
            .mapToObj(k -> (HeldOut) Loo.of(fits.get(k), sample, surrogates[k]))
            .toList());
  }

  /** Throws unless all are fits of the same responses. */
  public static void checkSame(List<String> names, List<FittedRows> fits) {
    var first = fits.getFirst().data();
    for (int k = 1; k < fits.size(); k++) {
      var other = fits.get(k).data();
      boolean same = first.count() == other.count();
      for (int i = 0; same && i < first.count(); i++) {
        same = first.responses().get(i) == other.responses().get(i);
      }
      if (!same) {
        throw new InputException(
            "%s and %s are not fits of the same target on the same rows, and cannot be compared%s"
                .formatted(names.getFirst(), names.get(k), counts(first.count(), other.count())));
      }
      if (!weighsAs(first, other)) {
        throw new InputException(
            "%s and %s cannot be compared: their rows have other weights, or numbers of trials"
                .formatted(names.getFirst(), names.get(k)));
      }
    }
  }

  /** Shares of many trials and shares as such have the same responses, but not the same chances. */
  private static boolean weighsAs(Dataset one, Dataset other) {
    if (one.weights() == null && other.weights() == null) {
      return true;
    }
    return IntStream.range(0, one.count()).allMatch(i -> weight(one, i) == weight(other, i));
  }

  private static double weight(Dataset data, int i) {
    return data.weights() == null ? 1 : data.weights().get(i);
  }

  private static String counts(int one, int other) {
    return one == other
        ? ""
        : ": they have %s and %s rows, so fit both to rows that miss no value in either"
            .formatted(MessageText.count(one), MessageText.count(other));
  }

  /** Of models that looked at the same rows. */
  public static ModelComparison of(List<String> names, List<HeldOut> models) {
    double[] weights = Stacking.weights(stacked(models));
    HeldOut best = models.stream().max(Comparator.comparingDouble(HeldOut::elpd)).orElseThrow();
    List<Entry> entries = new ArrayList<>();
    for (int k = 0; k < models.size(); k++) {
      HeldOut one = models.get(k);
      double[] gap = new double[one.found().length];
      Arrays.setAll(gap, j -> one.found()[j] - best.found()[j]);
      EstimatedSum total =
          EstimatedSum.of(one.sample(), one.rows(), gap, i -> one.guess(i) - best.guess(i));
      double error = one == best ? 0 : Math.hypot(one.monteCarlo(), best.monteCarlo());
      entries.add(
          new Entry(
              names.get(k), one, total.sum(), total.se(), total.sampling(), error, weights[k]));
    }
    entries.sort(Comparator.comparingDouble(entry -> -entry.heldOut().elpd()));
    return new ModelComparison(List.copyOf(entries));
  }

  /** Log densities for the weights: of the rows looked at if they are all, else guesses. */
  private static double[][] stacked(List<HeldOut> models) {
    int n = models.getFirst().rows();
    boolean whole = models.getFirst().sample().whole();
    int count = Math.min(n, MOST_STACKED);
    return models.stream()
        .map(
            one ->
                IntStream.range(0, count)
                    .map(j -> (int) ((long) j * n / count))
                    .mapToDouble(i -> whole ? one.found()[i] : one.guess(i))
                    .toArray())
        .toArray(double[][]::new);
  }
}
