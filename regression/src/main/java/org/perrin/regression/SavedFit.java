package org.perrin.regression;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.Perrin;
import org.perrin.diagnostics.Summary;
import org.perrin.draws.Draws;
import org.perrin.family.Family;
import org.perrin.io.InputException;
import org.perrin.io.design.Encoding;
import org.perrin.io.draws.CmdStanCsv;
import org.perrin.io.draws.EffectsFile;
import org.perrin.io.table.ReadOptions;
import org.perrin.io.table.Table;
import org.perrin.regression.effects.Effects;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.model.ModelFile;
import org.perrin.regression.predict.Predictions;
import org.perrin.regression.predict.TablePredictor;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A fit in its folder, as the command or {@link Fit#save} wrote it. */
public final class SavedFit {
  private final Path folder;
  private final JsonNode json;

  private SavedFit(Path folder, JsonNode json) {
    this.folder = folder;
    this.json = json;
  }

  /** Opens a folder that {@code perrin fit} wrote. */
  public static SavedFit open(Path folder) {
    Path file = folder.resolve("fit.json");
    if (!Files.isRegularFile(file)) {
      throw new InputException(
          Files.exists(folder)
              ? folder + " is not a result of perrin fit: it has no fit.json"
              : folder + ": there is no such folder: check the path");
    }
    try {
      JsonNode json = JsonMapper.shared().readTree(Files.readAllBytes(file));
      if (!json.path("perrin").isString()) {
        throw new InputException(file + " is not of Perrin: give the folder of a fit");
      }
      var reader = new SavedFit(folder, json);
      if (reader.format() > FitJson.FORMAT) {
        throw new InputException(
            "%s was made by perrin %s (format %d): this is %s, which reads formats up to %d"
                .formatted(
                    folder,
                    reader.text(json.path("perrin")),
                    reader.format(),
                    Perrin.version(),
                    FitJson.FORMAT));
      }
      return reader;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JacksonException e) {
      throw damaged(folder, e);
    }
  }

  private static InputException damaged(Path folder, @Nullable Exception e) {
    return new InputException(folder.resolve("fit.json") + " is damaged: fit again", e);
  }

  /** What a field must be a text for. */
  private String text(JsonNode node) {
    if (!node.isString()) {
      throw damaged(folder, null);
    }
    return node.stringValue();
  }

  /** Whether the run went to its end. */
  public boolean complete() {
    return json.path("complete").asBoolean(false);
  }

  /** Whether draws are those of the prior. */
  public boolean priorOnly() {
    return json.path("prior_only").asBoolean(false);
  }

  /** Refuses draws of the prior where they are judged by the rows. */
  public void requirePosterior(String command) {
    if (priorOnly()) {
      throw new InputException(
          "%s holds draws from the prior (--prior-only): %s is for fits of the rows"
              .formatted(folder, command));
    }
  }

  /** The kind of model. */
  public @Nullable ModelChoice regression() {
    ModelChoice named = ModelChoice.named(text(json.path("model").path("name")));
    return named == null || named.own() ? named : named.of(encoding());
  }

  /**
   * The kind of model, with the family that a file of the user's holds.
   *
   * @param own the file, which is compiled and run, or null
   */
  public @Nullable ModelChoice regression(@Nullable Path own) {
    if (own == null) {
      return regression();
    }
    Family family = ModelFile.compile(own).family();
    return family == null ? ModelChoice.OWN : new ModelChoice(family).of(encoding());
  }

  /** How a table becomes a design. */
  public Encoding encoding() {
    return Encoding.fromJson(json.path("encoding").toString());
  }

  /** What was asked; folders of format 1 do not say. */
  public Request request() {
    if (format() < FitJson.FORMAT) {
      throw new InputException(
          "%s was made by perrin %s (format %d), which did not keep what it was asked: fit again"
              .formatted(folder, text(json.path("perrin")), format()));
    }
    try {
      return Request.of(json.path("request"));
    } catch (InputException e) {
      throw damaged(folder, e);
    }
  }

  private int format() {
    return json.path("format").asInt(0);
  }

  /**
   * The data and the model, checked to be those that the fit was made with.
   *
   * @param data the file of the rows now, or null if it is {@code data.parquet} in the folder, or
   *     where it was
   * @param own the file of the user's own model, or null: it is code, which must not run because a
   *     folder says so
   */
  public PreparedFit prepare(
      @Nullable Path data, @Nullable Path own, PreparedFit.Listener listener) {
    if (Fingerprint.isElsewhere(fingerprint())) {
      throw new InputException(
          "%s was fitted on Spark, to rows in an order of its own: check it there, or fit a file of them by perrin fit"
              .formatted(folder));
    }
    Request request = request().modelNow(own);
    Path rows = data == null && Files.isRegularFile(kept()) ? kept() : data;
    if (rows != null) {
      ReadOptions reading = request.data().reading();
      request = request.data(new Request.Origin(rows.toString(), null, null, reading));
    }
    boolean lasting =
        request.data().synthetic() != null
            || !request.data().gone() && request.data().at(directory()).isLasting();
    if (!lasting) {
      throw new InputException(
          "the rows came from a pipe or a program, and cannot be read again: give them in a file by --data");
    }
    PreparedFit prepared = PreparedFit.of(request, directory(), listener);
    if (!prepared.fingerprint().equals(fingerprint())) {
      throw new InputException(
          "%s is not what it was when %s was fitted (%s, then %s): give the file by --data, or fit again"
              .formatted(prepared.source(), folder, prepared.fingerprint(), fingerprint()));
    }
    return prepared;
  }

  /** A program that had the rows in its memory may leave them with the fit. */
  private Path kept() {
    return folder.resolve("data.parquet").toAbsolutePath();
  }

  /** Where it was given. */
  public Path directory() {
    try {
      return Path.of(text(json.path("directory")));
    } catch (InvalidPathException e) {
      throw damaged(folder, e);
    }
  }

  /** The folder of the fit. */
  public Path folder() {
    return folder;
  }

  /** Predicts the rows of a table, and scores the predictions where it has the target. */
  public Predictions predict(Table table) {
    return TablePredictor.of(
            regression(), encoding(), allDraws(), TablePredictor.DRAWS, TablePredictor.INTERVAL)
        .predict(table);
  }

  /**
   * The rows it was fitted to, as they are read now; their values are used, and need not be the
   * same.
   *
   * @param data the file of the rows, or null if it is in the folder, or where it was
   */
  public Table table(@Nullable Path data) {
    Request.Origin origin = request().data();
    Path rows = data == null && Files.isRegularFile(kept()) ? kept() : data;
    if (rows != null) {
      origin = new Request.Origin(rows.toString(), null, null, origin.reading());
    }
    if (origin.gone() || !origin.at(directory()).isLasting()) {
      throw new InputException(
          "the rows came from a pipe or a program, and cannot be read again: give them in a file by --data");
    }
    return origin.at(directory()).readLike(encoding());
  }

  /** The prior of each parameter in words, in the order of the draws. */
  public List<String> priors() {
    List<String> all = new ArrayList<>();
    json.path("parameters").forEach(one -> all.add(one.path("prior").asString("")));
    return all;
  }

  /**
   * How much each parameter depends on the strength of the priors of coefficients; priors of scales
   * and of groups, which depend on other parameters, stay as they are.
   */
  public double[] sensitivity(Draws draws) {
    return PriorSensitivity.of(draws, priors());
  }

  /** What columns do, averaged over the rows of a table. */
  public Effects effects(Table table) {
    return effects(table, null);
  }

  /**
   * The same of a fit of the user's own family.
   *
   * @param own its file, which is compiled and run, or null
   */
  public Effects effects(Table table, @Nullable Path own) {
    ModelChoice model = regression(own);
    if (model == null || model.own()) {
      throw new InputException(
          "%s is of a model of your own: if it is a family name its file by --model, else it does not say what it predicts"
              .formatted(folder));
    }
    return Effects.of(model, encoding(), allDraws(), table);
  }

  /** Of the data. */
  public String fingerprint() {
    return text(json.path("data").path("fingerprint"));
  }

  /**
   * The draws with the effects of groups: of all draws where there are no groups, else of those
   * whose effects are kept.
   */
  public Draws allDraws() {
    Draws common = draws();
    ModelChoice model = regression();
    List<String> effects = model == null || model.own() ? List.of() : encoding().effectNames();
    // folders of 0.2 have effects among their draws
    if (effects.isEmpty() || common.names().contains(effects.getLast())) {
      return common;
    }
    Path file = folder.resolve(EffectsFile.NAME);
    if (!Files.isRegularFile(file)) {
      throw new InputException(
          "%s has no effects of groups (%s): fit again without --group-effects none"
              .formatted(folder, EffectsFile.NAME));
    }
    return EffectsFile.join(file, common, effects);
  }

  /** The summary of effects of groups, as it was written. */
  public List<Summary.Row> effects() {
    List<String> names = encoding().effectNames();
    try {
      List<String> lines = Files.readAllLines(folder.resolve("summary.csv"));
      List<Summary.Row> rows = new ArrayList<>();
      for (int k = 0; k < names.size(); k++) {
        String line = lines.get(lines.size() - names.size() + k);
        rows.add(Summary.Row.of(names.get(k), line));
      }
      return rows;
    } catch (IOException | RuntimeException e) {
      throw new InputException(folder.resolve("summary.csv") + " is damaged: fit again", e);
    }
  }

  /** The draws of all parameters but the effects of groups. */
  public Draws draws() {
    List<Path> files = new ArrayList<>();
    for (int c = 1; Files.exists(folder.resolve("draws/chain-" + c + ".csv")); c++) {
      files.add(folder.resolve("draws/chain-" + c + ".csv"));
    }
    if (files.isEmpty()) {
      throw new InputException(folder + " has no draws/chain-1.csv: fit again");
    }
    return CmdStanCsv.read(files);
  }
}
