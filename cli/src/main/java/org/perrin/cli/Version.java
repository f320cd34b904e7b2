package org.perrin.cli;

import org.perrin.Perrin;
import picocli.CommandLine.IVersionProvider;

/** Which Perrin this is. */
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {line()};
  }

  /** The name and the number. */
  static String line() {
    return "perrin " + Perrin.version();
  }
}
