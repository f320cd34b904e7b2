package org.perrin.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageTextTest {
  @Test
  void hostile_text_is_harmless() {
    assertThat(MessageText.quoted("a\nb\r\tc\u001b[2J\u202e\u2028"))
        .isEqualTo("\"a\\nb\\r\\tc\\u001b[2J\\u202e\\u2028\"");
    assertThat(MessageText.quoted("x".repeat(1000))).hasSize(42);
  }

  @ParameterizedTest
  @CsvSource({"kitten,sitting,3", "'',abc,3", "flaw,lawn,2", "same,same,0"})
  void distances(String a, String b, int distance) {
    assertThat(MessageText.distance(a, b)).isEqualTo(distance);
    assertThat(MessageText.distance(b, a)).isEqualTo(distance);
  }

  @Test
  void the_nearest_must_be_near() {
    List<String> known = List.of("Cover_Type", "Elevation", "x");
    assertThat(MessageText.nearest("cover_type", known)).contains("Cover_Type");
    assertThat(MessageText.nearest("Elevaton", known)).contains("Elevation");
    assertThat(MessageText.nearest("price", known)).isEmpty();
    assertThat(MessageText.nearest("y", known)).isEmpty();
  }
}
