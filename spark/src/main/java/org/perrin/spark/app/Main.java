package org.perrin.spark.app;

import java.util.Locale;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** Where {@code perrin-spark} begins, under {@code spark-submit} or without it. */
@Command(
    name = "perrin-spark",
    description = "Bayesian regression on Spark: the posterior for some five passes over the rows.",
    mixinStandardHelpOptions = true,
    subcommands = {SparkFitCommand.class, SparkBenchCommand.class})
public final class Main implements Runnable {
  private static final int RUN_FAILED = 1;
  private static final int BAD_USAGE = 2;

  private Main() {}

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }

  /** Runs a command and ends with its exit code. */
  public static void main(String[] args) {
    System.exit(run(args));
  }

  /** Runs a command. */
  static int run(String... args) {
    Locale.setDefault(Locale.ROOT);
    return new CommandLine(new Main())
        .setParameterExceptionHandler(Main::usage)
        .setExecutionExceptionHandler((e, command, parsed) -> failed(e))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .execute(args);
  }

  private static int usage(ParameterException e, String[] args) {
    report("%s (see perrin-spark --help)".formatted(e.getMessage()));
    return BAD_USAGE;
  }

  private static int failed(Exception e) {
    if ("1".equals(System.getenv("PERRIN_DEBUG"))) {
      e.printStackTrace();
    }
    boolean known = e instanceof InputException || e instanceof IllegalArgumentException;
    report(known ? e.getMessage() : firstLine(e) + " (set PERRIN_DEBUG=1 to see where)");
    return RUN_FAILED;
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse(e.getClass().getSimpleName());
  }

  static void report(String text) {
    System.err.println("perrin-spark: " + MessageText.line(text));
  }
}
