package org.perrin.io.draws;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.perrin.draws.CsvText;
import org.perrin.draws.Draws;

/**
 * All chains in one table: {@code .chain}, {@code .iteration}, {@code .draw} (from 1 on) and the
 * parameters under their names, as R's posterior package has it. Numbers read back as the same
 * doubles.
 */
public final class DrawsCsv implements AutoCloseable {
  private final OutputStream out;
  private int draws;

  private DrawsCsv(OutputStream out) {
    this.out = out;
  }

  /** Writes the file, replacing what is there. */
  public static void write(Path path, Draws draws) {
    var text = new DrawText();
    try (var file = create(path, draws.names())) {
      for (int c = 0; c < draws.chains().size(); c++) {
        Draws.Chain chain = draws.chains().get(c);
        for (int t = 0; t < chain.count(); t++) {
          file.add(c, t, text.of(chain, t));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + path, e);
    }
  }

  /**
   * Writes the file and one in CmdStan's format for each chain, as {@link CmdStanCsv#writeAll}
   * does; numbers, on which the time is spent, become text once.
   */
  public static void writeWithChains(Path path, Path folder, Draws draws, CmdStanHeader header) {
    try (var file = create(path, draws.names())) {
      for (int c = 0; c < draws.chains().size(); c++) {
        int chain = c;
        CmdStanCsv.write(
            CmdStanCsv.file(folder, c + 1),
            draws,
            c + 1,
            header,
            (t, text) -> file.add(chain, t, text));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + path, e);
    }
  }

  private static DrawsCsv create(Path path, List<String> names) throws IOException {
    var file = new DrawsCsv(new BufferedOutputStream(Files.newOutputStream(path), 1 << 16));
    file.write(".chain,.iteration,.draw");
    for (String name : names) {
      file.write("," + CsvText.field(name));
    }
    file.write("\n");
    return file;
  }

  private void add(int chain, int iteration, byte[] numbers) throws IOException {
    draws++;
    write((chain + 1) + "," + (iteration + 1) + "," + draws);
    out.write(numbers);
    out.write('\n');
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
