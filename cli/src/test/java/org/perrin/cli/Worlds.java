package org.perrin.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;

/** Small tables whose truth is known, for the models under {@code examples/}. */
final class Worlds {
  private Worlds() {}

  private static String line(Object... cells) {
    var text = new StringBuilder();
    for (Object cell : cells) {
      text.append(text.isEmpty() ? "" : ",");
      text.append(cell instanceof Double d ? String.format(Locale.ROOT, "%.6g", d) : cell);
    }
    return text.append('\n').toString();
  }

  /** {@code y = 1 + 2a − b} with noise of scale 0.5, and a fifth of the rows far off. */
  static Path outliers(Path folder, int rows) {
    var random = new Random(11);
    var text = new StringBuilder("a,b,y\n");
    for (int i = 0; i < rows; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      double y = 1 + 2 * a - b + 0.5 * random.nextGaussian();
      text.append(line(a, b, i % 20 == 0 ? y + 20 + 5 * random.nextGaussian() : y));
    }
    return Cli.write(folder.resolve("outliers.csv"), text.toString());
  }

  /** Counts with log mean {@code 0.5 + 0.4a + log years} and dispersion 3. */
  static Path counts(Path folder, int rows) {
    var random = new Random(12);
    var text = new StringBuilder("a,years,y\n");
    for (int i = 0; i < rows; i++) {
      double a = random.nextGaussian();
      double years = 0.5 + 2 * random.nextDouble();
      // gamma with shape 3: a sum of three exponentials
      double gamma = 0;
      for (int k = 0; k < 3; k++) {
        gamma -= Math.log(1 - random.nextDouble()) / 3;
      }
      double rate = years * Math.exp(0.5 + 0.4 * a) * gamma;
      int y = 0;
      for (double t = -Math.log(1 - random.nextDouble());
          t < rate;
          t -= Math.log(1 - random.nextDouble())) {
        y++;
      }
      text.append(line(a, years, y));
    }
    return Cli.write(folder.resolve("counts.csv"), text.toString());
  }

  /** Three classes with scores 0, {@code 0.5 + a}, {@code −0.5 − b}. */
  static Path classes(Path folder, int rows) {
    var random = new Random(13);
    var text = new StringBuilder("a,b,y\n");
    for (int i = 0; i < rows; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      double[] weight = {1, Math.exp(0.5 + a), Math.exp(-0.5 - b)};
      double u = random.nextDouble() * (weight[0] + weight[1] + weight[2]);
      int y = u < weight[0] ? 1 : u < weight[0] + weight[1] ? 2 : 3;
      text.append(line(a, b, y));
    }
    return Cli.write(folder.resolve("classes.csv"), text.toString());
  }

  /** Normals at −3, 0.5 and 4 with sds 0.6, 1, 0.5 and shares 0.3, 0.5, 0.2. */
  static Path mixture(Path folder, int rows) {
    var random = new Random(14);
    var text = new StringBuilder("x\n");
    for (int i = 0; i < rows; i++) {
      double u = random.nextDouble();
      int k = u < 0.3 ? 0 : u < 0.8 ? 1 : 2;
      double[] mean = {-3, 0.5, 4};
      double[] sd = {0.6, 1, 0.5};
      text.append(line(mean[k] + sd[k] * random.nextGaussian()));
    }
    return Cli.write(folder.resolve("mixture.csv"), text.toString());
  }

  /** {@code y = sin(2a)} with noise of sd 0.2. */
  static Path curve(Path folder, int rows) {
    var random = new Random(15);
    var text = new StringBuilder("a,y\n");
    for (int i = 0; i < rows; i++) {
      double a = 4 * random.nextDouble() - 2;
      text.append(line(a, Math.sin(2 * a) + 0.2 * random.nextGaussian()));
    }
    return Cli.write(folder.resolve("curve.csv"), text.toString());
  }

  /** Ratings around 3.5 of 20 users and 15 items with two hidden tastes, noise 0.4. */
  static Path ratings(Path folder, int rows) {
    var random = new Random(16);
    double[][] user = tastes(random, 20);
    double[][] item = tastes(random, 15);
    var text = new StringBuilder("user,item,rating\n");
    for (int i = 0; i < rows; i++) {
      // everybody and everything occurs
      int u = i < 20 ? i : random.nextInt(20);
      int v = i < 15 ? i : random.nextInt(15);
      double fit = 3.5 + user[u][0] * item[v][0] + user[u][1] * item[v][1];
      text.append(line(u, v, fit + 0.4 * random.nextGaussian()));
    }
    return Cli.write(folder.resolve("ratings.csv"), text.toString());
  }

  /** {@code y = 1 + 2a + u_g} with noise of sd 0.5 and u of sd 0.8; group 0 is the first column. */
  static Path groups(Path folder, int rows, int count) {
    var random = new Random(17);
    double[] u = new double[count];
    java.util.Arrays.setAll(u, g -> 0.8 * random.nextGaussian());
    var text = new StringBuilder("a,shop,y\n");
    for (int i = 0; i < rows; i++) {
      int g = i < count ? i : random.nextInt(count);
      double a = random.nextGaussian();
      text.append(line(a, "s" + g, 1 + 2 * a + u[g] + 0.5 * random.nextGaussian()));
    }
    return Cli.write(folder.resolve("groups-" + count + ".csv"), text.toString());
  }

  private static double[][] tastes(Random random, int count) {
    double[][] tastes = new double[count][2];
    for (double[] taste : tastes) {
      taste[0] = random.nextGaussian();
      taste[1] = random.nextGaussian();
    }
    return tastes;
  }
}
