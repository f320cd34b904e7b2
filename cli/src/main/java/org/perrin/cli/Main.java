package org.perrin.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.perrin.cli.console.Terminal;
import org.perrin.io.MemoryCheck;
import org.perrin.io.Tool;
import org.perrin.regression.DataSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Where the command begins. */
public final class Main {
  private Main() {}

  /** Runs a command and ends with its exit code. */
  public static void main(String[] args) {
    var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int code = run(out, err, args);
    out.flush();
    err.flush();
    System.exit(code);
  }

  /** Runs a command; results go to {@code out}, everything else to {@code err}. */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    Locale.setDefault(Locale.ROOT);
    Simd.onDemand();
    int code = onlyVersion(args) ? version(out) : execute(out, err, args);
    out.flush();
    err.flush();
    return code;
  }

  private static int execute(PrintWriter out, PrintWriter err, String... args) {
    try {
      String only = args.length > 0 && PerrinCommand.alone(args[0]) ? args[0] : null;
      return commandLine(out, err, only).execute(spelledOut(args));
    } catch (OutOfMemoryError e) {
      err.println("perrin: " + MemoryCheck.exhausted());
      return 1;
    }
  }

  /** The parser takes a lone dash for the beginning of an option: it gets the name of stdin. */
  private static String[] spelledOut(String... args) {
    String[] words = args.clone();
    for (int k = 0; k < words.length; k++) {
      boolean value = k > 0 && words[k - 1].equals("--delimiter");
      words[k] = words[k].equals("-") && !value ? DataSource.STDIN : words[k];
    }
    return words;
  }

  /** Asked by scripts before anything else: not worth the parser, which takes longer than Java. */
  private static boolean onlyVersion(String... args) {
    return args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"));
  }

  private static int version(PrintWriter out) {
    out.println(Version.line());
    return 0;
  }

  /** Adds the commands of other jars, which have the options that all have. */
  private static CommandLine withTools(CommandLine line) {
    for (Tool tool : ServiceLoader.load(Tool.class)) {
      var command = new CommandLine(tool);
      var common = CommandSpec.forAnnotatedObject(new CommonOptions());
      command.getCommandSpec().addMixin("common", common);
      line.addSubcommand(command);
    }
    CommandLine bench = line.getSubcommands().get("bench");
    if (bench != null) {
      bench.addSubcommand(new BenchSamplersCommand());
    }
    return line.setExecutionStrategy(
        parsed -> {
          if (parsed.asCommandLineList().getLast().getCommand() instanceof Tool) {
            Simd.atOnce();
          }
          return new CommandLine.RunLast().execute(parsed);
        });
  }

  /** The parser with all commands, or with one of them. */
  static CommandLine commandLine(PrintWriter out, PrintWriter err, @Nullable String only) {
    var line = new CommandLine(new PerrinCommand());
    PerrinCommand.addTo(line, only);
    return (only == null ? withTools(line) : line)
        .setOut(out)
        .setErr(err)
        .setColorScheme(Terminal.colours())
        .setUsageHelpAutoWidth(false)
        .setUsageHelpWidth(Terminal.width())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAbbreviatedOptionsAllowed(true)
        .setParameterExceptionHandler(Failures::usage)
        .setExecutionExceptionHandler(Failures::run);
  }
}
