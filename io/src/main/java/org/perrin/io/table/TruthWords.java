package org.perrin.io.table;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The words for true and false, in any case: true/false, yes/no, t/f, y/n. */
public final class TruthWords {
  private static final List<List<String>> PAIRS =
      List.of(List.of("false", "true"), List.of("no", "yes"), List.of("f", "t"), List.of("n", "y"));

  private TruthWords() {}

  /** 1 or 0, or −1 for a word that is neither. */
  public static int of(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    return PAIRS.stream().mapToInt(pair -> pair.indexOf(lower)).max().orElse(-1);
  }

  /** Whether these are the two words of one pair, and nothing else. */
  static boolean isPair(List<String> levels) {
    Set<String> words =
        levels.stream()
            .limit(20)
            .map(level -> level.toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    return levels.size() <= 16 && PAIRS.stream().anyMatch(pair -> words.equals(Set.copyOf(pair)));
  }
}
