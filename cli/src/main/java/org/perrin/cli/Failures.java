package org.perrin.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Errors as users see them: one line, {@code perrin: what, and what to do}, never a trace. */
final class Failures {
  private static final int RUN_FAILED = 1;
  private static final int BAD_USAGE = 2;

  private Failures() {}

  /** The command line cannot be understood: 2. */
  static int usage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    debug(e);
    report(
        command.getErr(),
        "%s (see %s --help)".formatted(UsageText.of(e), command.getCommandSpec().qualifiedName()));
    return BAD_USAGE;
  }

  /** The command could not do what it was asked: 1; 2 if what it was asked makes no sense. */
  static int run(Exception e, CommandLine command, ParseResult parsed) {
    debug(e);
    PrintWriter err = command.getErr();
    if (e instanceof UsageException) {
      report(err, e.getMessage());
      return BAD_USAGE;
    }
    report(err, describe(e));
    return RUN_FAILED;
  }

  private static String describe(Throwable e) {
    return switch (e) {
      case InputException known -> known.getMessage();
      case UncheckedIOException io -> describe(io.getCause());
      case FileSystemException file -> "%s: %s".formatted(file.getFile(), MessageText.reason(file));
      case IOException io when io.getMessage() != null ->
          MessageText.reason(io) + ": check the disk, or write elsewhere by --out";
      case IllegalArgumentException wrong when wrong.getMessage() != null ->
          MessageText.unqualified(wrong.getMessage()).orElse("");
      default ->
          "something went wrong inside%s: set PERRIN_DEBUG=1 to see where, and report it"
              .formatted(
                  MessageText.unqualified(e.getMessage()).map(m -> " (" + m + ")").orElse(""));
    };
  }

  private static void report(PrintWriter err, String text) {
    err.println("perrin: " + MessageText.line(Advice.in(text)));
  }

  private static void debug(Exception e) {
    if ("1".equals(System.getenv("PERRIN_DEBUG"))) {
      e.printStackTrace();
    }
  }
}
