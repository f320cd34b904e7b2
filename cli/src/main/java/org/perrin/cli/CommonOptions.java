package org.perrin.cli;

import picocli.CommandLine.Option;

/** What every command takes. */
final class CommonOptions {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  boolean help;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print only errors on stderr.")
  boolean quiet;
}
