package org.perrin.regression.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.perrin.autodiff.Differentiated;
import org.perrin.autodiff.Num;
import org.perrin.autodiff.Parameters;
import org.perrin.autodiff.Row;
import org.perrin.autodiff.RowModel;
import org.perrin.data.Dataset;
import org.perrin.family.Family;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.model.Model;

/**
 * A model that the user wrote: a class that is a {@link RowModel} and has a constructor {@code
 * (Parameters, Dataset)}, a {@link Family} with a constructor without arguments, or a whole {@link
 * Model} with a constructor {@code (Dataset)}. It is compiled and run with the rights of this
 * program, so only the user may name it.
 *
 * @param path of the file
 * @param source its text
 * @param type the class
 */
public record ModelFile(Path path, String source, Class<?> type) {
  /** Compiles a file. */
  public static ModelFile compile(Path path) {
    if (!Files.isRegularFile(path)) {
      throw new InputException(path + ": there is no such file: check the path of --model");
    }
    try {
      return new ModelFile(path, Files.readString(path), Compiler.load(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The name of the class. */
  public String name() {
    return type.getSimpleName();
  }

  /** An identity of the file, to see whether it changed. */
  public int checksum() {
    var crc = new CRC32C();
    crc.update(source.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return (int) crc.getValue();
  }

  /** The family that the class is, or null if it is a whole model. */
  public @Nullable Family family() {
    return Family.class.isAssignableFrom(type) ? (Family) make(constructor()) : null;
  }

  /** The posterior of the model and data, tried on some rows. */
  public Model model(Dataset data) {
    Model model;
    if (RowModel.class.isAssignableFrom(type)) {
      Constructor<?> constructor = constructor(Parameters.class, Dataset.class);
      model =
          guarded(
              () ->
                  Differentiated.of(
                      data, (p, d) -> new Guarded((RowModel) make(constructor, p, d))));
    } else if (Model.class.isAssignableFrom(type)) {
      model = (Model) make(constructor(Dataset.class), data);
    } else {
      throw new InputException(
          "%s: the class %s must implement RowModel, Family or Model: see docs/models.md"
              .formatted(path, name()));
    }
    tryOut(model);
    return model;
  }

  /** Some rows at the start must have a loss, or no search can begin. */
  private void tryOut(Model model) {
    double[] start = model.start();
    int tries = Math.min(model.rows(), 1000);
    for (int t = 0; t < tries; t++) {
      int row = (int) ((long) t * model.rows() / tries);
      double loss = model.rowLoss(start, row);
      if (!Double.isFinite(loss)) {
        throw new InputException(
            "%s: the loss of row %d is %s where the search begins: check the formula, or begin elsewhere with parameters.at(…)"
                .formatted(path, row + 1, loss));
      }
    }
    double prior = model.prior().value(start);
    if (!Double.isFinite(prior)) {
      throw new InputException("%s: the prior is %s at the start".formatted(path, prior));
    }
  }

  private Constructor<?> constructor(Class<?>... arguments) {
    boolean open =
        Modifier.isPublic(type.getModifiers()) && !Modifier.isAbstract(type.getModifiers());
    try {
      if (open) {
        return type.getConstructor(arguments);
      }
    } catch (NoSuchMethodException e) {
      // reported below
    }
    String wanted = List.of("()", "(Dataset)", "(Parameters, Dataset)").get(arguments.length);
    throw new InputException(
        "%s: the class %s must be public, with a public constructor %s: see docs/models.md"
            .formatted(path, name(), wanted));
  }

  private Object make(Constructor<?> constructor, Object... arguments) {
    try {
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw failed(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new InputException("%s: the model cannot be made (%s)".formatted(path, plain(e)), e);
    }
  }

  private <T> T guarded(java.util.function.Supplier<T> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException e) {
      throw new InputException("%s: %s".formatted(path, e.getMessage()), e);
    }
  }

  /** With the class, which says much to who wrote the code, but without its package. */
  private static String plain(Throwable e) {
    return MessageText.unqualified(e.toString()).orElse("an exception");
  }

  /** What the user's code threw, with the line that it came from. */
  private RuntimeException failed(@Nullable Throwable e) {
    if (e instanceof InputException known) {
      return known;
    }
    String file = path.getFileName().toString();
    int line = -1;
    for (StackTraceElement element : e.getStackTrace()) {
      if (file.equals(element.getFileName())) {
        line = element.getLineNumber();
        break;
      }
    }
    String what = e instanceof IllegalArgumentException ? e.getMessage() : plain(e);
    return new InputException(line < 0 ? path + ": " + what : path + ":" + line + ": " + what, e);
  }

  /** The user's object, whose errors carry the line. */
  private final class Guarded implements RowModel {
    private final RowModel inner;

    Guarded(RowModel inner) {
      this.inner = inner;
    }

    @Override
    public Num row(Row row) {
      try {
        return inner.row(row);
      } catch (RuntimeException e) {
        throw failed(e);
      }
    }

    @Override
    public Num prior() {
      try {
        return inner.prior();
      } catch (RuntimeException e) {
        throw failed(e);
      }
    }
  }
}
