package org.perrin.io.draws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.draws.Draws;
import org.perrin.io.InputException;
import org.perrin.io.Samples;
import org.perrin.io.design.Design;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.ResponseKind;

class EffectsFileTest {
  @TempDir Path folder;

  private static final Encoding ENCODING =
      Design.of(
              Samples.table("y,x,g\n1,2,a\n2,3,b\n4,5,a\n5,1,b\n"),
              DesignSpec.formula("y ~ x + (x | g)").outcome(ResponseKind.REAL))
          .encoding();

  /** Two parameters and four effects; the k-th of draw t is t + k/10. */
  private static Draws draws(int... counts) {
    List<Draws.Chain> chains = new java.util.ArrayList<>();
    int draw = 0;
    for (int count : counts) {
      double[] values = new double[6 * count];
      for (int t = 0; t < count; t++, draw++) {
        for (int k = 0; k < 6; k++) {
          values[6 * t + k] = draw + k / 10.0;
        }
      }
      chains.add(Draws.Chain.of(6, values));
    }
    return new Draws(List.of("p", "q", "a", "b", "c", "d"), chains);
  }

  private static Draws common(Draws all) {
    return all.map(all.names().subList(0, 2), (in, out) -> System.arraycopy(in, 0, out, 0, 2));
  }

  @Test
  void some_draws_come_back_beside_the_others_of_their_chain() {
    Path file = folder.resolve("effects.bin");
    Draws all = draws(7, 5);
    EffectsFile.write(file, all, 2, 5, ENCODING);
    Draws joined = EffectsFile.join(file, common(all), ENCODING.effectNames());
    assertThat(joined.names()).endsWith("g[a]", "g[a, x]", "g[b]", "g[b, x]");
    assertThat(joined.chains()).extracting(Draws.Chain::count).containsExactly(3, 2);
    // ⌊s 12/5⌋
    int[] kept = {0, 2, 4, 7, 9};
    for (int s = 0; s < kept.length; s++) {
      for (int k = 0; k < 6; k++) {
        assertThat(joined.draw(s)[k]).isCloseTo(kept[s] + k / 10.0, within(1e-6));
      }
    }
    EffectsFile.write(file, all, 2, Integer.MAX_VALUE, ENCODING);
    assertThat(EffectsFile.join(file, common(all), ENCODING.effectNames()).count()).isEqualTo(12);
  }

  @Test
  void any_flipped_bit_is_reported() throws IOException {
    Path file = folder.resolve("effects.bin");
    Draws all = draws(3);
    EffectsFile.write(file, all, 2, 3, ENCODING);
    byte[] bytes = Files.readAllBytes(file);
    for (int at = 0; at < bytes.length; at++) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 4;
      Files.write(file, damaged);
      assertThatThrownBy(() -> EffectsFile.join(file, common(all), ENCODING.effectNames()))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("is damaged: fit again");
    }
    Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 5));
    assertThatThrownBy(() -> EffectsFile.join(file, common(all), ENCODING.effectNames()))
        .isInstanceOf(InputException.class);
  }
}
