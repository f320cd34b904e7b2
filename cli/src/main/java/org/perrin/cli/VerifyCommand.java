package org.perrin.cli;

import java.nio.file.Path;
import org.perrin.io.MessageText;
import org.perrin.io.packed.PackedTable;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** Whether a packed table is what was written. */
@CommandLine.Command(
    name = "verify",
    description = "Reads a packed table and compares it with its checksums.",
    footerHeading = "%nExamples:%n",
    footer = "  perrin data verify big.perrin")
final class VerifyCommand extends Command {
  @Parameters(index = "0", paramLabel = "FILE", description = "A packed table.")
  Path file;

  @Override
  void run() {
    PackedTable table = PackedTable.open(file).verify();
    out()
        .println(
            "%s: %s, %s, whole"
                .formatted(
                    file,
                    MessageText.count(table.rows(), "row"),
                    MessageText.count(table.columns().size(), "column")));
  }
}
