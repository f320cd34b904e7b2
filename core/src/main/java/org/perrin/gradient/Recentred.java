package org.perrin.gradient;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Memory;
import org.perrin.model.Model;
import org.perrin.random.RandomStream;
import org.perrin.subsampling.Batches;

/**
 * SVRG-LD (Dubey et al., 2016): the control variate of Eq. (12) with a centre θ̃ that follows the
 * chain, {@code ĝ = ∇f(θ̃) + ∇f₀(θ) − ∇f₀(θ̃) + Σⱼ wⱼ [∇f(θ) − ∇f(θ̃)]}. Every {@code period} steps
 * θ̃ moves to where the chain is, for a pass over all rows. It needs no mode, and keeps its
 * strength where a posterior is not close to one Gaussian. O(nd) a step, O(Nd) a period; a number a
 * row and chain for a GLM.
 *
 * @param model whose gradient
 * @param batches the rows of a step
 * @param period steps between centres
 */
public record Recentred(Model model, Batches batches, int period) implements Gradient {
  /** Checks that rows and scheme fit. */
  public Recentred {
    PlainGradient.checkRows(model, batches);
    if (period < 1) {
      throw new IllegalArgumentException("a centre lasts at least one step, not " + period);
    }
  }

  /** With as many rows read for centres as for steps, if a step reads {@code n}. */
  public static Recentred of(Model model, Batches batches, int n) {
    return new Recentred(model, batches, Math.max(1, model.rows() / Math.max(1, n)));
  }

  @Override
  public void start(double[] theta, Workspace workspace) {
    batches.start(workspace.batch());
    workspace.memory(new Where(model));
  }

  @Override
  public int estimate(double[] theta, RandomStream random, Workspace workspace, double[] out) {
    var where = (Where) workspace.memory();
    int read = where.follow(theta, period);
    return read
        + ControlVariate.estimate(model, where.centre, batches, theta, random, workspace, out);
  }

  /** θ̃ and how long it has been there. */
  private static final class Where implements Memory {
    private final Model model;
    private Model.@Nullable Centre centre;
    private int age;

    Where(Model model) {
      this.model = model;
    }

    /** Moves the centre if it is time; returns the rows read for it. */
    int follow(double[] theta, int period) {
      if (centre != null && age < period) {
        age++;
        return 0;
      }
      centre = model.centre(theta);
      age = 1;
      return model.rows();
    }

    @Override
    public void save(DataOutput out) throws IOException {
      out.writeInt(centre == null ? 0 : age);
      if (centre != null) {
        for (double v : centre.theta()) {
          out.writeDouble(v);
        }
      }
    }

    @Override
    public void restore(DataInput in) throws IOException {
      age = in.readInt();
      centre = null;
      if (age > 0) {
        double[] theta = new double[model.dimension()];
        for (int k = 0; k < theta.length; k++) {
          theta[k] = in.readDouble();
        }
        centre = model.centre(theta);
      }
    }
  }
}
