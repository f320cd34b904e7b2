package org.perrin.cli;

import java.nio.file.Path;
import java.util.List;
import org.perrin.io.MessageText;
import org.perrin.io.design.MissingPolicy;
import org.perrin.io.packed.Packer;
import org.perrin.io.table.RowSink;
import org.perrin.regression.DataSource;
import org.perrin.regression.Precision;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A table of any length into a file that is mapped instead of read. */
@CommandLine.Command(
    name = "pack",
    description = {
      "Packs a table into a file that is mapped instead of read.",
      "For fit, predict and compare such a table is bounded by the disk and not by memory. The file"
          + " appears whole or not at all; a run that was killed continues where it stopped when the"
          + " command is repeated."
    },
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  perrin data pack big.parquet -o big.perrin",
      "  perrin data pack --sql \"SELECT a, b, y FROM 'x/*.parquet'\" --precision single -o x.perrin"
    })
final class PackCommand extends Command {
  @Parameters(index = "0", arity = "0..1", paramLabel = "DATA", description = DataOptions.ABOUT)
  Path data;

  @Mixin DataOptions reading;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      required = true,
      description = "The file to write, by convention ending in .perrin.")
  Path out;

  @Option(
      names = "--precision",
      paramLabel = "P",
      defaultValue = "double",
      description = "single for half the bytes and some seven digits, or double (default).")
  Precision precision;

  @Option(
      names = "--missing",
      paramLabel = "RULE",
      defaultValue = "error",
      description =
          "Rows with missing values: drop, or keep (error, the default): then a fit says so if it"
              + " needs them.")
  MissingPolicy missing;

  @Override
  void run() {
    DataSource source = reading.source(data, Path.of(""));
    boolean drop = missing == MissingPolicy.DROP;
    String identity = source.identity();
    try (var packer = Packer.to(out, precision == Precision.SINGLE, drop, identity)) {
      tellBeginning(packer);
      List<RowSink.Shell> shells = source.stream(packer);
      packer.finish(shells);
      if (packer.dropped() > 0) {
        say("%s left out for missing values".formatted(MessageText.count(packer.dropped(), "row")));
      }
      out()
          .println(
              "%s: %s, %s"
                  .formatted(
                      out,
                      MessageText.count(packer.written(), "row"),
                      MessageText.count(shells.size(), "column")));
    }
  }

  private void tellBeginning(Packer packer) {
    if (packer.takenOver() > 0) {
      say("%s: continues from row %,d".formatted(out, packer.takenOver() + 1));
    } else if (packer.beginsAnew()) {
      say(
          "%s.partial is damaged, or of another source or other options: starts from the beginning"
              .formatted(out));
    }
  }
}
