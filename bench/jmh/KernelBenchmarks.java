package org.perrin.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.perrin.math.Kernels;
import org.perrin.math.Scalars;
import org.perrin.random.RandomStream;
import org.perrin.subsampling.ClassTable;

/** The kernels one by one, nanoseconds a row. {@code bench/jmh.sh} builds and runs them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class KernelBenchmarks {
  private static final int BATCH = 448;

  /** Rows of the table: in the cache, and not. */
  @Param({"2000", "435759"})
  int rows;

  private final int stride = 56;
  private final Kernels kernels = Kernels.best();
  private double[] x;
  private double[] theta;
  private double[] values;
  private double[] out;
  private double[] sum;
  private double[] square;
  private int[] chosen;
  private ClassTable table;
  private RandomStream random;

  /** Random rows and weights. */
  @Setup
  public void prepare() {
    random = RandomStream.of(1);
    x = new double[rows * stride];
    random.fillGaussian(x, x.length);
    theta = new double[stride];
    random.fillGaussian(theta, stride);
    values = new double[BATCH];
    random.fillGaussian(values, BATCH);
    out = new double[BATCH * stride];
    sum = new double[stride];
    square = new double[stride * stride];
    random.fillGaussian(square, square.length);
    chosen = new int[BATCH];
    double[] weights = new double[rows];
    for (int i = 0; i < rows; i++) {
      weights[i] = 0.1 + random.nextDouble();
    }
    table = ClassTable.of(weights);
  }

  private void choose() {
    for (int j = 0; j < BATCH; j++) {
      chosen[j] = random.nextIndex(rows);
    }
  }

  /** xⱼᵀθ of random rows. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public double[] dots() {
    choose();
    kernels.dots(x, stride, chosen, 0, BATCH, theta, out);
    return out;
  }

  /** Σ cⱼxⱼ of random rows. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public double[] addRows() {
    choose();
    kernels.addRows(x, stride, chosen, 0, BATCH, values, sum);
    return sum;
  }

  /** Σ cⱼxⱼxⱼᵀ of rows in a line: 1,568 multiply-adds a row and more. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public double[] addOuter() {
    kernels.addOuter(x, stride, random.nextIndex(rows - BATCH), BATCH, values, square);
    return square;
  }

  /** Lᵀxⱼ of rows in a line: 3,136 multiply-adds a row. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public double[] multiply() {
    int first = random.nextIndex(rows - BATCH);
    kernels.multiply(x, stride, first, BATCH, square, stride, out, 0);
    return out;
  }

  /** The logistic function, one number after the other. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public double[] expit() {
    for (int j = 0; j < BATCH; j++) {
      out[j] = Scalars.expit(values[j]);
    }
    return out;
  }

  /** Preferred rows and their weights. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int[] preferredRows() {
    table.draw(BATCH, random, 1.0 / BATCH, chosen, values);
    return chosen;
  }

  /** Uniform rows. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int[] uniformRows() {
    choose();
    return chosen;
  }

  /** Standard normals. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public double[] normals() {
    random.fillGaussian(values, BATCH);
    return values;
  }
}
