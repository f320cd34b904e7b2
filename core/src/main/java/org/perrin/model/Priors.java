package org.perrin.model;

/** The densities by name, as they are written in code and on the command line. */
public final class Priors {
  private Priors() {}

  /** Normal. */
  public static Density normal(double mean, double sd) {
    return new Density.Normal(mean, sd);
  }

  /** Student's t. */
  public static Density studentT(double df, double mean, double scale) {
    return new Density.StudentT(df, mean, scale);
  }

  /** Cauchy. */
  public static Density cauchy(double mean, double scale) {
    return new Density.StudentT(1, mean, scale);
  }

  /** Laplace, its corner rounded. */
  public static Density laplace(double mean, double scale) {
    return new Density.Laplace(mean, scale);
  }

  /** No prior. */
  public static Density flat() {
    return new Density.Flat();
  }

  /** Half-normal for a scale, given as a density of its logarithm. */
  public static Density halfNormal(double sd) {
    return new Density.OfLog(normal(0, sd));
  }

  /** Half Student's t for a scale, given as a density of its logarithm. */
  public static Density halfStudentT(double df, double scale) {
    return new Density.OfLog(studentT(df, 0, scale));
  }

  /** Half-Cauchy for a scale, given as a density of its logarithm. */
  public static Density halfCauchy(double scale) {
    return new Density.OfLog(cauchy(0, scale));
  }

  /** Exponential for a scale, given as a density of its logarithm. */
  public static Density exponential(double rate) {
    return new Density.OfLog(new Density.Exponential(rate));
  }

  /** The scale of a Student's t as a mixture of normals, given as a density of its logarithm. */
  public static Density inverseChi(double df, double scale) {
    return new Density.OfLog(new Density.InverseChi(df, scale));
  }
}
