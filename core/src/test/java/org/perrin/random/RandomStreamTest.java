package org.perrin.random;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.commons.rng.core.source64.XoShiRo256PlusPlus;
import org.junit.jupiter.api.Test;

class RandomStreamTest {
  @Test
  void many_words_at_once_are_those_of_the_generator_one_by_one() {
    long[] seed = {1, 2, 3, 4};
    var one = new XoShiRo256PlusPlus(seed);
    var many = new Source(seed);
    long[] words = new long[RandomStream.BLOCK];
    for (int n : new int[] {1, 7, 0, RandomStream.BLOCK, 13}) {
      many.fill(words, n);
      for (int k = 0; k < n; k++) {
        assertThat(words[k]).isEqualTo(one.nextLong());
      }
    }
    assertThat(many.nextLong()).isEqualTo(one.nextLong());
  }

  @Test
  void words_and_numbers_may_take_turns() {
    var one = RandomStream.of(3, 2);
    var other = RandomStream.of(3, 2);
    for (int round = 0; round < 20; round++) {
      long[] words = one.words(5);
      for (int k = 0; k < 5; k++) {
        assertThat(words[k]).isEqualTo(other.nextLong());
      }
      assertThat(one.nextGaussian()).isEqualTo(other.nextGaussian());
      one.restore(one.save());
      assertThat(RandomStream.index(one.nextLong(), 1000)).isEqualTo(other.nextIndex(1000));
    }
  }
}
