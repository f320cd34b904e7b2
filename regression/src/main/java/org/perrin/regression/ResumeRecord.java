package org.perrin.regression;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.perrin.io.InputException;
import org.perrin.io.RecordJson;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a run was asked, kept beside its checkpoints so that it can go on.
 *
 * @param request what was asked
 * @param folder where
 * @param every seconds between checkpoints; 0 if there are none
 * @param fingerprint of the data, or null if not yet known
 */
public record ResumeRecord(
    Request request, String folder, double every, @Nullable String fingerprint) {
  private static final String NAME = "run.json";

  /** For what is asked here. */
  public static ResumeRecord of(Request request, @Nullable Duration every) {
    double seconds = every == null ? 0 : every.toNanos() / 1e9;
    return new ResumeRecord(request, Path.of("").toAbsolutePath().toString(), seconds, null);
  }

  /** Where it was asked: what paths are relative to. */
  public Path base() {
    return Path.of(folder);
  }

  /** Between checkpoints, or null if there are none. */
  public @Nullable Duration interval() {
    return every == 0 ? null : Duration.ofNanos((long) (1e9 * every));
  }

  /** The same with the file of the user's own model where it is now. */
  public ResumeRecord modelNow(Path own) {
    return new ResumeRecord(request.modelNow(own), folder, every, fingerprint);
  }

  /** Whether an unfinished run waits beside {@code out}. */
  public static boolean present(Path out) {
    return Files.exists(FitFolder.partial(out).resolve(NAME));
  }

  /** That of an unfinished run, by its folder with or without {@code .partial}. */
  public static ResumeRecord find(Path out) {
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
      ResumeRecord ticket = RecordJson.read(ResumeRecord.class, node);
      Objects.requireNonNull(ticket.request);
      Objects.requireNonNull(ticket.fingerprint);
      Path.of(ticket.folder);
      return ticket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
      throw new InputException("%s is damaged: start again with --restart".formatted(path), e);
    }
  }

  /** Refuses to go on with other data. */
  public void agree(String found) {
    if (fingerprint != null && !fingerprint.equals(found)) {
      throw new InputException(
          "the data are not those that the run began with: start again with --restart");
    }
  }

  /** Writes it for a run on data with that fingerprint. */
  public void write(Path work, String found) {
    ObjectNode node = RecordJson.write(new ResumeRecord(request, folder, every, found));
    try {
      Path fresh = work.resolve(NAME + ".new");
      Files.writeString(fresh, node.toPrettyString());
      Files.move(fresh, work.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
