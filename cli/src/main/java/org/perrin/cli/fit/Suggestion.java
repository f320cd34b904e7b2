package org.perrin.cli.fit;

import java.util.Collection;
import org.perrin.io.Say;

/** What to say after a name that is not known. */
public final class Suggestion {
  private Suggestion() {}

  /** The nearest name, if one is near, and all there are. */
  public static String among(String word, Collection<String> known) {
    return "%s (there are %s)".formatted(Say.didYouMean(word, known), String.join(", ", known));
  }
}
