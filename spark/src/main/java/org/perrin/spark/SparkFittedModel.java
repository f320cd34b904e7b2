package org.perrin.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
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
record SparkFittedModel(
    ModelChoice regression, Encoding encoding, Draws draws, Function<Configuration, Path> folder) {
  private static final String NAME = "fit";

  static SparkFittedModel of(Fit fit) {
    return new SparkFittedModel(
        fit.prepared().regression(),
        fit.prepared().encoding(),
        fit.draws(),
        conf -> {
          Path here = here(conf);
          fit.save(local(here));
          return here;
        });
  }

  /** A folder on the driver that goes when it ends. */
  private static Path here(Configuration conf) {
    try {
      var folder = new Path(Files.createTempDirectory("perrin").toUri());
      FileSystem.getLocal(conf).deleteOnExit(folder);
      return new Path(folder, NAME);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static java.nio.file.Path local(Path here) {
    return java.nio.file.Path.of(here.toUri());
  }

  /** Writes the folder below a path of any file system that Spark knows. */
  void write(String path, Configuration conf) {
    try {
      var to = new Path(path, NAME);
      to.getFileSystem(conf).copyFromLocalFile(folder.apply(conf), to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads what {@link #write} wrote. */
  static SparkFittedModel read(String path, Configuration conf) {
    try {
      var from = new Path(path, NAME);
      Path here = here(conf);
      from.getFileSystem(conf).copyToLocalFile(from, here);
      SavedFit saved = SavedFit.open(local(here));
      return new SparkFittedModel(saved.regression(), saved.encoding(), saved.draws(), _ -> here);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
