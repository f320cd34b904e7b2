package org.perrin.io.table;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;

/**
 * A text file's bytes, unpacked and checked by a thread of their own while another parses: no NUL,
 * and no line beyond 64 MB. Holds a few blocks of 256 kB, whatever the file's size.
 */
final class TextBlocks implements AutoCloseable {
  static final int LONGEST_LINE = 1 << 26;
  private static final int SIZE = 1 << 18;
  private static final int AHEAD = 4;

  /** Bytes, and the number of the line that the first of them lies in. */
  record Block(byte[] bytes, int length, long line) {}

  private record Failure(InputException exception) {}

  private static final Object END = new Object();

  /** Who waits for a block must hear that there is no memory for it, or would wait for ever. */
  private static final Object EXHAUSTED = new Object();

  private final SourceFile file;
  private final BlockingQueue<Object> queue = new ArrayBlockingQueue<>(AHEAD);
  private final Thread thread;
  private final long skipped;
  private long line;
  private int lineLength;

  private TextBlocks(SourceFile file, long skipped) {
    this.file = file;
    this.skipped = skipped;
    this.line = skipped + 1;
    this.thread = Thread.ofPlatform().daemon().name("perrin-read").unstarted(this::pump);
  }

  /** All but the first {@code skipped} lines. */
  static TextBlocks of(SourceFile file, long skipped) {
    TextBlocks blocks = new TextBlocks(file, skipped);
    blocks.thread.start();
    return blocks;
  }

  /** The next block, or null at the end. */
  @Nullable Block next() {
    Object item;
    try {
      item = queue.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InputException(file.name() + ": reading was interrupted", e);
    }
    return switch (item) {
      case Block block -> block;
      case Failure failure -> throw failure.exception;
      default -> {
        if (item == EXHAUSTED) {
          throw new OutOfMemoryError("reading " + file.name());
        }
        yield null;
      }
    };
  }

  private void pump() {
    try {
      queue.put(readAll());
    } catch (OutOfMemoryError e) {
      queue.clear();
      queue.offer(EXHAUSTED);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Object readAll() throws InterruptedException {
    try (InputStream in = LineSkip.of(file.open(), skipped)) {
      while (true) {
        byte[] bytes = new byte[SIZE];
        int length = in.readNBytes(bytes, 0, SIZE);
        if (length == 0) {
          return END;
        }
        Block block = new Block(bytes, length, line);
        check(bytes, length);
        queue.put(block);
      }
    } catch (IOException | RuntimeException e) {
      return new Failure(SourceFile.damaged(file.name(), file.packing(), e));
    }
  }

  private void check(byte[] bytes, int length) {
    int start = -lineLength;
    for (int i = 0; i < length; i++) {
      byte b = bytes[i];
      if (b <= '\n' && b >= 0) {
        if (b == '\n') {
          line++;
          start = i + 1;
        } else if (b == 0) {
          throw InputException.of(
              file.name(), line, "holds a NUL byte, so it is not text: give CSV or Parquet");
        }
      }
    }
    lineLength = length - start;
    if (lineLength > LONGEST_LINE) {
      throw InputException.of(
          file.name(),
          line,
          "is longer than %s bytes: check that lines end in a line feed"
              .formatted(MessageText.count(LONGEST_LINE)));
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    queue.clear();
  }
}
