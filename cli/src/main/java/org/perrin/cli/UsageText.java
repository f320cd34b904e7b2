package org.perrin.cli;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.perrin.io.MessageText;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line, in our words. */
final class UsageText {
  private static final String FORMULA = "--formula";

  private UsageText() {}

  static String of(ParameterException e) {
    return switch (e) {
      case UnmatchedArgumentException unmatched -> unmatched(unmatched);
      case OverwrittenOptionException twice ->
          name(twice.getOverwritten()) + " is given twice: give it once";
      case MissingParameterException missing -> missing(missing);
      default -> e.getArgSpec() == null || e.getValue() == null ? plain(e) : wrong(e);
    };
  }

  private static String unmatched(UnmatchedArgumentException e) {
    CommandLine command = e.getCommandLine();
    String word = e.getUnmatched().getFirst();
    boolean option = word.startsWith("-");
    Collection<String> known =
        option
            ? command.getCommandSpec().optionsMap().keySet()
            : command.getCommandSpec().subcommands().keySet();
    if (known.isEmpty()) {
      boolean formula = word.contains("~") && command.getCommandSpec().findOption(FORMULA) != null;
      return "unexpected argument %s%s"
          .formatted(MessageText.quoted(word), formula ? ": give a formula by " + FORMULA : "");
    }
    String name = option ? word.replaceAll("=.*", "") : word;
    return "there is no %s %s%s"
        .formatted(
            option ? "option" : "command",
            MessageText.quoted(name),
            MessageText.didYouMean(name, known));
  }

  /** A parameter that must be there, or the value of an option. */
  private static String missing(MissingParameterException e) {
    List<ArgSpec> missing = e.getMissing();
    if (missing == null || missing.isEmpty()) {
      return plain(e);
    }
    ArgSpec first = missing.getFirst();
    boolean value = first instanceof OptionSpec option && !option.required();
    return value
        ? "%s needs a value: %s".formatted(name(first), first.paramLabel())
        : "%s is missing".formatted(name(first));
  }

  private static String wrong(ParameterException e) {
    String value = MessageText.quoted(e.getValue());
    Class<?> type = e.getArgSpec().auxiliaryTypes()[0];
    String what =
        switch (type.getSimpleName()) {
          case "int", "Integer", "long", "Long" ->
              e.getValue().matches("[+-]?\\d+")
                  ? value + " is too large"
                  : value + " is not a whole number";
          case "double", "Double" -> value + " is not a number";
          default ->
              type.isEnum()
                  ? "there is no %s (there are %s)".formatted(value, constants(type))
                  : plain(e).replaceFirst("^Invalid value for [^:]*: ", "");
        };
    return "%s: %s".formatted(name(e.getArgSpec()), what);
  }

  private static String constants(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(c -> c.toString().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }

  private static String name(ArgSpec arg) {
    return arg instanceof OptionSpec option ? option.longestName() : arg.paramLabel();
  }

  private static String plain(ParameterException e) {
    return e.getMessage()
        .lines()
        .findFirst()
        .orElse("")
        .strip()
        .replaceFirst("^Error: ", "")
        .replaceAll("\\b(?:[a-z]+\\.)+[A-Z]\\w*: ", "")
        .replace('\'', '"');
  }
}
