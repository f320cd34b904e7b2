package org.perrin.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PaperClaimTest {
  @Test
  void bounds_belong_to_the_claim() {
    assertThat(PaperClaim.atMost("1a", "a", 0.8, 0.8).holds()).isTrue();
    assertThat(PaperClaim.atLeast("1a", "a", 0.79, 0.8).holds()).isFalse();
    assertThat(PaperClaim.between("1a", "a", 2, 1, 3).holds()).isTrue();
  }

  @Test
  void no_number_is_no_claim() {
    assertThat(PaperClaim.atMost("1a", "a", Double.NaN, 1).holds()).isFalse();
  }

  @Test
  void numbers_are_short() {
    assertThat(PaperClaim.number(0.25)).isEqualTo("0.25");
    assertThat(PaperClaim.number(1)).isEqualTo("1");
    assertThat(PaperClaim.number(1e-10)).isEqualTo("1e-10");
    assertThat(PaperClaim.number(123456.789)).isEqualTo("123457");
  }

  @Test
  void cells_come_back_as_they_were() {
    assertThat(FigureFiles.cells("a,\"b, c\",\"say \"\"x\"\"\","))
        .isEqualTo(List.of("a", "b, c", "say \"x\"", ""));
  }
}
