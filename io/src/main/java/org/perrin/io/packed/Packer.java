package org.perrin.io.packed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.perrin.io.InputException;
import org.perrin.io.table.Column;
import org.perrin.io.table.RowSink;

/**
 * Writes a packed table while its rows come by, in bounded memory. The file is written beside its
 * place under the name {@code ….partial}, flushed, and renamed: it appears whole or not at all.
 * What a packer that was killed leaves behind is written over by the next.
 */
public final class Packer implements RowSink, AutoCloseable {
  private static final int BLOCK_BYTES = 1 << 20;

  private final Path path;
  private final Path partial;
  private final boolean single;
  private final boolean dropMissing;
  private final FileChannel file;
  private final List<Integer> checksums = new ArrayList<>();
  private ColumnTally[] tallies;
  private ByteBuffer block;
  private int blockRows;
  private long rows;
  private long dropped;
  private boolean done;

  private Packer(Path path, boolean single, boolean dropMissing) throws IOException {
    this.path = path;
    this.partial = path.resolveSibling(path.getFileName() + ".partial");
    this.single = single;
    this.dropMissing = dropMissing;
    this.file = FileChannel.open(partial, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (file.tryLock() == null) {
        throw new InputException(
            partial + ": somebody is writing it: wait, or choose another name");
      }
    } catch (OverlappingFileLockException e) {
      throw new InputException(partial + ": is being written: choose another name", e);
    }
  }

  /** Begins a file. */
  public static Packer to(Path path, boolean single, boolean dropMissing) {
    Path target = path.toAbsolutePath().normalize();
    if (Files.isDirectory(target)) {
      throw new InputException(path + " is a folder: name a file by --out");
    }
    try {
      return new Packer(target, single, dropMissing);
    } catch (IOException e) {
      throw new InputException(
          "%s: cannot be written (%s)".formatted(path, e.getClass().getSimpleName()), e);
    }
  }

  @Override
  public void begin(List<String> names) {
    try {
      file.truncate(0);
      file.position(PackedHead.SIZE);
    } catch (IOException e) {
      throw failed(e);
    }
    int width = names.size();
    long rowBytes = (long) width * (single ? 4 : 8);
    checksums.clear();
    tallies = new ColumnTally[width];
    for (int k = 0; k < width; k++) {
      tallies[k] = new ColumnTally();
    }
    blockRows = (int) Math.max(1, BLOCK_BYTES / rowBytes);
    block =
        ByteBuffer.allocateDirect(Math.toIntExact(blockRows * rowBytes))
            .order(ByteOrder.LITTLE_ENDIAN);
    rows = 0;
    dropped = 0;
  }

  @Override
  public void rows(double[][] columns, int count) {
    for (int i = 0; i < count; i++) {
      if (dropMissing && incomplete(columns, i)) {
        dropped++;
        continue;
      }
      for (int k = 0; k < columns.length; k++) {
        double value = columns[k][i];
        if (single) {
          float rounded = rounded(value);
          block.putFloat(rounded);
          tallies[k].add(rounded);
        } else {
          block.putDouble(value);
          tallies[k].add(value);
        }
      }
      if (++rows >= Integer.MAX_VALUE) {
        throw new InputException("a packed table has at most 2,147,483,646 rows: pack fewer");
      }
      if (!block.hasRemaining()) {
        flush();
      }
    }
  }

  private static boolean incomplete(double[][] columns, int row) {
    for (double[] column : columns) {
      if (Double.isNaN(column[row])) {
        return true;
      }
    }
    return false;
  }

  private float rounded(double value) {
    float rounded = (float) value;
    if (Float.isInfinite(rounded) && !Double.isInfinite(value)) {
      throw new InputException(
          "row %,d holds %s, too large for single precision: give --precision double"
              .formatted(rows + 1, value));
    }
    return rounded;
  }

  private void flush() {
    block.flip();
    var crc = new CRC32C();
    crc.update(block.duplicate());
    checksums.add((int) crc.getValue());
    try {
      while (block.hasRemaining()) {
        file.write(block);
      }
    } catch (IOException e) {
      throw failed(e);
    }
    block.clear();
  }

  /** All rows have come: the file takes its place. */
  public void finish(List<RowSink.Shell> shells) {
    if (rows == 0) {
      throw new InputException("no row is complete: leave out columns with missing values");
    }
    if (block.position() > 0) {
      flush();
    }
    List<PackedColumn> columns = new ArrayList<>();
    for (int k = 0; k < tallies.length; k++) {
      columns.add(column(shells.get(k), k));
    }
    byte[] text = Description.write(columns);
    ByteBuffer all =
        ByteBuffer.allocate(text.length + 4 * checksums.size()).order(ByteOrder.LITTLE_ENDIAN);
    all.put(text);
    checksums.forEach(all::putInt);
    int checksum = PackedHead.checksum(all.array(), all.capacity());
    var head = new PackedHead(single, rows, tallies.length, blockRows, all.capacity(), checksum);
    try {
      write(all.flip(), head.description());
      file.force(true);
      write(head.write(), 0);
      file.force(true);
      file.close();
      Files.move(partial, path, StandardCopyOption.ATOMIC_MOVE);
      done = true;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private void write(ByteBuffer bytes, long at) throws IOException {
    long place = at;
    while (bytes.hasRemaining()) {
      place += file.write(bytes, place);
    }
  }

  private PackedColumn column(RowSink.Shell shell, int k) {
    Column column = shell.column();
    ColumnTally tally = tallies[k];
    Column.Flaw flaw =
        switch (column) {
          case Column.Numeric numeric -> numeric.flaw();
          case Column.Text text -> text.flaw();
          default -> null;
        };
    String advice = column instanceof Column.Other other ? other.advice() : null;
    return new PackedColumn(
        column.name(),
        column.kind(),
        k,
        tally.missing(),
        advice == null ? shell.levels() : List.of(),
        advice == null && finite(column) ? tally.seen() : List.of(),
        finite(tally.mean()),
        finite(tally.sd()),
        flaw,
        advice);
  }

  /** A column of numbers with a flaw cannot be used, so its values need not be known. */
  private static boolean finite(Column column) {
    return !(column instanceof Column.Numeric numeric) || numeric.flaw() == null;
  }

  private static double finite(double value) {
    return Double.isFinite(value) ? value : 0;
  }

  /** Rows written. */
  public long written() {
    return rows;
  }

  /** Rows left out for missing values. */
  public long dropped() {
    return dropped;
  }

  private static UncheckedIOException failed(IOException e) {
    return new UncheckedIOException("the packed table cannot be written: check the disk", e);
  }

  @Override
  public void close() {
    if (!done) {
      try {
        file.close();
        Files.deleteIfExists(partial);
      } catch (IOException e) {
        throw failed(e);
      }
    }
  }
}
