package org.perrin.io.packed;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.perrin.io.InputException;

/**
 * The first 4,096 bytes of a packed table: a mark, the version, the shape, where the description
 * lies, and checksums of itself and of the description.
 *
 * @param single whether a number takes four bytes, or eight
 * @param rows how many
 * @param width numbers in a row
 * @param blockRows rows under one checksum
 * @param length of the description, in bytes
 * @param checksum of the description
 */
record PackedHead(boolean single, long rows, int width, int blockRows, int length, int checksum) {
  static final int SIZE = 4096;
  static final int VERSION = 1;

  /** Like PNG's: not text, and broken by whatever changes line ends. */
  private static final byte[] MARK = {(byte) 0x89, 'P', 'E', 'R', 'R', 'I', 'N', '\n'};

  private static final int MOST_WIDTH = 1_000_000;

  /** Whether a file that begins so is a packed table. */
  static boolean isMarked(byte[] first) {
    return first.length >= MARK.length
        && ByteBuffer.wrap(first, 0, MARK.length).equals(ByteBuffer.wrap(MARK));
  }

  int numberBytes() {
    return single ? 4 : 8;
  }

  long rowBytes() {
    return (long) width * numberBytes();
  }

  int blocks() {
    return Math.toIntExact((rows + blockRows - 1) / blockRows);
  }

  /** Where the description begins: right after the last row. */
  long description() {
    return SIZE + rows * rowBytes();
  }

  long fileSize() {
    return description() + length;
  }

  ByteBuffer write() {
    ByteBuffer head = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
    head.put(MARK).putInt(VERSION).putInt(numberBytes()).putLong(rows).putInt(width);
    head.putInt(blockRows).putInt(length).putInt(checksum);
    head.putInt(SIZE - 4, checksum(head.array(), SIZE - 4));
    return head.clear();
  }

  /** Reads and checks; {@code fileSize} is what the disk says. */
  static PackedHead read(String name, byte[] bytes, long fileSize) {
    if (!isMarked(bytes)) {
      throw InputException.of(name, "is not a packed table: make one by perrin data pack");
    }
    if (bytes.length < SIZE) {
      throw InputException.of(name, "is cut short in its header: pack it again");
    }
    ByteBuffer head = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int version = head.position(MARK.length).getInt();
    if (version > VERSION) {
      throw InputException.of(
          name,
          "is packed in version %d of the format, and this Perrin reads up to %d: use a newer Perrin, or pack it again"
              .formatted(version, VERSION));
    }
    if (version < 1 || head.getInt(SIZE - 4) != checksum(bytes, SIZE - 4)) {
      throw InputException.of(name, "its header is damaged: copy it again, or pack it again");
    }
    int number = head.getInt();
    var read =
        new PackedHead(
            number == 4,
            head.getLong(),
            head.getInt(),
            head.getInt(),
            head.getInt(),
            head.getInt());
    read.check(name, number, fileSize);
    return read;
  }

  /** A checksum does not say that a writer was right. */
  private void check(String name, int number, long fileSize) {
    boolean sound =
        (number == 4 || number == 8)
            && rows >= 1
            && rows < Integer.MAX_VALUE
            && width >= 1
            && width <= MOST_WIDTH
            && blockRows >= 1
            && length >= 4L * blocks();
    if (!sound) {
      throw InputException.of(name, "its header makes no sense: pack it again");
    }
    if (fileSize != fileSize()) {
      throw InputException.of(
          name,
          "has %,d bytes where its header says %,d: %s"
              .formatted(
                  fileSize,
                  fileSize(),
                  fileSize < fileSize()
                      ? "it is cut short, copy it again"
                      : "something was added, copy it again"));
    }
  }

  static int checksum(byte[] bytes, int length) {
    var crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
