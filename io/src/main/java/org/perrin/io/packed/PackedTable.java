package org.perrin.io.packed;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;
import org.perrin.data.MappedRows;
import org.perrin.data.Scratch;
import org.perrin.data.Storage;
import org.perrin.io.InputException;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;
import org.perrin.math.Parallel;

/**
 * A table in a file that is mapped, not read: row after row, every number in four or eight bytes,
 * texts and truth values as the numbers of their levels. Opening checks the header, the description
 * and the file's size; {@link #verify} reads all rows and checks them too, which every command does
 * that uses them.
 */
public final class PackedTable {
  private static final int TEXT_CODES = 1 << 24;
  private static final Set<String> STORED = Set.of("number", "boolean", "text");
  private static final long SIDE_BYTES = 80;

  private final Path path;
  private final String name;
  private final PackedHead head;
  private final List<PackedColumn> columns;
  private final int[] checksums;
  private final MemorySegment data;

  private PackedTable(
      Path path, PackedHead head, List<PackedColumn> columns, int[] checksums, MemorySegment data) {
    this.path = path;
    this.name = path.toString();
    this.head = head;
    this.columns = columns;
    this.checksums = checksums;
    this.data = data;
  }

  /** Whether a file that begins so is one. */
  public static boolean isMarked(byte[] first) {
    return PackedHead.isMarked(first);
  }

  /** Opens and checks all but the rows. */
  public static PackedTable open(Path path) {
    String name = path.toString();
    try (FileChannel file = FileChannel.open(path)) {
      long size = file.size();
      PackedHead head = PackedHead.read(name, bytes(file, 0, PackedHead.SIZE), size);
      byte[] description = bytes(file, head.description(), head.length());
      if (PackedHead.checksum(description, description.length) != head.checksum()) {
        throw InputException.of(
            name, "its description is damaged: copy it again, or pack it again");
      }
      int text = head.length() - 4 * head.blocks();
      List<PackedColumn> columns = Description.read(name, description, text);
      check(name, columns, head.width());
      int[] checksums = new int[head.blocks()];
      ByteBuffer.wrap(description, text, 4 * checksums.length)
          .order(ByteOrder.LITTLE_ENDIAN)
          .asIntBuffer()
          .get(checksums);
      long rows = head.rows() * head.rowBytes();
      MemorySegment data =
          file.map(FileChannel.MapMode.READ_ONLY, PackedHead.SIZE, rows, Arena.ofAuto());
      return new PackedTable(path, head, columns, checksums, data);
    } catch (NoSuchFileException e) {
      throw new InputException(name + ": there is no such file: check the path", e);
    } catch (IOException e) {
      throw new InputException(
          "%s: cannot be read (%s): check the disk".formatted(name, e.getMessage()), e);
    }
  }

  private static byte[] bytes(FileChannel file, long from, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(length, file.size() - from));
    while (buffer.hasRemaining() && file.read(buffer, from + buffer.position()) >= 0) {
      continue;
    }
    return buffer.array();
  }

  /** Every place of a row belongs to one column, and numbers of levels have levels. */
  private static void check(String name, List<PackedColumn> columns, int width) {
    Set<Integer> places = new HashSet<>();
    boolean sound = !columns.isEmpty();
    for (PackedColumn column : columns) {
      sound &= STORED.contains(column.kind()) || column.advice() != null;
      sound &= column.missing() >= 0;
      boolean coded = column.kind().equals("text");
      sound &= column.place() < width && (column.place() < 0 || places.add(column.place()));
      sound &= column.place() >= 0 || column.advice() != null;
      sound &= column.levels().size() < TEXT_CODES;
      for (double value : column.seen()) {
        sound &= !coded || (value >= 0 && value < column.levels().size());
      }
    }
    if (!sound || places.size() != width) {
      throw InputException.of(name, "its description makes no sense: pack it again");
    }
  }

  /** Reads all rows and compares them with their checksums, on all cores. */
  public PackedTable verify() {
    var bad = new AtomicInteger(Integer.MAX_VALUE);
    long size = head.blockRows() * head.rowBytes();
    Parallel.run(
        checksums.length,
        b -> {
          long from = b * size;
          var crc = new CRC32C();
          crc.update(data.asSlice(from, Math.min(size, data.byteSize() - from)).asByteBuffer());
          if ((int) crc.getValue() != checksums[b]) {
            bad.accumulateAndGet(b, Math::min);
          }
        });
    if (bad.get() < Integer.MAX_VALUE) {
      long first = (long) bad.get() * head.blockRows();
      long last = Math.min(rows(), first + head.blockRows());
      throw InputException.of(
          name,
          "is damaged in rows %,d to %,d: copy it again, or pack it again"
              .formatted(first + 1, last));
    }
    return this;
  }

  /** Rows. */
  public int rows() {
    return (int) head.rows();
  }

  /** Whether numbers are in single precision. */
  public boolean single() {
    return head.single();
  }

  /** In the order of the table it was made of. */
  public List<PackedColumn> columns() {
    return columns;
  }

  /** The column of that name, if there is one. */
  public Optional<PackedColumn> find(String column) {
    return columns.stream().filter(c -> c.name().equals(column)).findFirst();
  }

  /** As in messages. */
  public String source() {
    return name;
  }

  /** The rows as they are stored; what is made of them is kept in {@code storage}. */
  public MappedRows stored(Storage storage) {
    return MappedRows.of(data, rows(), head.width(), head.single(), storage);
  }

  /**
   * Where what a fit makes of a design of {@code width} columns is to be kept: on the heap if that
   * takes less than half of it, else in files beside the table (or where the property {@code
   * perrin.scratch} says).
   */
  public Storage storage(int width) {
    String given = System.getProperty("perrin.scratch");
    if (given != null) {
      return new Scratch(Path.of(given));
    }
    long each = (long) (width + 8) * head.numberBytes() + SIDE_BYTES;
    if (rows() * each < Runtime.getRuntime().maxMemory() / 2
        && (long) rows() * (width + 8) < Integer.MAX_VALUE) {
      return Storage.heap();
    }
    Path beside = path.toAbsolutePath().getParent();
    boolean writable = beside != null && Files.isWritable(beside);
    return new Scratch(writable ? beside : Path.of(System.getProperty("java.io.tmpdir")));
  }

  /**
   * A small table with the same columns, in which each column holds the values that it holds here:
   * enough to find out roles, levels and models by.
   */
  public Table sketch() {
    int count = columns.stream().mapToInt(c -> c.seen().size()).max().orElse(1);
    int least = Math.max(1, count);
    List<Column> shown = columns.stream().map(c -> c.sketch(least)).toList();
    return Table.of(name, shown).standingFor(this);
  }
}
