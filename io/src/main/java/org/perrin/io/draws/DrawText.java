package org.perrin.io.draws;

import java.nio.charset.StandardCharsets;
import org.perrin.draws.Draws;

/** A comma and a number for each parameter of a draw. Numbers read back as the same doubles. */
final class DrawText {
  private final StringBuilder text = new StringBuilder();

  /** As files have it. */
  byte[] of(Draws.Chain chain, int draw) {
    text.setLength(0);
    for (int k = 0; k < chain.dimension(); k++) {
      text.append(',').append(chain.get(draw, k));
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
