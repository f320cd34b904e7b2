package org.perrin.cli.fit;

import java.io.PrintWriter;
import org.perrin.io.MessageText;
import org.perrin.sampler.Run;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Progress for programs: a line of JSON for each event, as docs/formats.md lists them. */
public final class JsonProgress extends ProgressDisplay {
  private static final long EVERY_NANOS = 200_000_000L;

  private final PrintWriter err;
  private long shown;

  /** Reports to {@code err}. */
  public JsonProgress(PrintWriter err) {
    super(null, false);
    this.err = err;
  }

  @Override
  public synchronized void stage(String name) {
    write(event("stage").put("name", name));
  }

  @Override
  public synchronized void remark(String text) {
    write(event("remark").put("text", MessageText.line(text)));
  }

  @Override
  public synchronized void block(Run run) {
    long now = System.nanoTime();
    if (shown != 0 && now - shown < EVERY_NANOS) {
      return;
    }
    shown = now;
    Mixing mixing = Mixing.of(run.draws());
    ObjectNode node =
        event("steps")
            .put("done", run.steps(0))
            .put("planned", run.stepsPlanned())
            .put("rows_read", run.rowsRead())
            .put("draws", mixing.draws());
    if (!Double.isNaN(mixing.ess())) {
      node.put("ess", mixing.ess()).put("rhat", mixing.rhat());
    }
    write(node);
  }

  private static ObjectNode event(String kind) {
    return JsonNodeFactory.instance.objectNode().put("event", kind);
  }

  private void write(ObjectNode node) {
    err.println(node);
    err.flush();
  }
}
