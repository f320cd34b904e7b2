package org.perrin.sampler;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.perrin.draws.Draws;
import org.perrin.math.Parallel;

/**
 * Chains on their way: a run goes forward in blocks of steps, can be looked at and saved between
 * blocks, and goes on from what was saved to the same bits.
 */
public final class Run {
  private final Chains plan;
  private final Sampler sampler;
  private final Progress[] chains;

  private Run(Chains plan, Sampler sampler, double[][] starts) {
    this.plan = plan;
    this.sampler = sampler;
    if (starts.length != plan.count()) {
      throw new IllegalArgumentException(
          "%d starts for %d chains".formatted(starts.length, plan.count()));
    }
    this.chains = new Progress[plan.count()];
    Arrays.setAll(chains, c -> new Progress(c, starts[c]));
  }

  /** A run that has made no step yet; {@code starts} holds a place for every chain. */
  public static Run of(Chains plan, Sampler sampler, double[][] starts) {
    return new Run(plan, sampler, starts);
  }

  /** Moves every chain by up to {@code steps} steps, in parallel; true when all are done. */
  public boolean advance(int steps) {
    announce(steps);
    Parallel.run(chains.length, c -> chains[c].advance(steps));
    return Arrays.stream(chains).allMatch(Progress::done);
  }

  private void announce(int steps) {
    var going = Arrays.stream(chains).filter(p -> !p.done()).map(p -> p.chain).toList();
    if (!going.isEmpty()) {
      long left = stepsPlanned() - going.getFirst().state().iteration();
      int now = (int) Math.min(steps, left);
      int after = (int) Math.min(steps, left - now);
      sampler.gradient().ahead(going.stream().map(Chain::comingRows).toList(), now, after);
    }
  }

  /** Steps made by chain {@code c}, burn-in included. */
  public long steps(int c) {
    return chains[c].chain.state().iteration();
  }

  /** Steps that a chain will make, burn-in included. */
  public long stepsPlanned() {
    return (long) plan.burnIn() + plan.iterations();
  }

  /** Rows looked at by all chains. */
  public long rowsRead() {
    return Arrays.stream(chains).mapToLong(p -> p.chain.rowsRead()).sum();
  }

  /** The chains, for their measured noise. */
  public List<Chain> chains() {
    return Arrays.stream(chains).map(p -> p.chain).toList();
  }

  /** What has been drawn so far. */
  public Draws draws() {
    return new Draws(
        sampler.gradient().model().names(), Arrays.stream(chains).map(Progress::record).toList());
  }

  /** Everything the rest of the run depends on, the draws so far included. */
  public byte[] save() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      for (Progress progress : chains) {
        progress.write(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Goes on where {@link #save} was called, on a run made with the same arguments. */
  public void restore(byte[] saved) {
    try (var in = new DataInputStream(new ByteArrayInputStream(saved))) {
      for (Progress progress : chains) {
        progress.read(in);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("the saved run is damaged or of another plan", e);
    }
  }

  /** One chain with what it has left behind. */
  private final class Progress {
    private final int index;
    private final Chain chain;
    private final int d = sampler.dimension();
    private double[] values;
    private double[] gradients;
    private int[] sizes = new int[plan.iterations()];
    private int kept;
    private int made;
    private String divergence;

    Progress(int index, double[] start) {
      this.index = index;
      this.chain = new Chain(sampler, start, plan.seed(), index);
      this.chain.state().adapting(plan.burnIn() > 0);
      this.chain.workspace().measure(plan.burnIn() == 0);
      this.values = new double[Math.multiplyExact(plan.iterations() / plan.thin(), d)];
      this.gradients = plan.keepGradients() ? new double[values.length] : null;
    }

    boolean done() {
      return divergence != null || chain.state().iteration() == stepsPlanned();
    }

    void advance(int steps) {
      for (int t = 0; t < steps && !done(); t++) {
        boolean finite = chain.step();
        long step = chain.state().iteration();
        if (step > plan.burnIn()) {
          sizes[made++] = chain.state().rows();
        } else if (step == plan.burnIn()) {
          chain.state().adapting(false);
          chain.workspace().measure(true);
        }
        if (!finite) {
          divergence = divergence(step);
        } else if (step > plan.burnIn() && (step - plan.burnIn()) % plan.thin() == 0) {
          keep();
        }
      }
    }

    private void keep() {
      System.arraycopy(chain.state().position(), 0, values, kept * d, d);
      if (gradients != null) {
        System.arraycopy(chain.state().gradient(), 0, gradients, kept * d, d);
      }
      kept++;
    }

    private String divergence(long step) {
      return ("chain %d left the finite numbers at iteration %d: the step-size is too large or the"
              + " subsample too small; try a tenth of the step-size or ten times the rows")
          .formatted(index + 1, step);
    }

    Draws.Chain record() {
      return new Draws.Chain(
          d,
          Arrays.copyOf(values, kept * d),
          gradients == null ? null : Arrays.copyOf(gradients, kept * d),
          Arrays.copyOf(sizes, made),
          chain.rowsRead(),
          divergence);
    }

    void write(DataOutputStream out) throws IOException {
      byte[] state = chain.save();
      out.writeInt(state.length);
      out.write(state);
      out.writeUTF(divergence == null ? "" : divergence);
      out.writeInt(made);
      for (int t = 0; t < made; t++) {
        out.writeInt(sizes[t]);
      }
      out.writeInt(kept);
      for (int k = 0; k < kept * d; k++) {
        out.writeDouble(values[k]);
        if (gradients != null) {
          out.writeDouble(gradients[k]);
        }
      }
    }

    void read(DataInputStream in) throws IOException {
      chain.restore(in.readNBytes(checked(in.readInt(), in.available())));
      String text = in.readUTF();
      divergence = text.isEmpty() ? null : text;
      made = checked(in.readInt(), sizes.length);
      same(made, Math.max(0, chain.state().iteration() - plan.burnIn()));
      for (int t = 0; t < made; t++) {
        sizes[t] = in.readInt();
      }
      kept = checked(in.readInt(), values.length / d);
      same(kept, divergence == null ? made / plan.thin() : kept);
      for (int k = 0; k < kept * d; k++) {
        values[k] = in.readDouble();
        if (gradients != null) {
          gradients[k] = in.readDouble();
        }
      }
    }

    /** Steps, sizes and draws are counted apart, and must agree. */
    private static void same(long count, long expected) throws IOException {
      if (count != expected) {
        throw new IOException("count");
      }
    }

    private static int checked(int count, int most) throws IOException {
      if (count < 0 || count > most) {
        throw new IOException("count");
      }
      return count;
    }
  }
}
