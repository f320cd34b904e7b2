package org.perrin.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import org.perrin.io.InputException;
import org.perrin.io.UsageException;
import org.perrin.regression.FitReader;
import org.perrin.regression.Prepared;
import org.perrin.regression.Reading;
import org.perrin.regression.model.ModelChoice;
import picocli.CommandLine;

/** A command whose data and model can be made again from its arguments. */
interface Repeatable {
  /** Makes them; from {@code data} instead of what the arguments name unless that is null. */
  Prepared prepare(Path data, Path folder, Path own, Prepared.Listener listener);

  /**
   * A model of the user's own is code, which must not run because a folder says so: it is taken
   * from where the user says now.
   */
  static void askForModel(ModelOptions options, Path own) {
    boolean needed = ModelChoice.OWN.equals(Reading.regression(options.model));
    if (needed && own == null) {
      throw new UsageException(
          "the fit is of your own model, which would be compiled and run: name it again by --model %s"
              .formatted(options.model));
    }
    if (needed) {
      options.model = own.toAbsolutePath().toString();
    } else if (own != null) {
      throw new UsageException("--model is for fits of your own model: leave it out");
    }
  }

  /** Gives a command its arguments, its own name first. */
  static CommandLine parse(Object command, List<String> arguments) {
    var line = new CommandLine(command);
    line.setCaseInsensitiveEnumValuesAllowed(true).setAbbreviatedOptionsAllowed(true);
    var nowhere = new PrintWriter(Writer.nullWriter());
    line.setOut(nowhere).setErr(nowhere);
    line.parseArgs(arguments.subList(1, arguments.size()).toArray(String[]::new));
    return line;
  }

  /** The data and the model of a fit, checked to be those that it was made with. */
  static Prepared of(FitReader fit, Path data, Path own, Prepared.Listener listener) {
    List<String> arguments = fit.arguments();
    Repeatable command =
        switch (arguments.isEmpty() ? "" : arguments.getFirst()) {
          case "fit" -> new FitCommand();
          case "demo" -> new DemoCommand();
          default -> throw new InputException(fit.folder() + " does not say how it was made");
        };
    parse(command, arguments);
    Prepared prepared = command.prepare(data, fit.directory(), own, listener);
    if (!prepared.fingerprint().equals(fit.fingerprint())) {
      throw new InputException(
          "%s is not what it was when %s was fitted (%s, then %s): give the file by --data, or fit again"
              .formatted(
                  prepared.source(), fit.folder(), prepared.fingerprint(), fit.fingerprint()));
    }
    return prepared;
  }
}
