package org.perrin.io.packed;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.perrin.io.InputException;

/** The rows of a packed table that grows: gathered to blocks, each with its checksum. */
final class RowFile implements AutoCloseable {
  private static final int BLOCK_BYTES = 1 << 20;

  private final FileChannel file;
  private final boolean single;
  private final List<Integer> checksums = new ArrayList<>();
  private int width;
  private int blockRows;
  private @Nullable ByteBuffer block;

  /** Where the block that is being filled will lie. */
  private long start;

  /** Opens a file for exclusive writing. */
  RowFile(Path path, boolean single) throws IOException {
    this.single = single;
    this.file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      if (file.tryLock() == null) {
        throw new InputException(
            path + ": another process is writing it: wait, or choose another name");
      }
    } catch (OverlappingFileLockException e) {
      throw new InputException(path + ": is being written: choose another name", e);
    }
  }

  /** Rows of so many numbers follow, and what there was is void. */
  void begin(int columns) throws IOException {
    layOut(columns);
    file.truncate(0);
  }

  private void layOut(int columns) {
    width = columns;
    int rowBytes = Math.multiplyExact(width, single ? 4 : 8);
    blockRows = Math.max(1, BLOCK_BYTES / rowBytes);
    block =
        ByteBuffer.allocateDirect(Math.multiplyExact(blockRows, rowBytes))
            .order(ByteOrder.LITTLE_ENDIAN);
    checksums.clear();
    start = PackedHead.SIZE;
  }

  void put(double value) {
    block.putDouble(value);
  }

  void put(float value) {
    block.putFloat(value);
  }

  void endRow() throws IOException {
    if (!block.hasRemaining()) {
      flush();
    }
  }

  private void flush() throws IOException {
    ByteBuffer full = block.flip();
    checksums.add(checksum(full));
    write(full, start);
    start += full.limit();
    block.clear();
  }

  private static int checksum(ByteBuffer bytes) {
    var crc = new CRC32C();
    crc.update(bytes.duplicate());
    return (int) crc.getValue();
  }

  /** Bytes of rows so far. */
  long bytes() {
    return block == null ? 0 : start + block.position() - PackedHead.SIZE;
  }

  /** Brings all rows so far to the disk, also those of a block that is not full. */
  void save(DataOutput out) throws IOException {
    ByteBuffer tail = block.duplicate().flip();
    out.writeInt(width);
    out.writeInt(checksums.size());
    for (int checksum : checksums) {
      out.writeInt(checksum);
    }
    out.writeInt(tail.limit());
    out.writeInt(checksum(tail));
    write(tail, start);
    file.force(false);
  }

  /** Goes on behind what was saved; false if that is not there any more to the bit. */
  boolean restore(DataInput in) throws IOException {
    layOut(in.readInt());
    int full = in.readInt();
    for (int k = 0; k < full; k++) {
      int checksum = in.readInt();
      if (!load(block.capacity(), checksum)) {
        return false;
      }
      checksums.add(checksum);
      start += block.capacity();
    }
    int tail = in.readInt();
    boolean whole = load(tail, in.readInt());
    file.truncate(start + tail);
    return whole;
  }

  /** Fills the block from the file; false if something else stands there. */
  private boolean load(int length, int checksum) throws IOException {
    block.clear().limit(length);
    while (block.hasRemaining()) {
      if (file.read(block, start + block.position()) < 0) {
        return false;
      }
    }
    int found = checksum(block.flip());
    block.limit(block.capacity()).position(length);
    return found == checksum;
  }

  /** Writes what stands behind the rows, and at last the header. */
  void finish(byte[] description, long rows) throws IOException {
    if (block.position() > 0) {
      flush();
    }
    ByteBuffer all =
        ByteBuffer.allocate(description.length + 4 * checksums.size())
            .order(ByteOrder.LITTLE_ENDIAN);
    all.put(description);
    checksums.forEach(all::putInt);
    int checksum = PackedHead.checksum(all.array(), all.capacity());
    var head = new PackedHead(single, rows, width, blockRows, all.capacity(), checksum);
    write(all.flip(), head.description());
    file.force(true);
    write(head.write(), 0);
    file.force(true);
  }

  private void write(ByteBuffer bytes, long at) throws IOException {
    long place = at;
    while (bytes.hasRemaining()) {
      place += file.write(bytes, place);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
