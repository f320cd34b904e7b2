package org.perrin.regression.model;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import org.perrin.family.Families;
import org.perrin.family.Family;
import org.perrin.io.MessageText;

/** What to say after a name that is not known. */
public final class Suggestion {
  /** What other programs call samplers; families know their own synonyms. */
  private static final Map<String, String> SAMPLERS =
      Map.of("hmc", "nuts", "stan", "nuts", "mcmc", "nuts", "langevin", "sgld");

  private Suggestion() {}

  /** The name that is meant, if one is near or has that name elsewhere, and all there are. */
  public static String among(String word, Collection<String> known) {
    return "%s (there %s %s)"
        .formatted(
            meant(word, known), known.size() == 1 ? "is only" : "are", String.join(", ", known));
  }

  /** The name that is meant, if one is near or has that name elsewhere. */
  public static String meant(String word, Collection<String> known) {
    String plain = word.toLowerCase(Locale.ROOT).replaceAll("[_. ]", "-");
    String usual = Families.called(plain).map(Family::name).orElseGet(() -> SAMPLERS.get(plain));
    return MessageText.didYouMean(usual != null && known.contains(usual) ? usual : word, known);
  }
}
