package org.perrin.math;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.perrin.Perrin;
import org.perrin.data.Dataset;
import org.perrin.data.FloatRows;
import org.perrin.data.Synthetic;
import org.perrin.diagnostics.KernelStein;
import org.perrin.draws.Draws;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.posterior.Options;

/** Prints a hash of a whole run, from data to diagnostics: the same for every width of register. */
public final class Digest {
  private Digest() {}

  /** Prints the provider and the hash. */
  public static void main(String[] args) {
    if (Boolean.getBoolean("perrin.test.demand")) {
      Kernels.onDemand(() -> {});
    }
    System.out.println(Kernels.best().name() + " " + run());
  }

  static String run() {
    var data = Synthetic.covertypeLike(91, 12_000);
    var prior = Priors.studentT(4, 0, 2);
    var model = Glm.logistic(data, prior);
    var single = new Dataset(FloatRows.of(data.x()), data.y(), null, null, data.names());
    var rounded = Glm.logistic(single, prior);
    var options = Options.standard().sampler("natural").chains(2).draws(40);
    Draws draws = Perrin.sample(model, options).draws();
    Draws exactly = Perrin.sample(model, options.sampler("exact")).draws();
    Draws other = Perrin.sample(rounded, options).draws();
    var stein = KernelStein.imq(1, -0.5).of(draws.chains().get(0), model);
    try {
      var hash = MessageDigest.getInstance("SHA-256");
      for (Draws.Chain chain : draws.chains()) {
        add(hash, chain.values());
      }
      add(hash, other.chains().get(1).values());
      add(hash, exactly.chains().get(1).values());
      add(hash, stein.joint());
      add(hash, new double[] {model.potential(draws.chains().get(0).draw(3))});
      return HexFormat.of().formatHex(hash.digest()).substring(0, 32);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void add(MessageDigest hash, double[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length);
    bytes.asDoubleBuffer().put(values);
    hash.update(bytes);
  }
}
