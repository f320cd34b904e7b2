package org.perrin.bench;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.function.Consumer;
import org.perrin.diagnostics.Convergence;
import org.perrin.dynamics.Nuts;
import org.perrin.gradient.FullGradient;
import org.perrin.mode.Mode;
import org.perrin.model.Model;
import org.perrin.sampler.RunningChain;
import org.perrin.sampler.Sampler;

/**
 * The exact posterior to compare with: NUTS on all rows in the natural metric until every
 * coordinate has an effective sample size, kept in a file so that it is run once.
 *
 * @param mean of every parameter
 * @param sd of every parameter
 * @param error standard error of the mean of every coordinate of u
 * @param leastEss smallest effective sample size
 * @param draws made
 * @param seconds it took, when it was run
 */
public record Reference(
    double[] mean, double[] sd, double[] error, double leastEss, int draws, double seconds) {
  private static final int BURN_IN = 100;
  private static final int BLOCK = 250;

  /** The reference for a model, from {@code file} if it is there and long enough. */
  public static Reference of(
      Model model, Mode mode, double ess, Path file, Consumer<String> progress) {
    Reference kept = Files.exists(file) ? read(file) : null;
    if (kept != null && kept.leastEss >= ess && kept.mean.length == model.dimension()) {
      progress.accept("exact reference from " + file.getFileName());
      return kept;
    }
    Reference made = run(model, mode, ess, progress);
    made.write(file);
    return made;
  }

  /** Runs NUTS until every coordinate has {@code ess} effective draws. */
  public static Reference run(Model model, Mode mode, double ess, Consumer<String> progress) {
    int d = model.dimension();
    long start = System.nanoTime();
    var sampler = Sampler.of(Nuts.standard(d), new FullGradient(model.in(mode.metric())));
    var chain = new RunningChain(sampler, new double[d], 20_221_028, 0);
    chain.state().adapting(true);
    for (int t = 0; t < BURN_IN; t++) {
      chain.step();
    }
    chain.state().adapting(false);
    double[][] u = new double[d][0];
    double[][] g = new double[d][0];
    double[][] values = new double[d][0];
    double[] theta = new double[d];
    double least = 0;
    int count = 0;
    while (least < ess) {
      for (int k = 0; k < d; k++) {
        u[k] = Arrays.copyOf(u[k], count + BLOCK);
        g[k] = Arrays.copyOf(g[k], count + BLOCK);
        values[k] = Arrays.copyOf(values[k], count + BLOCK);
      }
      for (int t = 0; t < BLOCK; t++, count++) {
        chain.step();
        mode.metric().toTheta(chain.state().position(), theta);
        for (int k = 0; k < d; k++) {
          u[k][count] = chain.state().position()[k];
          g[k][count] = chain.state().gradient()[k];
          values[k][count] = theta[k];
        }
      }
      least = Double.POSITIVE_INFINITY;
      for (double[] v : values) {
        least = Math.min(least, Convergence.essBulk(new double[][] {v}));
      }
      progress.accept(
          "exact reference: %,d draws, least ESS %.0f of %.0f, %.0f s"
              .formatted(count, least, ess, seconds(start)));
    }
    var moments = new ZeroVariance(u, g);
    double[] mean = new double[d];
    double[] sd = new double[d];
    double[] error = new double[d];
    for (int k = 0; k < d; k++) {
      double[] axis = new double[d];
      axis[k] = 1;
      error[k] = moments.along(axis).error();
      ZeroVariance.Moments along = moments.along(mode.row(k));
      mean[k] = mode.theta()[k] + along.mean();
      sd[k] = Math.sqrt(along.variance());
    }
    return new Reference(mean, sd, error, least, count, seconds(start));
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private void write(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Path part = file.resolveSibling(file.getFileName() + ".part");
      try (var out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(part)))) {
        out.writeInt(mean.length);
        for (int k = 0; k < mean.length; k++) {
          out.writeDouble(mean[k]);
          out.writeDouble(sd[k]);
          out.writeDouble(error[k]);
        }
        out.writeDouble(leastEss);
        out.writeInt(draws);
        out.writeDouble(seconds);
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Reference read(Path file) {
    try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      int d = in.readInt();
      double[] mean = new double[d];
      double[] sd = new double[d];
      double[] error = new double[d];
      for (int k = 0; k < d; k++) {
        mean[k] = in.readDouble();
        sd[k] = in.readDouble();
        error[k] = in.readDouble();
      }
      return new Reference(mean, sd, error, in.readDouble(), in.readInt(), in.readDouble());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
