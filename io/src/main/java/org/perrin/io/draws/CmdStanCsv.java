package org.perrin.io.draws;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.perrin.draws.Draws;
import org.perrin.draws.Transitions;
import org.perrin.dynamics.StepStatistic;
import org.perrin.io.InputException;

/**
 * Chains in the format of CmdStan, one file each, which ArviZ, cmdstanpy, cmdstanr and stansummary
 * read. Parameters are called {@code beta.1}, {@code beta.2}, …; a comment line holds their names.
 * Numbers read back as the same doubles. Files of other programs are read too, whatever columns
 * their samplers have: of those ending in {@code __} the known ones become {@link Transitions},
 * warm-up is skipped. A column is there only if the sampler knows its numbers, but for {@code
 * lp__}, by which readers find the line of columns: it is {@code nan} where it would cost a pass
 * over the data for each draw.
 */
public final class CmdStanCsv {
  private CmdStanCsv() {}

  /** What else is done with the numbers of a draw, a comma before each. */
  @FunctionalInterface
  interface LineVisitor {
    void visit(int draw, byte[] numbers) throws IOException;
  }

  /** Writes chain {@code chain} (from 1 on), replacing what is there. */
  public static void write(Path path, Draws draws, int chain, CmdStanHeader header) {
    write(path, draws, chain, header, (_, _) -> {});
  }

  static void write(Path path, Draws draws, int chain, CmdStanHeader header, LineVisitor visitor) {
    Draws.Chain part = draws.chains().get(chain - 1);
    Set<StepStatistic> known = EnumSet.of(StepStatistic.LOG_DENSITY);
    known.addAll(part.transitions().columns());
    var numbers = new DrawText();
    try (var out = new BufferedOutputStream(Files.newOutputStream(path), 1 << 16)) {
      String file = path.getFileName().toString();
      write(out, header.top(chain, part.count(), file, CmdStanNames.write(draws.names())));
      write(out, known.stream().map(StepStatistic::column).collect(Collectors.joining(",")));
      for (int k = 1; k <= part.dimension(); k++) {
        write(out, ",beta." + k);
      }
      write(out, "\n" + header.adaptation(part.dimension()));
      for (int t = 0; t < part.count(); t++) {
        int draw = t;
        byte[] line = numbers.of(part, t);
        write(
            out,
            known.stream()
                .map(statistic -> text(statistic, part.transitions().get(draw, statistic)))
                .collect(Collectors.joining(",")));
        out.write(line);
        out.write('\n');
        visitor.visit(t, line);
      }
      write(out, header.times());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + path, e);
    }
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(StepStatistic statistic, OptionalDouble known) {
    double value = known.orElse(Double.NaN);
    return Double.isNaN(value)
        ? "nan"
        : statistic.whole() ? Long.toString((long) value) : Double.toString(value);
  }

  /** Writes {@code chain-1.csv}, {@code chain-2.csv}, … to a folder, which must be there. */
  public static List<Path> writeAll(Path folder, Draws draws, CmdStanHeader header) {
    List<Path> paths = new ArrayList<>();
    for (int c = 1; c <= draws.chains().size(); c++) {
      Path path = file(folder, c);
      write(path, draws, c, header);
      paths.add(path);
    }
    return paths;
  }

  static Path file(Path folder, int chain) {
    return folder.resolve("chain-" + chain + ".csv");
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
