package org.perrin.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import org.apache.spark.storage.StorageLevel;
import org.perrin.data.Rows;
import org.perrin.math.Parallel;
import scala.Function1;
import scala.Function2;
import scala.reflect.ClassTag;
import scala.runtime.BoxedUnit;

/**
 * A table on the cluster, in blocks. What a pass asks of each block is a function of it; what comes
 * back is in the order of the blocks. Sums are added in that order too: short ones on the driver,
 * long ones (Hessians of many columns) in slices on the executors, each slice in the same order, so
 * that the driver sees one vector and the bits are the same either way.
 */
final class BlockTable {
  /** Numbers that the driver takes in for one sum: 64 MB. */
  private static final long DRIVER_NUMBERS = 8_000_000;

  private static final int SLICE = 65_536;

  private final JavaSparkContext spark;
  private final JavaRDD<RowBlock> blocks;
  private final int rows;
  private final JobLog work;

  private BlockTable(JavaSparkContext spark, JavaRDD<RowBlock> blocks, int rows, JobLog work) {
    this.spark = spark;
    this.blocks = blocks;
    this.rows = rows;
    this.work = work;
  }

  /** Sorts pieces into blocks: read, encoded and moved once, when the first pass comes. */
  static BlockTable of(
      JavaSparkContext spark,
      JavaRDD<PartitionChunk> pieces,
      RowEncoder encoder,
      BlockBounds splits,
      JobLog work) {
    Broadcast<BlockBounds> shared = spark.broadcast(splits);
    JavaRDD<RowBlock> blocks =
        pieces
            .mapPartitionsWithIndex(
                (p, part) -> {
                  var writer = new ChunkWriter(encoder, shared.value(), p);
                  return LazyIterator.flat(part, writer::write);
                },
                true)
            .mapToPair(pair -> pair)
            .partitionBy(new ByBlock(splits.blocks()))
            .mapPartitionsWithIndex(
                (b, part) ->
                    List.of(new BlockBuilder(encoder, part).build(shared.value().first(b)))
                        .iterator(),
                true);
    return new BlockTable(spark, cached(blocks, "rows"), splits.rows(), work);
  }

  /**
   * Encoded rows with these keys, in their order, from the pieces: before there are blocks, and
   * without reading other rows than by their keys.
   */
  static Rows sample(JavaRDD<PartitionChunk> pieces, RowEncoder encoder, long[] keys, JobLog work) {
    List<RowChunk> found =
        work.fetch(
            keys.length,
            () ->
                pieces
                    .map(piece -> piece.pick(keys))
                    .filter(piece -> piece.count() > 0)
                    .map(piece -> encoder.rows(piece, encoder.parsed()))
                    .collect());
    Map<Long, RowChunk> chunks = new HashMap<>();
    Map<Long, Integer> places = new HashMap<>();
    for (RowChunk chunk : found) {
      for (int i = 0; i < chunk.count(); i++) {
        chunks.put(chunk.keys()[i], chunk);
        places.put(chunk.keys()[i], i);
      }
    }
    var sorted = RowChunk.ofSize(keys.length, encoder.layout());
    for (int j = 0; j < keys.length; j++) {
      sorted.take(j, chunks.get(keys[j]), places.get(keys[j]));
    }
    return PacketTable.of(sorted, encoder.layout()).rows();
  }

  private static JavaRDD<RowBlock> cached(JavaRDD<RowBlock> blocks, String name) {
    return blocks.setName("perrin " + name).persist(StorageLevel.MEMORY_AND_DISK());
  }

  /** A block goes where its number says. */
  private static final class ByBlock extends Partitioner {
    private static final long serialVersionUID = 1L;
    private final int blocks;

    ByBlock(int blocks) {
      this.blocks = blocks;
    }

    @Override
    public int numPartitions() {
      return blocks;
    }

    @Override
    public int getPartition(Object key) {
      return (Integer) key;
    }
  }

  int rows() {
    return rows;
  }

  JobLog work() {
    return work;
  }

  /** Something of every block, in the order of the blocks; one pass. */
  <T> List<T> pass(String what, Function<RowBlock, T> of) {
    return work.pass(what, () -> blocks.map(of).collect());
  }

  /** Other blocks, made of these when the next pass comes, and kept. */
  BlockTable map(String name, Function<RowBlock, RowBlock> to) {
    return new BlockTable(spark, cached(blocks.map(to), name), rows, work);
  }

