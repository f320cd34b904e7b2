package org.perrin.data;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Space of a new file, taken at once: a file with holes would find the disk full when it is too
 * late to say so. Where Java may call the system, that reserves blocks without writing them, and
 * they read as zeros; elsewhere zeros are written.
 */
final class DiskSpace {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  /** Of {@code open}: for reading and writing. */
  private static final int READ_WRITE = 2;

  private DiskSpace() {}

  /** Reserves that many bytes of an empty file. */
  static void reserve(Path file, FileChannel channel, long bytes) throws IOException {
    if (!allocate(file, bytes)) {
      var zeros = ByteBuffer.allocateDirect((int) Math.min(bytes, 1 << 20));
      for (long left = bytes; left > 0; ) {
        zeros.clear().limit((int) Math.min(left, zeros.capacity()));
        left -= channel.write(zeros);
      }
    }
  }

  /** Whether the system did it. */
  static boolean allocate(Path file, long bytes) {
    if (Calls.OPEN == null || Calls.ALLOCATE == null || Calls.CLOSE == null) {
      return false;
    }
    try (var arena = Arena.ofConfined()) {
      int handle = (int) Calls.OPEN.invokeExact(arena.allocateFrom(file.toString()), READ_WRITE);
      if (handle < 0) {
        return false;
      }
      int error = (int) Calls.ALLOCATE.invokeExact(handle, 0L, bytes);
      int closed = (int) Calls.CLOSE.invokeExact(handle);
      return error == 0 && closed == 0;
    } catch (Throwable e) {
      // then zeros are written
      return false;
    }
  }

  /** The system's functions; null where there are none, or where Java would warn of their use. */
  private static final class Calls {
    static final @Nullable MethodHandle OPEN =
        find("open", FunctionDescriptor.of(INT, ValueLayout.ADDRESS, INT), 2);
    static final @Nullable MethodHandle ALLOCATE =
        find("posix_fallocate", FunctionDescriptor.of(INT, INT, LONG, LONG), 0);
    static final @Nullable MethodHandle CLOSE = find("close", FunctionDescriptor.of(INT, INT), 0);

    /** With the place of the first argument of those whose number varies, or 0. */
    @SuppressWarnings("restricted") // not called where Java would warn
    private static @Nullable MethodHandle find(
        String name, FunctionDescriptor shape, int variadic) {
      boolean linux = System.getProperty("os.name", "").equals("Linux");
      boolean wide = ValueLayout.ADDRESS.byteSize() == Long.BYTES;
      if (!linux || !wide || !DiskSpace.class.getModule().isNativeAccessEnabled()) {
        return null;
      }
      var linker = Linker.nativeLinker();
      Linker.Option[] options =
          variadic > 0
              ? new Linker.Option[] {Linker.Option.firstVariadicArg(variadic)}
              : new Linker.Option[0];
      return linker
          .defaultLookup()
          .find(name)
          .map((MemorySegment at) -> linker.downcallHandle(at, shape, options))
          .orElse(null);
    }
  }
}
