package org.perrin.sampler;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.data.Ints;
import org.perrin.draws.Draws;
import org.perrin.draws.Transitions;
import org.perrin.dynamics.StepStatistic;
import org.perrin.math.Parallel;

/**
 * Chains on their way: a run goes forward in blocks of steps, can be looked at and saved between
 * blocks, and goes on from what was saved to the same bits.
 */
public final class Run {
  private final String label;
  private final Chains plan;
  private final Sampler sampler;
  private final Progress[] chains;

  private Run(String label, Chains plan, Sampler sampler, double[][] starts) {
    this.label = label;
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
    return of("", plan, sampler, starts);
  }

  /**
   * The same, one of several that a fit may make: {@code label} tells which one was saved, where a
   * fit gives a run up and begins another.
   */
  public static Run of(String label, Chains plan, Sampler sampler, double[][] starts) {
    return new Run(label, plan, sampler, starts);
  }

  /** Moves every chain by up to {@code steps} steps, in parallel; true when all are done. */
  public boolean advance(int steps) {
    announce(steps);
    Parallel.run(chains.length, c -> chains[c].advance(steps));
    return finished();
  }

  private void announce(int steps) {
    var going = Arrays.stream(chains).filter(p -> !p.done()).map(p -> p.chain).toList();
    if (!going.isEmpty()) {
      long left = stepsPlanned() - going.getFirst().state().iteration();
      int now = (int) Math.min(steps, left);
      int after = (int) Math.min(steps, left - now);
      sampler.ahead(going.stream().map(RunningChain::comingRows).toList(), now, after);
    }
  }

  /** Whether every chain has made its steps or has diverged. */
  public boolean finished() {
    return Arrays.stream(chains).allMatch(Progress::done);
  }

  /** Whether every chain has left a draw. */
  public boolean drawn() {
    return Arrays.stream(chains).allMatch(progress -> progress.kept > 0);
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
  public List<RunningChain> chains() {
    return Arrays.stream(chains).map(p -> p.chain).toList();
  }

  /** What has been drawn so far. */
  public Draws draws() {
    return new Draws(
        sampler.gradient().model().names(), Arrays.stream(chains).map(Progress::record).toList());
  }

  /**
   * Everything the rest of the run depends on but the draws: those since the last call are written
   * to {@code draws}. So what is saved grows with what is new, however long the run.
   */
  public byte[] save(OutputStream draws) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var state = new DataOutputStream(bytes);
    var fresh = new DataOutputStream(draws);
    state.writeUTF(label);
    for (Progress progress : chains) {
      progress.write(state);
      progress.writeNew(fresh);
    }
    return bytes.toByteArray();
  }

