package org.perrin.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimTest {
  @Test
  void boundsBelongToTheClaim() {
    assertThat(Claim.atMost("1a", "a", 0.8, 0.8).holds()).isTrue();
    assertThat(Claim.atLeast("1a", "a", 0.79, 0.8).holds()).isFalse();
    assertThat(Claim.between("1a", "a", 2, 1, 3).holds()).isTrue();
  }

  @Test
  void noNumberIsNoClaim() {
    assertThat(Claim.atMost("1a", "a", Double.NaN, 1).holds()).isFalse();
  }

  @Test
  void numbersAreShort() {
    assertThat(Claim.number(0.25)).isEqualTo("0.25");
    assertThat(Claim.number(1)).isEqualTo("1");
    assertThat(Claim.number(1e-10)).isEqualTo("1e-10");
    assertThat(Claim.number(123456.789)).isEqualTo("123457");
  }

  @Test
  void cellsComeBackAsTheyWere() {
    assertThat(FigureFiles.cells("a,\"b, c\",\"say \"\"x\"\"\","))
        .isEqualTo(List.of("a", "b, c", "say \"x\"", ""));
  }
}
