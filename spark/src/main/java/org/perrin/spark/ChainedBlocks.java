package org.perrin.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.Partition;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.PartitionCoalescer;
import org.apache.spark.rdd.PartitionGroup;
import org.apache.spark.rdd.RDD;
import org.perrin.math.Parallel;
import scala.Option;

/**
 * Blocks that hold the rows of one chunk of a long sum, one after the other: chunks are longer than
 * blocks, and a block that a cut goes through belongs to both sides.
 */
final class ChainedBlocks implements PartitionCoalescer, Serializable {
  private static final long serialVersionUID = 1L;
  private final int rows;

  private ChainedBlocks(int rows) {
    this.rows = rows;
  }

  /** The sums of the chunks, in order. */
  static JavaRDD<SparseSum> of(
      JavaRDD<RowBlock> blocks, int rows, int size, BlockTable.Share share) {
    int chunks = Parallel.chunks(rows, size);
    RDD<RowBlock> chained =
        blocks.rdd().coalesce(chunks, false, Option.apply(new ChainedBlocks(rows)), null);
    return new JavaRDD<>(chained, blocks.classTag())
        .mapPartitionsWithIndex(
            (c, part) -> {
              int from = Parallel.bound(rows, chunks, c);
              int to = Parallel.bound(rows, chunks, c + 1);
              return List.of(SparseSum.of(added(part, from, to, new double[size], share)))
                  .iterator();
            },
            true);
  }

  private static double[] added(
      Iterator<RowBlock> blocks, int from, int to, double[] sum, BlockTable.Share share)
      throws Exception {
    while (blocks.hasNext()) {
      RowBlock block = blocks.next();
      int first = Math.max(0, from - block.first());
      int last = Math.min(block.count(), to - block.first());
      share.add(block, first, last, sum);
    }
    return sum;
  }

  @Override
  public PartitionGroup[] coalesce(int chunks, RDD<?> parent) {
    Partition[] blocks = parent.partitions();
    List<PartitionGroup> groups = new ArrayList<>();
    for (int c = 0; c < chunks; c++) {
      var group = new PartitionGroup(Option.empty());
      for (int b = 0; b < blocks.length; b++) {
        if (Parallel.bound(rows, blocks.length, b) < Parallel.bound(rows, chunks, c + 1)
            && Parallel.bound(rows, blocks.length, b + 1) > Parallel.bound(rows, chunks, c)) {
          group.partitions().$plus$eq(blocks[b]);
        }
      }
      groups.add(group);
    }
    return groups.toArray(PartitionGroup[]::new);
  }
}
