package org.perrin.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.perrin.cli.console.OutputFile;
import org.perrin.cli.data.Download;
import org.perrin.cli.data.PaperDataset;
import org.perrin.io.MessageText;
import org.perrin.io.UsageException;
import org.perrin.io.table.Table;
import org.perrin.regression.model.Suggestion;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Known tables by name. */
@CommandLine.Command(
    name = "fetch",
    description = {
      "Fetches casp or covtype from the UCI Machine Learning Repository.",
      "Checks its shape; its SHA-256 and origin are written to a .json file next to it."
    },
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  perrin data fetch casp",
      "  perrin data fetch covtype --out covtype.csv.gz",
      "  perrin fit covtype.csv.gz --target Cover_Type --positive 2"
    })
final class FetchCommand extends Command {
  @Parameters(index = "0", paramLabel = "NAME", description = "casp or covtype.")
  String name;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "The file to write; CASP.csv or covtype.csv.gz if not given.")
  Path out;

  @Override
  void run() {
    PaperDataset known =
        Arrays.stream(PaperDataset.values())
            .filter(k -> k.word().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new UsageException(
                        "there is no data set %s%s"
                            .formatted(
                                MessageText.quoted(name),
                                Suggestion.among(name, PaperDataset.words()))));
    Path target = out == null ? Path.of(known.file()) : out;
    try {
      Path raw = Files.createTempFile("perrin", ".download");
      try {
        fetch(known, raw, target);
      } finally {
        Files.deleteIfExists(raw);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void fetch(PaperDataset known, Path raw, Path target) throws IOException {
    say("fetching " + known.uri());
    String sha = Download.fetch(known.uri(), raw, known.most());
    Path checked = Files.createTempFile("perrin", known.header() == null ? ".csv" : ".csv.gz");
    try {
      copy(known, raw, checked);
      known.check(Table.read(checked));
      try (var file = OutputFile.of(target);
          var in = reader(checked, known.header() != null)) {
        in.transferTo(file.writer());
        file.commit();
      }
    } finally {
      Files.deleteIfExists(checked);
    }
    ObjectNode about = JsonMapper.shared().createObjectNode();
    about.put("name", known.word()).put("from", known.uri().toString()).put("sha256", sha);
    try (var file = OutputFile.of(target.resolveSibling(target.getFileName() + ".json"))) {
      file.writer().write(about.toPrettyString() + "\n");
      file.commit();
    }
    out().println("%s: target %s, sha256 %s".formatted(target, known.target(), sha));
  }

  /** Puts the names of columns on top, where the file has none. */
  private static void copy(PaperDataset known, Path raw, Path to) throws IOException {
    try (var file = OutputFile.of(to);
        var in = reader(raw, known.header() != null)) {
      if (known.header() != null) {
        file.writer().write(String.join(",", known.header()) + "\n");
      }
      in.transferTo(file.writer());
      file.commit();
    }
  }

  private static BufferedReader reader(Path path, boolean packed) throws IOException {
    var bytes = Files.newInputStream(path);
    var plain = packed ? new GZIPInputStream(bytes) : bytes;
    return new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8));
  }
}