  /** Whether a state was saved by this run or one like it, and not by another of the same fit. */
  public boolean wrote(byte[] saved) {
    try (var state = new DataInputStream(new ByteArrayInputStream(saved))) {
      return state.readUTF().equals(label);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Goes on where {@link #save} was called, on a run made with the same arguments.
   *
   * @param draws what all calls wrote, one after the other
   */
  public void restore(byte[] saved, InputStream draws) {
    try (var state = new DataInputStream(new ByteArrayInputStream(saved))) {
      if (!state.readUTF().equals(label)) {
        throw new IOException("label");
      }
      for (Progress progress : chains) {
        progress.read(state);
      }
      var old = new DataInputStream(draws);
      while (!Arrays.stream(chains).allMatch(Progress::complete)) {
        for (Progress progress : chains) {
          progress.readNew(old);
        }
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("the saved run is damaged or of another plan", e);
    }
  }

  /** One chain with what it has left behind. */
  private final class Progress {
    private final int index;
    private final RunningChain chain;
    private final int d = sampler.dimension();
    private final Doubles values;
    private final double @Nullable [] gradients;
    private final Ints sizes = plan.storage().ints(plan.iterations());
    private final StepStatistic[] columns =
        sampler.dynamics().statistics().toArray(StepStatistic[]::new);
    private final Doubles statistics;
    private long divergent;
    private long fullTrees;
    private int kept;
    private int made;
    private int keptBefore;
    private int madeBefore;
    private @Nullable String divergence;

    Progress(int index, double[] start) {
      this.index = index;
      this.chain = new RunningChain(sampler, start, plan.seed(), index);
      this.chain.state().adapting(plan.burnIn() > 0);
      this.chain.workspace().measure(plan.burnIn() == 0);
      this.values = plan.storage().doubles((long) (plan.iterations() / plan.thin()) * d);
      this.statistics =
          plan.storage().doubles((long) (plan.iterations() / plan.thin()) * columns.length);
      this.gradients = plan.keepGradients() ? new double[Math.toIntExact(values.size())] : null;
    }

    boolean done() {
      return divergence != null || chain.state().iteration() == stepsPlanned();
    }

    void advance(int steps) {
      for (int t = 0; t < steps && !done(); t++) {
        boolean finite = chain.step();
        long step = chain.state().iteration();
        if (step > plan.burnIn()) {
          sizes.set(made++, chain.state().rows());
          count();
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

    /** Zero for dynamics that know of neither. */
    private void count() {
      divergent += (long) chain.state().statistic(StepStatistic.DIVERGENT);
      fullTrees += (long) chain.state().statistic(StepStatistic.FULL_TREE);
    }

    private void keep() {
      values.put((long) kept * d, d, chain.state().position());
      if (gradients != null) {
        System.arraycopy(chain.state().gradient(), 0, gradients, kept * d, d);
      }
      for (int c = 0; c < columns.length; c++) {
        statistics.set((long) kept * columns.length + c, chain.state().statistic(columns[c]));
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
          values.first((long) kept * d),
          gradients == null ? null : Arrays.copyOf(gradients, kept * d),
          sizes.first(made),
          chain.rowsRead(),
          divergence,
          new Transitions(
              List.of(columns),
              statistics.first((long) kept * columns.length),
              divergent,
              fullTrees));
    }

    void write(DataOutputStream out) throws IOException {
      byte[] state = chain.save();
      out.writeInt(state.length);
      out.write(state);
      out.writeUTF(divergence == null ? "" : divergence);
      out.writeInt(made);
      out.writeInt(kept);
      out.writeLong(divergent);
      out.writeLong(fullTrees);
    }

    void writeNew(DataOutputStream out) throws IOException {
      out.writeInt(made - madeBefore);
      out.writeInt(kept - keptBefore);
      while (madeBefore < made) {
        int from = madeBefore++;
        while (madeBefore < made && sizes.get(madeBefore) == sizes.get(from)) {
          madeBefore++;
        }
        // most samplers have one size: how often, and which
        out.writeInt(madeBefore - from);
        out.writeInt(sizes.get(from));
      }
      for (; keptBefore < kept; keptBefore++) {
        for (long k = (long) keptBefore * d; k < (keptBefore + 1L) * d; k++) {
          out.writeDouble(values.get(k));
          if (gradients != null) {
            out.writeDouble(gradients[(int) k]);
          }
        }
        for (int c = 0; c < columns.length; c++) {
          out.writeDouble(statistics.get((long) keptBefore * columns.length + c));
        }
      }
    }

    void read(DataInputStream in) throws IOException {
      chain.restore(in.readNBytes(checked(in.readInt(), in.available())));
      String text = in.readUTF();
      divergence = text.isEmpty() ? null : text;
      made = checked(in.readInt(), plan.iterations());
      same(made, Math.max(0, chain.state().iteration() - plan.burnIn()));
      kept = checked(in.readInt(), plan.iterations() / plan.thin());
      same(kept, divergence == null ? made / plan.thin() : kept);
      divergent = checked(in.readLong(), made);
      fullTrees = checked(in.readLong(), made);
      madeBefore = 0;
      keptBefore = 0;
    }

    /** Whether all that the state tells of has been read. */
    boolean complete() {
      return madeBefore == made && keptBefore == kept;
    }

    void readNew(DataInputStream in) throws IOException {
      int steps = madeBefore + checked(in.readInt(), made - madeBefore);
      int draws = keptBefore + checked(in.readInt(), kept - keptBefore);
      while (madeBefore < steps) {
        int end = madeBefore + checked(in.readInt(), steps - madeBefore);
        int size = in.readInt();
        for (; madeBefore < end; madeBefore++) {
          sizes.set(madeBefore, size);
        }
      }
      for (; keptBefore < draws; keptBefore++) {
        for (long k = (long) keptBefore * d; k < (keptBefore + 1L) * d; k++) {
          values.set(k, in.readDouble());
          if (gradients != null) {
            gradients[(int) k] = in.readDouble();
          }
        }
        for (int c = 0; c < columns.length; c++) {
          statistics.set((long) keptBefore * columns.length + c, in.readDouble());
        }
      }
    }

    /** Steps, sizes and draws are counted apart, and must agree. */
    private static void same(long count, long expected) throws IOException {
      if (count != expected) {
        throw new IOException("count");
      }
    }

    private static int checked(long count, int most) throws IOException {
      if (count < 0 || count > most) {
        throw new IOException("count");
      }
      return (int) count;
    }
  }
}
