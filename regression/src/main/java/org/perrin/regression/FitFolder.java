package org.perrin.regression;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;

/**
 * The folder of a result while it is made. All work goes to a sibling, {@code name.partial}, which
 * is locked; a result appears under its own name whole, by a rename, or not at all.
 */
public final class FitFolder implements AutoCloseable {
  private static final String MARK = "fit.json";

  private final Path out;
  private final Path partial;
  private final FileChannel channel;

  private FitFolder(Path out, Path partial, FileChannel channel) {
    this.out = out;
    this.partial = partial;
    this.channel = channel;
  }

  /** The folder that stands beside {@code out} until it is there. */
  public static Path partial(Path out) {
    return out.resolveSibling(out.getFileName() + ".partial");
  }

  /** Opens it for a new result, which may replace an old one but nothing else. */
  public static FitFolder open(Path out) {
    if (Files.exists(out) && !replaceable(out)) {
      throw new InputException(
          "%s is there and is not a result of Perrin: choose another --out".formatted(out));
    }
    Path partial = partial(out);
    try {
      Files.createDirectories(partial);
      var folder = new FitFolder(out, partial, lock(out, partial));
      folder.recover();
      return folder;
    } catch (IOException e) {
      throw new InputException(
          "%s: cannot be written (%s)".formatted(partial, MessageText.reason(e)), e);
    }
  }

  /**
   * Whether a request may put its result there without leave to overwrite: nothing is there, or
   * what the same request made, or one demonstration where another was.
   */
  public static boolean mayBegin(Path out, Request asked) {
    // where a run was killed between the two renames of publish
    Path there = Files.exists(out) ? out : partial(out).resolve("old");
    if (!Files.isRegularFile(there.resolve(MARK))) {
      return true;
    }
    try {
      Request before = SavedFit.open(there).request();
      boolean made = before.data().synthetic() != null && asked.data().synthetic() != null;
      return made || !asked.data().gone() && before.same(asked);
    } catch (InputException e) {
      return false;
    }
  }

  /** {@code wanted}, or with -2, -3, … behind it: the first where a request may begin. */
  public static Path free(Path base, Path wanted, Request asked) {
    Path free = wanted;
    for (int k = 2; !mayBegin(base.resolve(free).toAbsolutePath(), asked); k++) {
      free = wanted.resolveSibling(wanted.getFileName() + "-" + k);
    }
    return free;
  }

  private static boolean replaceable(Path out) {
    if (!Files.isDirectory(out)) {
      return false;
    }
    try (Stream<Path> entries = Files.list(out)) {
      return Files.isRegularFile(out.resolve(MARK)) || entries.findAny().isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FileChannel lock(Path out, Path partial) throws IOException {
    FileChannel channel =
        FileChannel.open(
            partial.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      channel.close();
      throw new InputException(
          "another run is writing to %s: wait for it, or choose another --out".formatted(out));
    }
    return channel;
  }

  /** Where a run keeps what it needs to go on. */
  public Path work() {
    return partial;
  }

  /** A clean folder for the files of the result. */
  public Path stage() {
    Path stage = partial.resolve("result");
    delete(stage);
    try {
      Files.createDirectories(stage.resolve("draws"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return stage;
  }

  /** Makes what was staged the result, in place of an old one. */
  public void publish() {
    Path old = partial.resolve("old");
    delete(old);
    try {
      if (Files.exists(out)) {
        Files.move(out, old, StandardCopyOption.ATOMIC_MOVE);
      }
      Files.move(partial.resolve("result"), out, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      recover();
      throw new UncheckedIOException(e);
    }
  }

  /** Puts back an old result whose run was killed between the two renames of {@link #publish}. */
  private void recover() {
    Path old = partial.resolve("old");
    try {
      if (!Files.exists(out) && Files.exists(old)) {
        Files.move(old, out, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes the working folder. */
  public void discard() {
    close();
    delete(partial);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes a folder with all that is in it, if it is there. */
  public static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> entries = Files.walk(folder)) {
      List<Path> deepestFirst = entries.sorted(Comparator.reverseOrder()).toList();
      for (Path entry : deepestFirst) {
        Files.deleteIfExists(entry);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
