package org.perrin.regression;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.data.Doubles;
import org.perrin.data.FloatRows;
import org.perrin.data.HeldCodes;
import org.perrin.family.Likelihood;
import org.perrin.family.Support;
import org.perrin.io.InputException;
import org.perrin.io.MemoryCheck;
import org.perrin.io.MessageText;
import org.perrin.io.design.Design;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.GroupRows;
import org.perrin.io.design.GroupTerm;
import org.perrin.io.table.RowPicker;
import org.perrin.io.table.Table;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.standard.ColumnSpread;

/**
 * What is kept of a table; the table itself is as large as the design, and must go.
 *
 * @param source what was read
 * @param regression the kind of model
 * @param guess why it was chosen, or null if the user did
 * @param encoding how the table became a design
 * @param data the user's columns
 * @param groups what rows have of groups
 * @param notes what a user should know
 * @param seconds by stage
 * @param sample some rows of the table as it was read, all if there are few; null if there is none
 */
public record EncodedTable(
    String source,
    ModelChoice regression,
    @Nullable String guess,
    Encoding encoding,
    Dataset data,
    List<GroupRows> groups,
    List<String> notes,
    Map<String, Double> seconds,
    Table sample) {
  /** So many rows are kept as they were read. */
  private static final int SAMPLE = 5_000;

  /** Beyond so many of its spreads from 0 a column makes intercepts and slopes of levels one. */
  private static final double FAR = 10;

  /** Of a table that is gone. */
  public EncodedTable(
      String source,
      ModelChoice regression,
      String guess,
      Encoding encoding,
      Dataset data,
      List<GroupRows> groups,
      List<String> notes,
      Map<String, Double> seconds) {
    this(source, regression, guess, encoding, data, groups, notes, seconds, null);
  }

  /** Reads a table for a model, or null to have one guessed. */
  public static EncodedTable of(
      DataSource source,
      DesignSpec spec,
      ModelChoice given,
      Precision precision,
      PreparedFit.Listener listener) {
    listener.stage("reading");
    var watch = new Stopwatch();
    Table table = source.read();
    watch.lap("reading");
    return of(table, source.name(), spec, given, precision, watch, listener);
  }

  /** Makes the design of a table, which is called {@code name}. */
  static EncodedTable of(
      Table read,
      String name,
      DesignSpec spec,
      ModelChoice given,
      Precision precision,
      Stopwatch watch,
      PreparedFit.Listener listener) {
    Table table = rounded(read, precision);
    listener.stage("design");
    Design design = Design.of(table, given == null ? spec : given.asked(spec));
    Dataset data = design.data();
    if (precision == Precision.SINGLE
        && table.packed() == null
        && !(data.x() instanceof CodedRows)) {
      data =
          new Dataset(
              FloatRows.of(data.x()),
              data.responses(),
              data.offsets(),
              data.weights(),
              data.names());
    }
    design.notes().forEach(listener::remark);
    ModelChoice regression =
        (given == null ? ModelChoice.named(design.guess().model()) : given).of(design.encoding());
    checkResponses(table.source(), regression, design);
    watch.lap("design");
    return new EncodedTable(
        name,
        regression,
        given == null ? design.guess().reason() : null,
        design.encoding(),
        data,
        design.groups(),
        design.notes(),
        watch.laps(),
        sample(table, design));
  }

  /** Refuses what a family's responses cannot be, where the user finds it. */
  private static void checkResponses(String source, ModelChoice regression, Design design) {
    Doubles responses = design.data().responses();
    if (regression.family() == null || responses == null) {
      return;
    }
    Support support = regression.family().support();
    try {
      design.data().checkResponses(support::refuse);
    } catch (IllegalArgumentException e) {
      int first = 0;
      while (support.refuse(responses.get(first)) == null) {
        first++;
      }
      double y = responses.get(first);
      throw new InputException(
          "%s, row %d, column %s: %s needs %s, not %s: correct it, or choose another model"
              .formatted(
                  source,
                  1 + (design.rows() == null ? first : design.rows()[first]),
                  MessageText.quoted(design.encoding().response().name()),
                  regression.word(),
                  support.words(),
                  y == Math.rint(y) ? String.valueOf((long) y) : String.valueOf(y)),
          e);
    }
  }

  /** Rows at even distances, of those that the design has. */
  private static Table sample(Table table, Design design) {
    int total = design.data().count();
    int count = Math.min(total, SAMPLE);
    int[] rows = new int[count];
    for (int j = 0; j < count; j++) {
      int i = (int) ((long) j * total / count);
      rows[j] = design.rows() == null ? i : design.rows()[i];
    }
    return RowPicker.pick(table, rows);
  }

  /** A packed table has its precision; others have what is asked for. */
  private static Table rounded(Table table, Precision precision) {
    if (table.packed() == null) {
      return precision == Precision.SINGLE ? table.rounded() : table;
    }
    Precision own = table.packed().single() ? Precision.SINGLE : Precision.DOUBLE;
    if (precision != null && precision != own) {
      throw new InputException(
          "%s is packed in %s precision: leave --precision out, or pack it again"
              .formatted(table.source(), own.name().toLowerCase(Locale.ROOT)));
    }
    return table;
  }

  /** The same with other rows; there must be no groups. */
  public EncodedTable rows(Dataset others) {
    return new EncodedTable(
        source, regression, guess, encoding, others, List.of(), notes, seconds, sample);
  }

  /** What a user should know, of columns that vary by groups too. */
  List<String> allNotes() {
    List<String> all = new ArrayList<>(notes);
    for (int g = 0; g < groups.size(); g++) {
      GroupTerm term = encoding.allGroups().get(g).term();
      for (int c = 0; term.intercept() && c < term.width(); c++) {
        if (ColumnSpread.distance(groups.get(g).values().get(c)) > FAR) {
          all.add(
              "%s in %s lies far from 0, where the intercepts of levels are: centre it, as in scale(%s)"
                  .formatted(term.columns().get(c), term.text(), term.columns().get(c)));
        }
      }
    }
    return all;
  }

  /**
   * Refuses data for which memory is too small. The design is there once in the user's units and
   * once in the sampler's, then in its metric, or by parameters if several have columns.
   */
  void checkRoom() {
    boolean several = !regression.widths().isEmpty();
    int number =
        switch (data.x()) {
          case DenseRows _ -> Double.BYTES;
          case FloatRows _ -> Float.BYTES;
          // one predictor without a scale leaves them coded, other models do not
          case HeldCodes _ ->
              several || !(regression.family() instanceof Likelihood) ? Double.BYTES : 0;
          default -> 0;
        };
    MemoryCheck.check(
        "a fit of " + source,
        (several ? 3.0 : 2.0) * number * data.count() * data.x().width(),
        number == Double.BYTES
            ? "give --precision single, pack the data by perrin data pack"
            : "pack the data by perrin data pack");
  }
}
