package org.perrin.regression.model;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import org.perrin.io.MessageText;

/** What to say after a name that is not known. */
public final class Suggestion {
  /** What other programs call the models and samplers here. */
  private static final Map<String, String> ALIASES =
      Map.ofEntries(
          Map.entry("logit", "logistic"),
          Map.entry("bernoulli", "logistic"),
          Map.entry("gaussian", "linear"),
          Map.entry("normal", "linear"),
          Map.entry("ols", "linear"),
          Map.entry("count", "poisson"),
          Map.entry("t", "robust"),
          Map.entry("student-t", "student"),
          Map.entry("median", "quantile"),
          Map.entry("ordered", "ordinal"),
          Map.entry("cumulative", "ordinal"),
          Map.entry("zip", "zero-inflated-poisson"),
          Map.entry("zinb", "zero-inflated-negative-binomial"),
          Map.entry("survival", "weibull"),
          Map.entry("negbin", "negative-binomial"),
          Map.entry("nb", "negative-binomial"),
          Map.entry("negbinomial", "negative-binomial"),
          Map.entry("softmax", "multinomial"),
          Map.entry("categorical", "multinomial"),
          Map.entry("hmc", "nuts"),
          Map.entry("stan", "nuts"),
          Map.entry("mcmc", "nuts"),
          Map.entry("langevin", "sgld"));

  private Suggestion() {}

  /** The name that is meant, if one is near or has that name elsewhere, and all there are. */
  public static String among(String word, Collection<String> known) {
    return "%s (there are %s)".formatted(meant(word, known), String.join(", ", known));
  }

  /** The name that is meant, if one is near or has that name elsewhere. */
  public static String meant(String word, Collection<String> known) {
    String usual = ALIASES.get(word.toLowerCase(Locale.ROOT).replace('_', '-'));
    return MessageText.didYouMean(usual != null && known.contains(usual) ? usual : word, known);
  }
}
