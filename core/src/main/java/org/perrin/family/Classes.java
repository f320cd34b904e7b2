package org.perrin.family;

import java.util.List;

/**
 * {@code P(y = c) ∝ exp(η_c)}, {@code η = 0} for the first class: as many predictors as there are
 * classes but one, each with coefficients of its own.
 */
public record Classes() implements Family {
  @Override
  public String name() {
    return "multinomial";
  }

  @Override
  public List<String> synonyms() {
    return List.of("softmax", "categorical");
  }

  @Override
  public String about() {
    return "P(y = c) ~ exp(eta_c), one eta for each class but the first; for a few classes";
  }

  @Override
  public Support support() {
    return Support.CLASS;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(Parameter.first("mu", Link.LOGIT));
  }

  @Override
  public String effect() {
    return "odds";
  }

  /** At the predictors of all classes but the first. */
  @Override
  public Distribution at(double... eta) {
    double most = 0;
    for (double v : eta) {
      most = Math.max(most, v);
    }
    double[] p = new double[eta.length + 1];
    double sum = 0;
    for (int c = 0; c < p.length; c++) {
      p[c] = Math.exp((c == 0 ? 0 : eta[c - 1]) - most);
      sum += p[c];
    }
    for (int c = 0; c < p.length; c++) {
      p[c] /= sum;
    }
    return new Categories(p);
  }
}
