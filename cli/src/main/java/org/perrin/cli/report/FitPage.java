package org.perrin.cli.report;

import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.perrin.regression.Fit;

/** What a fit shows beside its files: its page, and how well the model describes the rows. */
public final class FitPage {
  private final Fit fit;
  private @Nullable ModelFit model;

  /** Of a fit; nothing is computed before it is asked for. */
  public FitPage(Fit fit) {
    this.fit = fit;
  }

  /** How well the model describes the rows, computed once. */
  public synchronized ModelFit model() {
    if (model == null) {
      model = ModelFit.of(fit);
    }
    return model;
  }

  /** The page as a file of the fit's folder. */
  public Map<String, Supplier<byte[]>> files() {
    return Map.of("report.html", () -> Report.of(ReportData.of(fit, this::model).toString()));
  }
}
