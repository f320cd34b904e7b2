package org.perrin.regression;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.perrin.io.InputException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a run was asked, kept beside its checkpoints so that it can be asked again.
 *
 * @param arguments of the command line, {@code fit} first
 * @param folder where it was given
 * @param fingerprint of the data, or null if not yet known
 */
public record Ticket(List<String> arguments, Path folder, String fingerprint) {
  private static final String NAME = "run.json";

  /** Copies the list. */
  public Ticket {
    arguments = List.copyOf(arguments);
  }

  /** For arguments given here. */
  public static Ticket of(List<String> arguments) {
    return new Ticket(arguments, Path.of("").toAbsolutePath(), null);
  }

  /** Whether an unfinished run waits beside {@code out}. */
  public static boolean present(Path out) {
    return Files.exists(FitFolder.partial(out).resolve(NAME));
  }

  /** That of an unfinished run, by its folder with or without {@code .partial}. */
  public static Ticket find(Path out) {
    Path path =
        out.toString().endsWith(".partial")
            ? out.resolve(NAME)
            : FitFolder.partial(out).resolve(NAME);
    if (!Files.exists(path)) {
      throw new InputException(
          "there is no unfinished run in %s: runs can be resumed if they were started with --checkpoint"
              .formatted(path.getParent().getFileName()));
    }
    try {
      JsonNode node = JsonMapper.shared().readTree(Files.readAllBytes(path));
      List<String> arguments = new ArrayList<>();
      node.path("arguments").forEach(a -> arguments.add(a.stringValue()));
      return new Ticket(
          arguments,
          Path.of(node.path("folder").stringValue()),
          Objects.requireNonNull(node.path("fingerprint").stringValue()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JacksonException | InvalidPathException | NullPointerException e) {
      throw new InputException("%s is damaged: begin anew with --restart".formatted(path), e);
    }
  }

  /** Refuses to go on with other data. */
  public void agree(String found) {
    if (fingerprint != null && !fingerprint.equals(found)) {
      throw new InputException(
          "the data are not those that the run began with: begin anew with --restart");
    }
  }

  /** Writes it for a run on data with that fingerprint. */
  public void write(Path work, String found) {
    ObjectNode node = JsonMapper.shared().createObjectNode();
    arguments.forEach(node.putArray("arguments")::add);
    node.put("folder", folder.toString()).put("fingerprint", found);
    try {
      Path fresh = work.resolve(NAME + ".new");
      Files.writeString(fresh, node.toPrettyString());
      Files.move(fresh, work.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
