package org.perrin.regression.prior;

import java.util.ArrayList;
import java.util.List;
import org.perrin.io.MessageText;
import org.perrin.io.UsageException;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.GroupTerm;
import org.perrin.model.Density;

/**
 * Priors of what varies by groups, as texts: {@code exponential(1)} for all scales, {@code
 * g=exponential(1)} for those of a group or of a smooth, {@code g, x=exponential(5)} for that of
 * one column, {@code lkj(2)} and {@code g=lkj(2)} for correlations. The narrower text counts, and
 * of two the last.
 *
 * @param texts as given
 */
record GroupPriors(List<String> texts) {
  private static final String OPTION = "--prior-group";

  /** Correlations have a uniform prior unless another is asked for. */
  private static final double UNIFORM = 1;

  /** What a text is for: all, if it has no name, and its density. */
  private record Named(String name, String density) {
    static Named of(String text) {
      int equals = text.lastIndexOf('=');
      String name = equals < 0 ? "" : text.substring(0, equals).strip();
      return new Named(name.replaceAll("\\s*,\\s*", ", "), text.substring(equals + 1));
    }

    boolean correlations() {
      return PriorText.isLkj(density);
    }
  }

  private List<Named> named() {
    return texts.stream().map(Named::of).toList();
  }

  /** Refuses texts that cannot be read. */
  void check() {
    for (Named one : named()) {
      if (one.correlations()) {
        PriorText.lkj(OPTION, one.density);
      } else if (!isAuto(one.density)) {
        PriorText.scale(OPTION, one.density);
      }
    }
  }

  /** Refuses names of what is not there. */
  void checkNames(Encoding encoding) {
    List<String> known = new ArrayList<>();
    encoding.smooths().forEach(smooth -> known.add(smooth.name()));
    for (Encoding.Placed placed : encoding.allGroups()) {
      known.add(name(placed));
      placed.term().columns().forEach(column -> known.add(name(placed, column)));
    }
    for (Named one : named()) {
      if (!one.name.isEmpty() && !known.contains(one.name)) {
        String hint = MessageText.didYouMean(one.name, known);
        throw new UsageException(
            "%s: there is no group %s%s"
                .formatted(
                    OPTION,
                    MessageText.quoted(one.name),
                    hint.isEmpty() ? ": there are " + MessageText.listed(known) : hint));
      }
      if (one.correlations()
          && !one.name.isEmpty()
          && encoding.allGroups().stream().noneMatch(placed -> isOfCorrelations(one, placed))) {
        throw new UsageException(
            "%s: %s has no correlations, which is what lkj is for: leave it out"
                .formatted(OPTION, MessageText.quoted(one.name)));
      }
    }
  }

  private static boolean isOfCorrelations(Named one, Encoding.Placed placed) {
    return placed.term().correlated() && one.name.equals(name(placed));
  }

  private static String name(Encoding.Placed placed) {
    return placed.prefix() + placed.term().by().name();
  }

  private static String name(Encoding.Placed placed, String column) {
    return name(placed) + ", " + column;
  }

  /** The density of the logarithm of a smooth's scale. */
  Density smooth(String name, Density standard) {
    return density(standard, "", name);
  }

  /** The densities of the logarithms of a term's scales. */
  List<Density> scales(Encoding.Placed placed, List<Density> standard) {
    GroupTerm term = placed.term();
    List<Density> scales = new ArrayList<>();
    for (int c = 0; c < standard.size(); c++) {
      String column = term.columns().get(c);
      scales.add(density(standard.get(c), "", name(placed), name(placed, column)));
    }
    return scales;
  }

  /** The shape of the prior of a term's correlations. */
  double lkj(Encoding.Placed placed) {
    double shape = UNIFORM;
    for (String name : new String[] {"", name(placed)}) {
      for (Named one : named()) {
        if (one.correlations() && one.name.equals(name)) {
          shape = PriorText.lkj(OPTION, one.density);
        }
      }
    }
    return shape;
  }

  /** The last text for the last of these names that has one. */
  private Density density(Density standard, String... names) {
    Density density = standard;
    for (String name : names) {
      for (Named one : named()) {
        if (!one.correlations() && one.name.equals(name)) {
          density = isAuto(one.density) ? standard : PriorText.scale(OPTION, one.density);
        }
      }
    }
    return density;
  }

  private static boolean isAuto(String text) {
    return text.strip().equals(PriorText.AUTOSCALE);
  }
}
