package org.perrin.io.draws;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.perrin.draws.CsvText;
import org.perrin.draws.Draws;

/**
 * All chains in one table: {@code .chain}, {@code .iteration}, {@code .draw} (from 1 on) and the
 * parameters under their names, as R's posterior package has it. Numbers read back as the same
 * doubles.
 */
public final class DrawsCsv {
  private DrawsCsv() {}

  /** Writes the file, replacing what is there. */
  public static void write(Path path, Draws draws) {
    try (BufferedWriter out = Files.newBufferedWriter(path)) {
      out.write(".chain,.iteration,.draw");
      for (String name : draws.names()) {
        out.write(',');
        out.write(CsvText.field(name));
      }
      out.write('\n');
      int draw = 0;
      for (int c = 0; c < draws.chains().size(); c++) {
        Draws.Chain chain = draws.chains().get(c);
        for (int t = 0; t < chain.count(); t++) {
          draw++;
          out.write((c + 1) + "," + (t + 1) + "," + draw);
          writeDraw(out, chain, t);
          out.write('\n');
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + path, e);
    }
  }

  /** A comma and a number for each parameter. */
  static void writeDraw(BufferedWriter out, Draws.Chain chain, int draw) throws IOException {
    for (int k = 0; k < chain.dimension(); k++) {
      out.write(',');
      out.write(Double.toString(chain.get(draw, k)));
    }
  }
}
