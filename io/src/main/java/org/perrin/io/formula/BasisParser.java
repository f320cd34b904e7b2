package org.perrin.io.formula;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.perrin.io.InputException;

/** Reads calls such as {@code bs(x, df = 5)}. */
record BasisParser(Tokens tokens, ExprParser numbers) {

  Basis read(Basis.Function function) {
    List<Basis.Option> options = function.options();
    tokens.next();
    tokens.expect("(");
    Expr of = numbers.sum();
    Integer[] given = new Integer[options.size()];
    boolean first = true;
    while (tokens.accept(",")) {
      int k = option(function, first);
      given[k] = value(options.get(k));
      first = false;
    }
    tokens.expect(")");
    Basis basis = new Basis(function, of, filled(function, given));
    if (function == Basis.Function.BS && basis.value("df") < basis.value("degree")) {
      throw tokens.bad(
          "df of bs is at least its degree, %d: raise df, or lower degree"
              .formatted(basis.value("degree")));
    }
    return basis;
  }

  private static List<Integer> filled(Basis.Function function, Integer... given) {
    List<Integer> values = new ArrayList<>();
    for (int k = 0; k < given.length; k++) {
      values.add(given[k] != null ? given[k] : function.options().get(k).standard());
    }
    if (function == Basis.Function.BS && given[0] == null) {
      values.set(0, values.get(1));
    }
    return values;
  }

  /** The place of the option whose value comes next; the first needs no name. */
  private int option(Basis.Function function, boolean first) {
    List<Basis.Option> options = function.options();
    if (!tokens.isNamed()) {
      if (first && !options.isEmpty()) {
        return 0;
      }
      throw unknown(function);
    }
    for (int k = 0; k < options.size(); k++) {
      if (options.get(k).name().equals(tokens.text())) {
        tokens.next();
        tokens.expect("=");
        return k;
      }
    }
    throw unknown(function);
  }

  private InputException unknown(Basis.Function function) {
    String names =
        function.options().stream()
            .map(option -> option.name() + " =")
            .collect(Collectors.joining(" and "));
    boolean several = function.options().size() > 1;
    return tokens.bad(
        names.isEmpty()
            ? function.text() + "(…) takes one number and no options"
            : "the %s of %s(…) %s %s"
                .formatted(
                    several ? "options" : "option",
                    function.text(),
                    several ? "are" : "is",
                    names));
  }

  private int value(Basis.Option option) {
    if (option.truth()) {
      if (!tokens.text().equals("TRUE") && !tokens.text().equals("FALSE")) {
        throw tokens.bad("expected TRUE or FALSE for " + option.name());
      }
      return tokens.next().equals("TRUE") ? 1 : 0;
    }
    return tokens.whole(option.name(), option.least(), option.most());
  }
}
