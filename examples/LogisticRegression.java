import org.perrin.Perrin;
import org.perrin.data.Synthetic;
import org.perrin.diagnostics.KernelStein;
import org.perrin.diagnostics.Summary;
import org.perrin.dynamics.Langevin;
import org.perrin.gradient.ControlVariate;
import org.perrin.mode.Newton;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.sampler.Chains;
import org.perrin.sampler.Sampler;
import org.perrin.subsampling.Preferential;

/** SGLD-CV-PS as the paper writes it, and then the sampler that needs no tuning. */
class LogisticRegression {
  public static void main(String[] args) {
    var data = Synthetic.classification(2210, 100_000, 4, 0.5, 0.3);
    var model = Glm.logistic(data, Priors.normal(0, Math.sqrt(10)));

    var mode = Newton.find(model); // θ̂ and Σ̂
    var batches = Preferential.byCurvature(model, mode).size(100); // Eq. (16)
    var gradient = ControlVariate.at(mode, model, batches); // Eq. (12)
    var sgldCvPs = Sampler.of(new Langevin(1e-5), gradient);
    var draws = Chains.of(4).iterations(10_000).thin(10).seed(1).run(sgldCvPs, mode.theta());
    System.out.println("SGLD-CV-PS, 100 of 100,000 rows a step:\n" + Summary.of(draws));
    var ksd = KernelStein.imq(1, -0.5).of(draws.chains().get(0), model);
    System.out.printf("kernel Stein discrepancy of chain 1: %.2f%n%n", ksd.joint(ksd.count()));

    var posterior = Perrin.sample(model); // natural metric, tolerance 1 %
    System.out.println(posterior.account().reason() + "\n" + posterior.summary());
  }
}
