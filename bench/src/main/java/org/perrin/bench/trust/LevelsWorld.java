package org.perrin.bench.trust;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.perrin.data.Dataset;
import org.perrin.model.Density;
import org.perrin.model.MixedModel;
import org.perrin.model.Priors;
import org.perrin.model.Varying;
import org.perrin.random.RandomStream;

/**
 * Levels of one factor or two: an intercept and a normal column, both of which may vary by level.
 * Scales are exponential, correlations uniform; what is to come is a row like the first.
 *
 * @param name as in tables
 * @param shape which coefficients vary by what
 * @param coefficient sd of the coefficients' normal prior
 * @param rate of the scales' exponential prior
 * @param scale draws the parameter beside the coefficients, or null if there is none
 * @param response draws a response from its linear predictor
 * @param claim the model
 * @param onlyLong whether the short form leaves it out
 */
record LevelsWorld(
    String name,
    Shape shape,
    double coefficient,
    double rate,
    ToDoubleFunction<RandomStream> scale,
    RegressionWorld.Response response,
    Claim claim,
    boolean onlyLong)
    implements World {
  /** How levels lie. */
  enum Shape {
    /** {@code (1 + x | g)}. */
    SLOPES,
    /** {@code (1 | g/h)}. */
    NESTED,
    /** {@code (1 | g) + (1 | h)}. */
    CROSSED
  }

  /** From data and terms to posterior. */
  @FunctionalInterface
  interface Claim {
    /** The model of the data. */
    MixedModel of(Dataset data, List<Varying> terms, List<Density> coefficients);
  }

  @Override
  public boolean onlyAuto() {
    return true;
  }

  /** Sweeps, of which a scale may need many. */
  @Override
  public int apart() {
    return 15;
  }

  @Override
  public Trial draw(RandomStream random, int rows) {
    double[] column = new double[rows];
    double[][] x = new double[rows][];
    for (int i = 0; i < rows; i++) {
      column[i] = random.nextGaussian();
      x[i] = new double[] {1, column[i]};
    }
    List<Varying> terms = terms(column);
    Density prior = Priors.normal(0, coefficient);
    List<Density> both = List.of(prior, prior);
    MixedModel blank = claim.of(Dataset.of(x, new double[rows]), terms, both);
    double[] truth = truth(blank, random);
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      y[i] = respond(random, blank, i, truth);
    }
    return new Trial(
        truth,
        claim.of(Dataset.of(x, y), terms, both),
        respond(random, blank, 0, truth),
        (theta, stream) -> respond(stream, blank, 0, theta));
  }

  private List<Varying> terms(double[] column) {
    int rows = column.length;
    Density unit = Priors.exponential(rate);
    int[] g = new int[rows];
    int[] h = new int[rows];
    for (int i = 0; i < rows; i++) {
      g[i] = i % 5;
      h[i] = shape == Shape.NESTED ? i % 5 * 3 + i / 5 % 3 : i / 5 % 4;
    }
    var inner = Varying.intercepts("h", h, shape == Shape.NESTED ? 15 : 4, unit);
    return shape == Shape.SLOPES
        ? List.of(
            new Varying(
                "g",
                g,
                5,
                List.of("1", "x"),
                Arrays.asList(null, column),
                true,
                List.of(unit, unit),
                1))
        : List.of(Varying.intercepts("g", g, 5, unit), inner);
  }

  private double[] truth(MixedModel model, RandomStream random) {
    double[] truth = new double[model.dimension()];
    random.fillGaussian(truth, truth.length);
    truth[0] *= coefficient;
    truth[1] *= coefficient;
    if (scale != null) {
      truth[2] = scale.applyAsDouble(random);
    }
    for (int g = 0; g < model.terms().size(); g++) {
      int at = model.layout().scales(g);
      for (int c = 0; c < model.terms().get(g).width(); c++) {
        truth[at + c] = Math.log(-Math.log(1 - random.nextDouble()) / rate);
      }
      if (model.terms().get(g).correlated()) {
        double r = 2 * random.nextDouble() - 1;
        truth[model.layout().correlations(g)] = 0.5 * Math.log((1 + r) / (1 - r));
      }
    }
    return truth;
  }

  private double respond(RandomStream random, MixedModel model, int row, double[] theta) {
    double x = model.data().x().get(row, 1);
    double eta = theta[0] + theta[1] * x;
    for (int g = 0; g < model.terms().size(); g++) {
      Varying term = model.terms().get(g);
      double[] b = new double[term.levels() * term.width()];
      model.effects(theta, g, b);
      for (int c = 0; c < term.width(); c++) {
        eta += term.value(c, row) * b[term.level()[row] * term.width() + c];
      }
    }
    return response.draw(random, eta, theta[2]);
  }
}
