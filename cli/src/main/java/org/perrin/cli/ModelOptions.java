package org.perrin.cli;

import java.util.ArrayList;
import java.util.List;
import org.perrin.io.UsageException;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.design.MissingPolicy;
import org.perrin.io.formula.Formulas;
import org.perrin.regression.Precision;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.prior.PriorChoice;
import org.perrin.regression.prior.PriorText;
import picocli.CommandLine.Option;

/** The roles of columns, the model and its priors, as options. */
final class ModelOptions {
  @Option(
      names = {"-t", "--target"},
      paramLabel = "COL",
      description = "The column to explain.")
  String target;

  @Option(
      names = {"-m", "--model"},
      paramLabel = "MODEL",
      description =
          "As in perrin models; guessed from the target if not given. Or your own: a file Name.java,"
              + " which is compiled and run, so give none that you would not run.")
  String model;

  @Option(
      names = "--link",
      paramLabel = "LINK",
      description =
          "Between the mean and its formula, where a model has several: logit, probit or cloglog.")
  String link;

  @Option(
      names = "--positive",
      paramLabel = "LEVEL",
      description = "The value of the target that counts as 1, all others as 0.")
  String positive;

  @Option(
      names = "--features",
      split = ",",
      paramLabel = "COL",
      description = "The columns to explain it by; all others if not given.")
  List<String> features;

  @Option(names = "--drop", split = ",", paramLabel = "COL", description = "Columns to leave out.")
  List<String> drop = new ArrayList<>();

  @Option(
      names = "--weights",
      paramLabel = "COL",
      description = "The column that says how often each row counts.")
  String weights;

  @Option(
      names = "--offset",
      paramLabel = "EXPR",
      description = "Added to the linear predictor, as in log(exposure).")
  String offset;

  @Option(
      names = {"-f", "--formula"},
      paramLabel = "FORMULA",
      description =
          "Terms as in R: y ~ x1 + log(x2) + s(x3) + C(kind) + x1:x2 + (1 + x1 | group). "
              + "Given again, of another parameter: sigma ~ x. Left also k | trials(n), cbind(k, m), "
              + "time | cens(event), ordered(y, \"low\", \"high\"). Right also a*b, "
              + "(a + b)^2, a/b, a %%in%% b, - a, ., 0, I(x^2), poly(x, 2), scale(x), "
              + "bs(x, df = 5), ns(x, df = 3), C(kind, ref = \"b\") and offset(log(x)): see "
              + "docs/formulas.md.")
  List<String> formulas = new ArrayList<>();

  @Option(names = "--no-intercept", description = "Leave the intercept out.")
  boolean noIntercept;

  @Option(
      names = "--missing",
      paramLabel = "RULE",
      defaultValue = "error",
      description = "Rows with missing values: error (default) or drop.")
  MissingPolicy missing;

  @Option(
      names = "--prior",
      paramLabel = "PRIOR",
      description =
          "For coefficients: normal(0, 2.5), student_t(3, 0, 1), …, flat or autoscale (default); for"
              + " one of them: age=\"normal(0, 1)\", or for a parameter that all rows share:"
              + " nu=\"exponential(1)\". See perrin priors.")
  List<String> priors = new ArrayList<>();

  @Option(
      names = "--prior-intercept",
      paramLabel = "PRIOR",
      defaultValue = PriorText.AUTOSCALE,
      description = "For the intercept, at the mean of all columns.")
  String priorIntercept;

  @Option(
      names = "--prior-sigma",
      paramLabel = "PRIOR",
      defaultValue = PriorText.AUTOSCALE,
      description =
          "For the parameter that all rows share, as sigma, the noise, or phi; see perrin priors.")
  String priorSigma;

  @Option(
      names = "--prior-group",
      paramLabel = "PRIOR",
      description =
          "For what varies by groups: exponential(1) for all scales, and those of smooths, s(x);"
              + " shop=\"exponential(1)\" for those of a group, \"shop, x=exponential(5)\" for one;"
              + " lkj(2), shop=\"lkj(2)\" for correlations.")
  List<String> priorGroup = new ArrayList<>();

  @Option(
      names = "--precision",
      paramLabel = "P",
      description = "single halves the memory of the rows; double if not given, or as packed.")
  Precision precision;

  /** Refuses what makes no sense, before any data are read. */
  void check() {
    DesignSpec roles = design();
    priors().check();
    ModelChoice regression = regression();
    if (regression != null && !regression.own()) {
      regression.asked(roles);
    }
  }

  /** The roles. */
  DesignSpec design() {
    if (target == null && formulas.isEmpty()) {
      throw new UsageException("name the column to explain by --target");
    }
    var all = Formulas.of(target, formulas);
    return new DesignSpec(
        target,
        features,
        drop,
        weights,
        offset,
        positive,
        null,
        all.first(),
        all.further(),
        !noIntercept,
        missing);
  }

  /** The model, or null if it is to be guessed. */
  ModelChoice regression() {
    ModelChoice regression = ModelChoice.find(model);
    if (link == null) {
      return regression;
    }
    if (regression == null) {
      throw new UsageException("--link goes with --model, as in --model logistic --link probit");
    }
    return regression.linked(link);
  }

  /** The name of the model, or null if it is to be guessed. */
  String name() {
    return link == null ? model : regression().word();
  }

  /** The priors. */
  PriorChoice priors() {
    return new PriorChoice(priors, priorIntercept, priorSigma, priorGroup);
  }
}
