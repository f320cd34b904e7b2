package org.perrin.bench.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.perrin.Perrin;
import org.perrin.data.Dataset;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.posterior.Options;
import org.perrin.posterior.Posterior;
import org.perrin.posterior.Trust;

/**
 * The quick ones of {@code bench/truth.sh}, and all with {@code -Dperrin.long=true}. A run that is
 * right has some 4,000 effective draws, so that a false alarm would be 9 standard errors off.
 */
class TruthTest {
  private static final boolean LONG = Boolean.getBoolean("perrin.long");

  @TempDir Path folder;

  static List<String> names() {
    return TruthBench.cases().stream().filter(one -> LONG || one.quick()).map(Case::name).toList();
  }

  @ParameterizedTest
  @MethodSource("names")
  void draws_are_right_or_said_to_be_wrong(String name) {
    Case one =
        TruthBench.cases().stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
    CaseResult outcome = TruthBench.attempt(one, LONG ? TruthBench.CACHE : folder);
    assertThat(outcome.answer().sound()).isTrue();
    assertThat(outcome.faults()).isEmpty();
    assertThat(outcome.holds()).isTrue();
  }

  @Test
  void there_are_sixty_cases_and_no_two_of_a_name() {
    assertThat(TruthBench.names(null)).hasSizeGreaterThanOrEqualTo(60).doesNotHaveDuplicates();
    assertThat(TruthBench.names("two groups")).containsExactly("two groups");
    assertThat(TruthBench.names("separated")).hasSizeGreaterThan(5);
    assertThat(TruthBench.names("no such")).isEmpty();
  }

  private static Problem easy() {
    Dataset data = CaseTable.of(7, 200).normals(1).coins(-1, 0.5);
    return Problem.of(Glm.logistic(data, Priors.normal(0, 2)), new PotentialIntegral());
  }

  /** Draws whose every number is {@code f(number, mean of its parameter)}. */
  private static Attempt changed(DoubleBinaryOperator f) {
    Problem problem = easy();
    Answer answer = problem.oracle().of(problem.model());
    Posterior right = Perrin.sample(problem.model(), Options.standard());
    var draws =
        right
            .draws()
            .map(
                (theta, out) -> {
                  for (int k = 0; k < theta.length; k++) {
                    out[k] = f.applyAsDouble(theta[k], answer.marginals().get(k).mean());
                  }
                });
    return Attempt.of(
        problem, answer, 1, new Posterior(right.model(), draws, right.mode(), right.account()));
  }

  @Test
  void wrong_draws_are_found() {
    assertThat(changed((x, mean) -> x).holds()).isTrue();
    assertThat(changed((x, mean) -> mean + 1.05 * (x - mean)).holds()).isTrue();
    assertThat(changed((x, mean) -> mean + 1.3 * (x - mean)).holds()).isFalse();
    assertThat(changed((x, mean) -> mean + 0.8 * (x - mean)).holds()).isFalse();
    assertThat(changed((x, mean) -> x + 0.1).holds()).isFalse();
    assertThat(changed((x, mean) -> mean + 1.3 * (x - mean)).level()).isEqualTo(Trust.Level.GOOD);
  }

  @Test
  void quartiles_see_what_moments_do() {
    Marginal truth = Marginal.exact(0, 1, new double[] {-0.6745, 0, 0.6745});
    Marginal wide = Marginal.exact(0, 1, new double[] {-0.8, 0, 0.8});
    Marginal moved = Marginal.exact(0, 1, new double[] {-0.4, 0.3, 0.9});
    assertThat(Measure.QUARTILES.between(truth, truth).off()).isFalse();
    assertThat(Measure.QUARTILES.between(truth, wide).off()).isTrue();
    assertThat(Measure.QUARTILES.between(truth, moved).off()).isTrue();
    assertThat(Measure.MOMENTS.between(truth, wide).off()).isFalse();
  }

  @Test
  void only_a_warning_excuses() {
    var off = MarginalError.of(0.5, 0, 1, 0);
    assertThat(new Attempt(1, "natural", Trust.Level.GOOD, off, "x", null).holds()).isFalse();
    assertThat(new Attempt(1, "natural", Trust.Level.UNKNOWN, off, "x", null).holds()).isFalse();
    assertThat(new Attempt(1, "natural", Trust.Level.CAUTION, off, "x", null).holds()).isTrue();
    assertThat(new Attempt(1, "none", Trust.Level.BAD, off, "", "thrown").holds()).isFalse();
    assertThat(MarginalError.of(Double.NaN, 0, 1, 0).off()).isTrue();
  }

  /** A reference that is not sharp allows three of its standard errors more. */
  @Test
  void errors_of_the_reference_are_allowed_for() {
    assertThat(MarginalError.of(0.25, 0, 1, 0).off()).isTrue();
    assertThat(MarginalError.of(0.25, 0.02, 1, 0).off()).isFalse();
    assertThat(MarginalError.of(0, 0, 0.88, 0).off()).isTrue();
    assertThat(MarginalError.of(0, 0, 0.88, 0.01).off()).isFalse();
    assertThat(new Answer("nuts", List.of(), 1.02, 9000).sound()).isFalse();
    assertThat(new Answer("nuts", List.of(), 1, 3000).sound()).isFalse();
  }

  @Test
  void answers_are_kept_until_the_posterior_is_another() {
    Answer made = AnswerFile.of("easy", easy(), folder);
    assertThat(folder.toFile().list()).hasSize(1);
    assertThat(AnswerFile.of("easy", easy(), folder)).isEqualTo(made);
    Dataset data = CaseTable.of(7, 200).normals(1).coins(-1, 0.5);
    var other = Problem.of(Glm.logistic(data, Priors.normal(0, 2.001)), new PotentialIntegral());
    assertThat(AnswerFile.of("easy", other, folder)).isNotEqualTo(made);
    assertThat(folder.toFile().list()).hasSize(2);
  }
}
