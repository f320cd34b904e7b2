package org.perrin.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Which Perrin this is. */
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {line()};
  }

  /** The name and the number. */
  static String line() {
    return "perrin " + number();
  }

  /** The number alone. */
  public static String number() {
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      var properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
