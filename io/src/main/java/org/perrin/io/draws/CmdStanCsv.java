package org.perrin.io.draws;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.perrin.draws.Draws;
import org.perrin.io.InputException;

/**
 * Chains in the format of CmdStan, one file each, which ArviZ, cmdstanpy, cmdstanr and stansummary
 * read. Parameters are called {@code beta.1}, {@code beta.2}, …; a comment line holds their names.
 * Numbers read back as the same doubles. Files of other programs are read too, whatever columns
 * their samplers have: those ending in {@code __} are left out, warm-up is skipped.
 */
public final class CmdStanCsv {
  private static final String SAMPLER =
      "lp__,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__";

  private CmdStanCsv() {}

  /**
   * Writes chain {@code chain} (from 1 on), replacing what is there.
   *
   * @param lp the log density of each draw, or null
   */
  public static void write(Path path, Draws draws, int chain, CmdStanHeader header, double[] lp) {
    Draws.Chain part = draws.chains().get(chain - 1);
    try (BufferedWriter out = Files.newBufferedWriter(path)) {
      String file = path.getFileName().toString();
      out.write(header.top(chain, part.count(), file, CmdStanNames.write(draws.names())));
      out.write(SAMPLER);
      for (int k = 1; k <= part.dimension(); k++) {
        out.write(",beta." + k);
      }
      out.write('\n');
      out.write(header.adaptation(part.dimension()));
      for (int t = 0; t < part.count(); t++) {
        double density = lp == null ? 0 : lp[t];
        out.write(density + ",1," + header.stepSize() + ",0,1,0," + (0 - density));
        DrawsCsv.writeDraw(out, part, t);
        out.write('\n');
      }
      out.write(header.times());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + path, e);
    }
  }

  /** Writes {@code chain-1.csv}, {@code chain-2.csv}, … to a folder, which must be there. */
  public static List<Path> writeAll(Path folder, Draws draws, CmdStanHeader header) {
    List<Path> paths = new ArrayList<>();
    for (int c = 1; c <= draws.chains().size(); c++) {
      Path path = folder.resolve("chain-" + c + ".csv");
      write(path, draws, c, header, null);
      paths.add(path);
    }
    return paths;
  }

  /** Reads files, a chain each, that hold the same parameters; NaN is kept as it is. */
  public static Draws read(List<Path> paths) {
    if (paths.isEmpty()) {
      throw new InputException("there are no draws: name at least one CmdStan file");
    }
    List<CmdStanFile> files = paths.stream().map(CmdStanFile::read).toList();
    List<String> names = files.getFirst().names();
    for (CmdStanFile file : files) {
      if (!file.names().equals(names)) {
        throw InputException.of(
            file.source(),
            "holds other parameters than %s: give chains of one fit"
                .formatted(files.getFirst().source()));
      }
    }
    return new Draws(names, files.stream().map(CmdStanFile::chain).collect(Collectors.toList()));
  }
}
