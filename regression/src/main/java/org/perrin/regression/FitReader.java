package org.perrin.regression;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.perrin.draws.Draws;
import org.perrin.io.InputException;
import org.perrin.io.design.Encoding;
import org.perrin.io.draws.CmdStanCsv;
import org.perrin.regression.model.ModelChoice;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A fit read back from its folder. */
public final class FitReader {
  private final Path folder;
  private final JsonNode json;

  private FitReader(Path folder, JsonNode json) {
    this.folder = folder;
    this.json = json;
  }

  /** Opens a folder that {@code perrin fit} wrote. */
  public static FitReader open(Path folder) {
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
      return new FitReader(folder, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JacksonException e) {
      throw damaged(folder, e);
    }
  }

  private static InputException damaged(Path folder, Exception e) {
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

  /** The kind of model. */
  public ModelChoice regression() {
    ModelChoice named = ModelChoice.named(text(json.path("model").path("name")));
    return named == null || named.own() ? named : named.of(encoding());
  }

  /** How a table becomes a design. */
  public Encoding encoding() {
    return Encoding.fromJson(json.path("encoding").toString());
  }

  /** The command line, {@code fit} first. */
  public List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    json.path("command").forEach(a -> arguments.add(text(a)));
    return arguments;
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

  /** Of the data. */
  public String fingerprint() {
    return text(json.path("data").path("fingerprint"));
  }

  /** The draws. */
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
