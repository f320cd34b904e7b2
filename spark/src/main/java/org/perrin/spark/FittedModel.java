package org.perrin.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.perrin.draws.Draws;
import org.perrin.io.design.Encoding;
import org.perrin.regression.Fit;
import org.perrin.regression.SavedFit;
import org.perrin.regression.model.ModelChoice;

/**
 * What predictions need of a fit, whether it was made here or read.
 *
 * @param regression the kind of model
 * @param encoding how rows become a design
 * @param draws of the user's parameters
 * @param folder a folder of it on the driver, written when it is asked for
 */
record FittedModel(ModelChoice regression, Encoding encoding, Draws draws, Supplier<Path> folder) {
  private static final String NAME = "fit";

  static FittedModel of(Fit fit) {
    return new FittedModel(
        fit.prepared().regression(),
        fit.prepared().encoding(),
        fit.draws(),
        () -> {
          Path folder = temporary();
          fit.save(folder);
          return folder;
        });
  }

  private static FittedModel of(SavedFit saved) {
    return new FittedModel(saved.regression(), saved.encoding(), saved.draws(), saved::folder);
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("perrin").resolve(NAME);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the folder below a path of any file system that Spark knows. */
  void write(String path, Configuration conf) {
    try {
      var to = new org.apache.hadoop.fs.Path(path, NAME);
      FileSystem files = to.getFileSystem(conf);
      files.copyFromLocalFile(new org.apache.hadoop.fs.Path(folder.get().toUri()), to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads what {@link #write} wrote. */
  static FittedModel read(String path, Configuration conf) {
    try {
      var from = new org.apache.hadoop.fs.Path(path, NAME);
      Path here = temporary();
      from.getFileSystem(conf).copyToLocalFile(from, new org.apache.hadoop.fs.Path(here.toUri()));
      return of(SavedFit.open(here));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
