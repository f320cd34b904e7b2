import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Brings the class files of a jar up to Java 8, in its place. Java's cache of its start leaves out
 * classes of a version before 6, and those of the command line's parser are of version 5: from the
 * jar they take longer to load than all others together take from the cache. Code stays as it is;
 * what later versions ask for, the types on the stack where branches meet, is added.
 */
void main(String... jars) throws IOException {
  for (String jar : jars) {
    Path old = Path.of(jar);
    Path copy = old.resolveSibling(old.getFileName() + ".new");
    try (var loader = new URLClassLoader(new URL[] {old.toUri().toURL()});
        InputStream in = Files.newInputStream(old);
        OutputStream out = Files.newOutputStream(copy)) {
      copy(new ZipInputStream(in), new ZipOutputStream(out), recent(loader));
    }
    Files.move(copy, old, StandardCopyOption.REPLACE_EXISTING);
  }
}

ClassFile recent(ClassLoader loader) {
  var hierarchy =
      ClassHierarchyResolver.ofResourceParsing(loader)
          .orElse(ClassHierarchyResolver.defaultResolver());
  return ClassFile.of(
      ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
      ClassFile.ClassHierarchyResolverOption.of(hierarchy));
}

void copy(ZipInputStream in, ZipOutputStream out, ClassFile format) throws IOException {
  for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
    byte[] bytes = in.readAllBytes();
    var same = new ZipEntry(entry.getName());
    same.setTime(entry.getTime());
    out.putNextEntry(same);
    out.write(entry.getName().endsWith(".class") ? upToDate(bytes, format) : bytes);
    out.closeEntry();
  }
  out.finish();
}

byte[] upToDate(byte[] bytes, ClassFile format) {
  ClassModel model = format.parse(bytes);
  if (model.majorVersion() >= ClassFile.JAVA_6_VERSION) {
    return bytes;
  }
  MethodTransform checked = MethodTransform.transformingCode(CodeTransform.ACCEPT_ALL);
  return format.transformClass(
      model,
      (builder, element) -> {
        switch (element) {
          case ClassFileVersion _ -> builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
          case MethodModel method -> builder.transformMethod(method, checked);
          default -> builder.with(element);
        }
      });
}
