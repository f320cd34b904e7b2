package org.perrin.cli;

import picocli.CommandLine.Option;

/** What every command takes. */
final class CommonOptions {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and end.")
  boolean help;

  @Option(
      names = {"-q", "--quiet"},
      description = "Say nothing on stderr but errors.")
  boolean quiet;
}
