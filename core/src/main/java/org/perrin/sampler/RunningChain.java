package org.perrin.sampler;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Memory;
import org.perrin.dynamics.State;
import org.perrin.gradient.Workspace;
import org.perrin.random.RandomStream;
import org.perrin.random.Streams;

/** One running chain: a state, its randomness and its scratch space. It can be saved to the bit. */
public final class RunningChain {
  private final Sampler sampler;
  private final State state;
  private final Streams random;
  private final Workspace workspace = new Workspace();
  private long rowsRead;

  /** Chain number {@code index} under {@code seed}, at {@code start}. */
  public RunningChain(Sampler sampler, double[] start, long seed, int index) {
    this(sampler, start, Streams.of(seed, index));
  }

  /** A chain at {@code start} with randomness of its own. */
  public RunningChain(Sampler sampler, double[] start, Streams random) {
    if (start.length != sampler.dimension()) {
      throw new IllegalArgumentException(
          "a start of %d numbers for %d parameters".formatted(start.length, sampler.dimension()));
    }
    this.sampler = sampler;
    this.random = random;
    this.state = new State(start, sampler.dynamics().auxiliary(start.length));
    sampler.gradient().start(state.position(), workspace);
    sampler.dynamics().start(state, sampler.gradient(), random, workspace);
  }

  /** Makes one step; false if it led out of the finite numbers. */
  public boolean step() {
    sampler.dynamics().step(state, sampler.gradient(), random, workspace);
    state.iteration(state.iteration() + 1);
    rowsRead += state.rows();
    double sum = 0;
    for (double x : state.position()) {
      sum += x;
    }
    return sum - sum == 0;
  }

  /** Where the chain is. */
  public State state() {
    return state;
  }

  /** The rows that the next steps will choose: a copy of the stream that chooses them. */
  public RandomStream comingRows() {
    return random.rows().copy();
  }

  /** Scratch space, with the measured noise. */
  public Workspace workspace() {
    return workspace;
  }

  /** Rows looked at so far. */
  public long rowsRead() {
    return rowsRead;
  }

  /** Everything the next steps depend on. */
  public byte[] save() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeLong(state.iteration());
      out.writeLong(rowsRead);
      out.writeDouble(state.potential());
      out.writeBoolean(state.adapting());
      write(out, state.position());
      write(out, state.gradient());
      write(out, state.auxiliary());
      write(out, workspace.noise());
      out.writeLong(workspace.measured());
      out.writeBoolean(workspace.measuring());
      write(out, workspace.products());
      out.writeLong(workspace.observed());
      save(workspace.memory(), out);
      save(workspace.batch().memory(), out);
      write(out, random.rows().save());
      write(out, random.noise().save());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Goes on where {@link #save} was called, on a chain made with the same arguments. */
  public void restore(byte[] saved) {
    try (var in = new DataInputStream(new ByteArrayInputStream(saved))) {
      state.iteration(in.readLong());
      rowsRead = in.readLong();
      state.potential(in.readDouble());
      state.adapting(in.readBoolean());
      read(in, state.position());
      read(in, state.gradient());
      read(in, state.auxiliary());
      double[] noise = new double[length(in, state.position().length)];
      readAll(in, noise);
      workspace.restore(noise, in.readLong(), in.readBoolean());
      double[] products = new double[length(in, 3 * state.position().length)];
      readAll(in, products);
      workspace.restore(products, in.readLong());
      restore(workspace.memory(), in);
      restore(workspace.batch().memory(), in);
      random.rows().restore(readBytes(in));
      random.noise().restore(readBytes(in));
    } catch (IOException | IllegalStateException e) {
      throw new IllegalArgumentException("the saved chain is damaged or of another sampler", e);
    }
  }

  private static void save(@Nullable Memory memory, DataOutputStream out) throws IOException {
    if (memory != null) {
      memory.save(out);
    }
  }

  private static void restore(@Nullable Memory memory, DataInputStream in) throws IOException {
    if (memory != null) {
      memory.restore(in);
    }
  }

  private static void write(DataOutputStream out, double[] values) throws IOException {
    out.writeInt(values.length);
    for (double v : values) {
      out.writeDouble(v);
    }
  }

  private static void write(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static void read(DataInputStream in, double[] values) throws IOException {
    if (in.readInt() != values.length) {
      throw new IOException("length");
    }
    readAll(in, values);
  }

  private static void readAll(DataInputStream in, double[] values) throws IOException {
    for (int k = 0; k < values.length; k++) {
      values[k] = in.readDouble();
    }
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    return in.readNBytes(length(in, 4096));
  }

  /** A length that is believed only if it can be true: room is made for no other. */
  private static int length(DataInputStream in, int most) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > most) {
      throw new IOException("length");
    }
    return length;
  }
}