  /** Frees the executors' memory. */
  void forget() {
    blocks.unpersist(false);
  }

  /** Σ over blocks of a vector, in the order of the blocks; one pass. */
  double[] sum(String what, int size, Function<RowBlock, double[]> of) {
    if ((long) size * blocks.getNumPartitions() <= DRIVER_NUMBERS) {
      return inOrder(pass(what, of));
    }
    return work.pass(what, () -> joined(size, slices(of).collect()));
  }

  private JavaRDD<Slice> slices(Function<RowBlock, double[]> of) {
    return blocks
        .mapPartitionsWithIndex(
            (b, part) -> {
              double[] partial = of.call(part.next());
              List<Slice> slices = new ArrayList<>();
              for (int at = 0; at < partial.length; at += SLICE) {
                int end = Math.min(partial.length, at + SLICE);
                slices.add(new Slice(at, b, Arrays.copyOfRange(partial, at, end)));
              }
              return slices.iterator();
            },
            // what follows is not partitioned as blocks are
            false)
        .groupBy(Slice::at)
        .map(group -> Slice.added(group._2()));
  }

  /** Elements {@code at …} of the vector of a block. */
  private record Slice(int at, int block, double[] values) implements Serializable {
    static Slice added(Iterable<Slice> slices) {
      List<Slice> sorted = new ArrayList<>();
      slices.forEach(sorted::add);
      sorted.sort(Comparator.comparingInt(Slice::block));
      return new Slice(
          sorted.getFirst().at, 0, inOrder(sorted.stream().map(Slice::values).toList()));
    }
  }

  private static double[] joined(int size, List<Slice> slices) {
    double[] sum = new double[size];
    for (Slice slice : slices) {
      System.arraycopy(slice.values, 0, sum, slice.at, slice.values.length);
    }
    return sum;
  }

  private static double[] inOrder(List<double[]> partial) {
    double[] total = partial.getFirst().clone();
    for (double[] next : partial.subList(1, partial.size())) {
      for (int k = 0; k < total.length; k++) {
        total[k] += next[k];
      }
    }
    return total;
  }

  /** What the rows {@code from ≤ i < to} of a block add to a sum. */
  interface Share extends Serializable {
    void add(RowBlock block, int from, int to, double[] sum) throws Exception;
  }

  /**
   * Σ over rows of a vector of which most is 0, row after row where {@link Parallel} cuts rows for
   * sums of this size, which blocks may not: the bits of memory. One pass.
   */
  double[] chained(String what, int size, Share share) {
    List<SparseSum> parts =
        work.pass(what, () -> ChainedBlocks.of(blocks, rows, size, share).collect());
    double[] total = new double[size];
    parts.forEach(part -> part.addTo(total));
    return total;
  }

  /** The rows with these numbers, sorted; one job that reads no others. */
  List<Packet> fetch(int[] sorted) {
    List<Packet> packets = new ArrayList<>();
    fetch(sorted, packets::add);
    packets.sort(Comparator.comparingInt(Packet::from));
    return packets;
  }

  /** The same, each packet handed over when it comes, so that it need not be kept. */
  void fetch(int[] sorted, Consumer<Packet> to) {
    Broadcast<int[]> wanted = spark.broadcast(sorted);
    PacketTransfer.Address here = PacketTransfer.Address.fresh();
    var parcels = blocks.map(block -> new PacketTransfer(here, block.pick(wanted.value())));
    try {
      work.fetch(sorted.length, () -> run(parcels.rdd(), to));
    } finally {
      wanted.destroy(false);
      here.close();
    }
  }

  /** Each block's parcel, one after the other on one thread, in the order in which they come. */
  private Void run(RDD<PacketTransfer> parcels, Consumer<Packet> to) {
    Function1<scala.collection.Iterator<PacketTransfer>, PacketTransfer> only =
        (Function1<scala.collection.Iterator<PacketTransfer>, PacketTransfer> & Serializable)
            scala.collection.Iterator::next;
    Function2<Object, PacketTransfer, BoxedUnit> arrive =
        (block, parcel) -> {
          to.accept(parcel.packet());
          return BoxedUnit.UNIT;
        };
    spark.sc().runJob(parcels, only, arrive, ClassTag.apply(PacketTransfer.class));
    return null;
  }
}
