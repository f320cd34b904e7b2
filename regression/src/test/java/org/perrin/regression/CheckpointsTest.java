package org.perrin.regression;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A damaged state is not there, and the one before it is. */
class CheckpointsTest {
  @TempDir Path folder;

  private static final byte[] FIRST = {1, 2, 3};
  private static final byte[] SECOND = {4, 5, 6, 7};

  private void saveTwo() {
    var checkpoints = Checkpoints.in(folder);
    checkpoints.save(state(FIRST, "first "));
    checkpoints.save(state(SECOND, "second "));
  }

  private static Checkpoints.StateWriter state(byte[] bytes, String draws) {
    return log -> {
      log.write(draws.getBytes(StandardCharsets.UTF_8));
      return bytes;
    };
  }

  /** The state and the draws as numbers of their characters; empty if there is no state. */
  private static byte[] load(Checkpoints checkpoints) {
    var all = new ByteArrayOutputStream();
    checkpoints.load(
        (state, draws) -> {
          all.writeBytes(state);
          try {
            all.writeBytes(draws.readAllBytes());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    return all.toByteArray();
  }

  private static byte[] loaded(byte[] state, String draws) {
    var all = new ByteArrayOutputStream();
    all.writeBytes(state);
    all.writeBytes(draws.getBytes(StandardCharsets.UTF_8));
    return all.toByteArray();
  }

  @Test
  void the_newest_is_loaded() {
    saveTwo();
    assertThat(load(Checkpoints.in(folder))).isEqualTo(loaded(SECOND, "first second "));
  }

  @Test
  void any_damaged_byte_leads_to_the_one_before() throws IOException {
    saveTwo();
    Path newest = folder.resolve("checkpoint-1");
    byte[] whole = Files.readAllBytes(newest);
    for (int k = 0; k < whole.length; k++) {
      byte[] damaged = whole.clone();
      damaged[k] ^= 0x10;
      Files.write(newest, damaged);
      assertThat(load(Checkpoints.in(folder))).as("byte %d", k).isEqualTo(loaded(FIRST, "first "));
    }
  }

  @Test
  void any_shorter_file_leads_to_the_one_before() throws IOException {
    saveTwo();
    Path newest = folder.resolve("checkpoint-1");
    byte[] whole = Files.readAllBytes(newest);
    for (int length = 0; length < whole.length; length++) {
      Files.write(newest, Arrays.copyOf(whole, length));
      assertThat(load(Checkpoints.in(folder)))
          .as("length %d", length)
          .isEqualTo(loaded(FIRST, "first "));
    }
  }

  @Test
  void after_damage_the_next_state_does_not_overwrite_the_good_one() throws IOException {
    saveTwo();
    Files.write(folder.resolve("checkpoint-1"), new byte[5]);
    var checkpoints = Checkpoints.in(folder);
    checkpoints.save(state(SECOND, "again "));
    assertThat(Files.readAllBytes(folder.resolve("checkpoint-0"))).contains(FIRST);
    assertThat(load(checkpoints)).isEqualTo(loaded(SECOND, "first again "));
    assertThat(load(Checkpoints.in(folder))).isEqualTo(loaded(SECOND, "first again "));
  }

  @Test
  void damaged_draws_lead_to_the_state_that_has_none_of_them() throws IOException {
    saveTwo();
    Path log = folder.resolve("checkpoint-draws");
    byte[] whole = Files.readAllBytes(log);
    for (int k = 0; k < whole.length; k++) {
      byte[] damaged = whole.clone();
      damaged[k] ^= 0x10;
      Files.write(log, damaged);
      byte[] expected = k < "first ".length() ? new byte[0] : loaded(FIRST, "first ");
      assertThat(load(Checkpoints.in(folder))).as("byte %d", k).isEqualTo(expected);
    }
  }

  @Test
  void what_a_killed_run_appended_is_written_over() throws IOException {
    saveTwo();
    Path log = folder.resolve("checkpoint-draws");
    Files.writeString(log, "and a half", StandardOpenOption.APPEND);
    var checkpoints = Checkpoints.in(folder);
    assertThat(load(checkpoints)).isEqualTo(loaded(SECOND, "first second "));
    checkpoints.save(state(FIRST, "third "));
    assertThat(log).hasContent("first second third ");
    assertThat(load(Checkpoints.in(folder))).isEqualTo(loaded(FIRST, "first second third "));
  }

  /** A hundred states of a run write each draw once. */
  @Test
  void checkpoints_write_what_is_new() throws IOException {
    var checkpoints = Checkpoints.in(folder);
    for (int k = 0; k < 100; k++) {
      checkpoints.save(state(FIRST, "0123456789"));
    }
    assertThat(Files.size(folder.resolve("checkpoint-draws"))).isEqualTo(1000);
    assertThat(Files.size(folder.resolve("checkpoint-0"))).isLessThan(100);
  }
}
