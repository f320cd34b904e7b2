package org.perrin.cli.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.catalogue.Catalogue;
import org.perrin.catalogue.Recipe;
import org.perrin.data.Synthetic;
import org.perrin.io.InputException;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.table.ReadOptions;
import org.perrin.mode.Newton;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.posterior.Options;
import org.perrin.regression.Checkpoints;
import org.perrin.regression.Precision;
import org.perrin.regression.Request;
import org.perrin.regression.ResumeRecord;
import org.perrin.regression.SavedFit;
import org.perrin.regression.prior.PriorChoice;
import org.perrin.sampler.Chains;
import org.perrin.sampler.Run;

/** What a run leaves for the next to go on with. */
class SavedFuzzTest {
  @TempDir Path folder;

  /** Damage is noticed by the checksum, and then the state before the last is taken. */
  @Test
  void a_damaged_checkpoint_is_as_if_it_were_not_there() throws IOException {
    byte[] before = "the state before".getBytes(StandardCharsets.UTF_8);
    var checkpoints = Checkpoints.in(folder);
    checkpoints.save(draws -> before);
    checkpoints.save(draws -> "the last state".getBytes(StandardCharsets.UTF_8));
    Path last = folder.resolve("checkpoint-1");
    byte[] good = Files.readAllBytes(last);
    var mutator = Mutator.of(List.of(good));
    Fuzz.share(
        4,
        Set.of(InputException.class),
        random -> {
          byte[] bytes = mutator.bytes(random);
          FileFuzzTest.write(last, bytes);
          byte[][] loaded = new byte[1][];
          Checkpoints.in(folder).load((state, draws) -> loaded[0] = state);
          if (!java.util.Arrays.equals(bytes, good)) {
            assertThat(loaded[0]).isEqualTo(before);
            throw new InputException("not taken");
          }
        });
  }

  /** A state with the right checksum that no run wrote. */
  @ParameterizedTest
  @ValueSource(strings = {"sgld-cv-ps", "sgld-saga", "sgld-svrg", "sgld-bandit", "nuts"})
  void a_state_that_no_run_wrote(String name) throws IOException {
    var model = Glm.logistic(Synthetic.classification(1, 60, 2, 0.5, 0.3), Priors.normal(0, 1));
    var mode = Newton.find(model);
    var sampler = Catalogue.sampler(name).make(model, mode, Recipe.Settings.of(1e-3, 10));
    double[][] starts = {mode.theta(), mode.theta()};
    var plan = Chains.of(2).iterations(40).burnIn(5).thin(2);
    List<byte[]> seeds = new ArrayList<>();
    var log = new ByteArrayOutputStream();
    Run run = Run.of(plan, sampler, starts);
    for (int block = 0; block < 4; block++) {
      run.advance(6);
      seeds.add(run.save(log));
    }
    var mutator = Mutator.of(seeds);
    var draws = Mutator.of(List.of(log.toByteArray()));
    Fuzz.share(
        1,
        Set.of(IllegalArgumentException.class),
        random -> {
          Run other = Run.of(plan, sampler, starts);
          boolean inside = random.nextInt(4) > 0;
          byte[] state =
              random.nextInt(4) == 0
                  ? seeds.getLast()
                  : inside ? mutator.overwritten(random) : mutator.bytes(random);
          byte[] old = random.nextInt(4) > 0 ? log.toByteArray() : draws.overwritten(random);
          other.restore(state, new ByteArrayInputStream(old));
          // a wild state may make every trajectory of NUTS as long as they get: some steps will do
          other.advance(4);
          assertThat(other.draws().chains()).hasSize(2);
        });
  }

  private static Request request() {
    return new Request(
        new Request.Origin("data.csv", null, null, ReadOptions.detect().delimiter(';')),
        DesignSpec.target("y").drop("a", "b"),
        "logistic",
        PriorChoice.standard(),
        Precision.SINGLE,
        Options.standard(),
        2);
  }

  @Test
  void tickets() throws IOException {
    Path work = Files.createDirectories(folder.resolve("run.partial"));
    ResumeRecord.of(request(), null).write(work, "0123");
    Path file = work.resolve("run.json");
    var mutator = Mutator.of(Files.readString(file)).speaking("null", "[", "]", "{", "}", "1", ",");
    Fuzz.share(
        3,
        Set.of(InputException.class),
        random -> {
          FileFuzzTest.write(file, mutator.bytes(random));
          ResumeRecord ticket = ResumeRecord.find(folder.resolve("run"));
          assertThat(ticket.base()).isNotNull();
          assertThat(ticket.request().data()).isNotNull();
        });
  }

  @Test
  void results() throws IOException {
    Path file = folder.resolve("fit.json");
    String json =
        """
        {"perrin":"0.1","format":2,"complete":true,"directory":"/x","request":REQUEST,
        "data":{"fingerprint":"01"},"model":{"name":"logistic","target":"y"},
        "encoding":{"response":{"binary":"y","positive":"1","negative":["0"]},"intercept":true,
        "terms":[[{"number":"log(x)"}],[{"levels":"k","full":false,"values":["a","b"]},
        {"flag":"f"}]],"weights":null,"offset":"x"}}
        """
            .replace("REQUEST", request().toJson().toString());
    var mutator = Mutator.of(json).speaking("null", "[", "]", "{", "}", "1", ",", "\"a\"", "\"\"");
    Fuzz.share(
        4,
        Set.of(InputException.class),
        random -> {
          FileFuzzTest.write(file, mutator.bytes(random));
          var fit = SavedFit.open(folder);
          assertThat(fit.request().data()).isNotNull();
          assertThat(fit.directory()).isNotNull();
          assertThat(fit.fingerprint()).isNotNull();
          fit.regression();
          assertThat(fit.encoding().terms()).isNotNull();
        });
  }
}
