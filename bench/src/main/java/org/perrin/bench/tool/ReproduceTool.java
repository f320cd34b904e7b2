package org.perrin.bench.tool;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.perrin.bench.RealData;
import org.perrin.bench.paper.Reproduction;
import org.perrin.bench.paper.ReproductionSettings;
import org.perrin.io.MessageText;
import org.perrin.io.UsageException;
import picocli.CommandLine;

/** {@code perrin reproduce}: the paper's figures again, from data, with their claims checked. */
@CommandLine.Command(
    name = "reproduce",
    description = "Makes the paper's figures again, and checks its claims.",
    footerHeading = "%nExamples:%n",
    footer = {"  perrin reproduce --quick", "  perrin reproduce 2a 5 --data ~/data --out paper"})
public final class ReproduceTool extends MeasuringTool {
  @CommandLine.Parameters(
      paramLabel = "FIGURE",
      arity = "0..*",
      description = "Which: 1a 1b 1c 2a 2b 3 4a 4b 5 table appd ours (default: all).")
  private List<String> figures = new ArrayList<>();

  @CommandLine.Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Folder with CASP.csv.gz and covtype.csv.gz (default: $$PERRIN_DATA; without them the"
              + " figures show synthetic data in their shape, and say so).")
  private Path data;

  @CommandLine.Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "reproduction",
      description = "Where figures go (default: ${DEFAULT-VALUE}). Finished ones are kept.")
  private Path out;

  @CommandLine.Option(
      names = "--cache",
      paramLabel = "DIR",
      description = "Where exact references are kept (default: ~/.cache/perrin).")
  private Path cache = Path.of(System.getProperty("user.home"), ".cache", "perrin");

  @CommandLine.Option(
      names = "--quick",
      description =
          "Fewer chains, shorter, an eighth of covertype: a minute or two instead of an hour. Checks"
              + " what its size can show.")
  private boolean quick;

  @CommandLine.Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "2210",
      description = "Fixes every number in the CSV files (default: ${DEFAULT-VALUE}).")
  private long seed;

  @CommandLine.Option(names = "--force", description = "Recompute finished figures.")
  private boolean force;

  @Override
  boolean holds() {
    for (String figure : figures) {
      if (!Reproduction.names().contains(figure)) {
        throw new UsageException(
            "there is no figure %s%s; there are %s"
                .formatted(
                    MessageText.quoted(figure),
                    MessageText.didYouMean(figure, Reproduction.names()),
                    String.join(", ", Reproduction.names())));
      }
    }
    Path folder = data != null ? data : RealData.folder();
    var settings = new ReproductionSettings(folder, out, cache, quick, seed);
    var outcome = new Reproduction(settings, force, this::say).run(figures);
    out()
        .printf(
            "%s; %d of %d claims hold%n",
            outcome.page(), outcome.claims() - outcome.failed().size(), outcome.claims());
    outcome.failed().forEach(claim -> out().println("does not hold: " + claim));
    return outcome.failed().isEmpty();
  }
}
