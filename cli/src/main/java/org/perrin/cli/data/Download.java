package org.perrin.cli.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;

/** Fetches a file, which must not be larger than it should be. */
public final class Download {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private Download() {}

  /** Fetches to {@code to}; returns the SHA-256 of what came, in hexadecimal digits. */
  public static String fetch(URI from, Path to, long most) {
    try (var client =
        HttpClient.newBuilder()
            .connectTimeout(PATIENCE)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build()) {
      var request = HttpRequest.newBuilder(from).timeout(PATIENCE).build();
      HttpResponse<InputStream> answer =
          client.send(request, HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream in = answer.body()) {
        if (answer.statusCode() != 200) {
          throw new InputException(
              "%s answers %d: try again later".formatted(from, answer.statusCode()));
        }
        return copy(from, in, to, most);
      }
    } catch (ConnectException | HttpConnectTimeoutException e) {
      throw new InputException(
          "%s cannot be reached: check the network, or fetch the file by other means"
              .formatted(from.getHost()),
          e);
    } catch (HttpTimeoutException e) {
      throw new InputException("%s does not answer: try again later".formatted(from.getHost()), e);
    } catch (IOException e) {
      throw new InputException(
          "%s: the download broke off (%s): try again".formatted(from, e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InputException(from + ": the download was interrupted", e);
    }
  }

  private static String copy(URI from, InputStream in, Path to, long most) throws IOException {
    MessageDigest digest = sha256();
    long count = 0;
    byte[] buffer = new byte[1 << 16];
    try (OutputStream out = Files.newOutputStream(to)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        count += n;
        if (count > most) {
          throw new InputException(
              "%s is larger than the %s bytes it should have at most: nothing was kept"
                  .formatted(from, MessageText.count(most)));
        }
        digest.update(buffer, 0, n);
        out.write(buffer, 0, n);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
