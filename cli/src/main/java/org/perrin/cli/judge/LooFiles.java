package org.perrin.cli.judge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.perrin.cli.console.OutputFile;
import org.perrin.draws.Draws;
import org.perrin.io.draws.CmdStanCsv;
import org.perrin.io.draws.CmdStanHeader;
import org.perrin.io.draws.NpyFile;
import org.perrin.regression.judge.Loo;
import org.perrin.regression.judge.RowSample;
import org.perrin.regression.predict.DrawPredictor;
import org.perrin.regression.predict.FittedRows;

/** What was found of single rows, for other programs. */
public final class LooFiles {
  private LooFiles() {}

  /** A line for each row looked at; rows count from 0, as in predictions. */
  public static void pointwise(Path path, Loo loo) {
    RowSample sample = loo.sample();
    try (var file = OutputFile.of(path)) {
      var to = file.writer();
      to.write("row,elpd,p_loo,pareto_k,probability,times\n");
      for (int j = 0; j < sample.rows().length; j++) {
        to.write(
            "%d,%s,%s,%s,%s,%d\n"
                .formatted(
                    sample.rows()[j],
                    loo.pointwise().elpd()[j],
                    loo.pointwise().complexity()[j],
                    loo.pointwise().shape()[j],
                    sample.probability()[j],
                    sample.times()[j]));
      }
      file.commit();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Log likelihoods of the rows looked at, by draws. */
  public static void array(Path path, FittedRows fit, Loo loo) {
    int[] rows = loo.sample().rows();
    double[][] log = fit.logLikelihood(fit.predictive(Integer.MAX_VALUE), rows);
    try (var file = NpyFile.create(path, rows.length, fit.draws().count())) {
      for (double[] row : log) {
        file.add(row);
      }
    }
  }

  /** The draws, and behind the parameters {@code log_lik[1]} … of the rows in {@code rows.csv}. */
  public static void logLikelihoods(Path folder, FittedRows fit, Loo loo) {
    int[] rows = loo.sample().rows();
    DrawPredictor by = fit.predictive(Integer.MAX_VALUE);
    double[][] log = fit.logLikelihood(by, rows);
    List<String> names = new ArrayList<>(fit.draws().names());
    for (int j = 1; j <= rows.length; j++) {
      names.add("log_lik[%d]".formatted(j));
    }
    int d = fit.draws().dimension();
    int[] next = {0};
    Draws all =
        fit.draws()
            .map(
                names,
                (draw, out) -> {
                  System.arraycopy(draw, 0, out, 0, d);
                  for (int j = 0; j < rows.length; j++) {
                    out[d + j] = log[j][next[0]];
                  }
                  next[0]++;
                });
    try {
      Files.createDirectories(folder);
      var text = new StringBuilder("log_lik,row\n");
      for (int j = 0; j < rows.length; j++) {
        text.append(j + 1).append(',').append(rows[j]).append('\n');
      }
      Files.writeString(folder.resolve("rows.csv"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    CmdStanCsv.writeAll(
        folder, all, new CmdStanHeader(fit.regression().word(), "", "draws", 0, 0, 0, 0, 0));
  }
}
