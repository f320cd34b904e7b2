package org.perrin.regression.model;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.perrin.autodiff.RowModel;
import org.perrin.io.InputException;

/** Compiles a file of Java to memory and loads it. */
final class Compiler {
  private Compiler() {}

  /** The class that has the name of the file. */
  static Class<?> load(Path file) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new InputException(file + ": this Java has no compiler: start perrin with a JDK");
    }
    var faults = new DiagnosticCollector<JavaFileObject>();
    StandardJavaFileManager standard = compiler.getStandardFileManager(faults, Locale.ROOT, null);
    var memory = new Memory(standard);
    boolean compiled =
        compiler
            .getTask(
                new StringWriter(),
                memory,
                faults,
                List.of("-cp", classpath(), "-proc:none", "-g"),
                null,
                standard.getJavaFileObjects(file))
            .call();
    if (!compiled) {
      throw new InputException(report(file, faults.getDiagnostics()));
    }
    return memory.find(file);
  }

  /** The library first: in tests and in a bundle the class path may not name it. */
  private static String classpath() {
    try {
      URI library = RowModel.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      return Path.of(library)
          + System.getProperty("path.separator")
          + System.getProperty("java.class.path");
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The first error with its line, and how many more there are. */
  private static String report(Path file, List<Diagnostic<? extends JavaFileObject>> faults) {
    List<Diagnostic<? extends JavaFileObject>> errors =
        faults.stream().filter(f -> f.getKind() == Diagnostic.Kind.ERROR).toList();
    var first = errors.getFirst();
    String message = first.getMessage(Locale.ROOT).replaceAll("\\s*\\R\\s*", "; ");
    String more = errors.size() == 1 ? "" : " (and %d more)".formatted(errors.size() - 1);
    return "%s:%d: %s%s".formatted(file, first.getLineNumber(), message, more);
  }

  /** Classes as bytes, nothing on disk. */
  private static final class Memory extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private final Map<String, ByteArrayOutputStream> classes = new HashMap<>();

    Memory(StandardJavaFileManager manager) {
      super(manager);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        JavaFileManager.Location place, String name, JavaFileObject.Kind kind, FileObject near) {
      return new SimpleJavaFileObject(URI.create("memory:///" + name), kind) {
        @Override
        public OutputStream openOutputStream() {
          return classes.computeIfAbsent(name, n -> new ByteArrayOutputStream());
        }
      };
    }

    Class<?> find(Path file) {
      String simple = file.getFileName().toString().replaceFirst("[.]java$", "");
      String name =
          classes.keySet().stream()
              .filter(n -> n.equals(simple) || n.endsWith("." + simple))
              .findFirst()
              .orElseThrow(
                  () ->
                      new InputException(
                          "%s: has no class %s: name the class of the model like its file"
                              .formatted(file, simple)));
      try {
        return Class.forName(name, true, new Loader(classes));
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static final class Loader extends ClassLoader {
    private final Map<String, ByteArrayOutputStream> classes;

    Loader(Map<String, ByteArrayOutputStream> classes) {
      super(Compiler.class.getClassLoader());
      this.classes = classes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      ByteArrayOutputStream bytes = classes.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes.toByteArray(), 0, bytes.size());
    }
  }
}
