package org.perrin.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    checkpoints.save(FIRST);
    checkpoints.save(SECOND);
  }

  @Test
  void the_newest_is_loaded() {
    saveTwo();
    assertThat(Checkpoints.in(folder).load()).isEqualTo(SECOND);
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
      assertThat(Checkpoints.in(folder).load()).as("byte %d", k).isEqualTo(FIRST);
    }
  }

  @Test
  void any_shorter_file_leads_to_the_one_before() throws IOException {
    saveTwo();
    Path newest = folder.resolve("checkpoint-1");
    byte[] whole = Files.readAllBytes(newest);
    for (int length = 0; length < whole.length; length++) {
      Files.write(newest, Arrays.copyOf(whole, length));
      assertThat(Checkpoints.in(folder).load()).as("length %d", length).isEqualTo(FIRST);
    }
  }

  @Test
  void after_damage_the_next_state_does_not_overwrite_the_good_one() throws IOException {
    saveTwo();
    Files.write(folder.resolve("checkpoint-1"), new byte[5]);
    var checkpoints = Checkpoints.in(folder);
    checkpoints.save(SECOND);
    assertThat(Files.readAllBytes(folder.resolve("checkpoint-0"))).contains(FIRST);
    assertThat(checkpoints.load()).isEqualTo(SECOND);
  }
}
