package org.perrin.spark;

import java.io.Serializable;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A packet on its way from a task to the driver. Between processes it is written out and read
 * again, which copies its bytes some four times. Where the task runs in the driver's own process,
 * as in local mode, it stays where it is, and a ticket to call for it travels in its place.
 *
 * @param to who asked for it
 * @param packet the rows
 */
record PacketTransfer(Address to, Packet packet) implements Serializable {
  private static final UUID PROCESS = UUID.randomUUID();
  private static final Map<Ticket, PacketTransfer> LEFT = new ConcurrentHashMap<>();

  /** A job of the driver, and the process in which that is. */
  record Address(UUID process, UUID job) implements Serializable {
    static Address fresh() {
      return new Address(PROCESS, UUID.randomUUID());
    }

    /** Discards what was not called for: results of tasks that ran twice. */
    void close() {
      LEFT.keySet().removeIf(ticket -> ticket.to.equals(this));
    }
  }

  private Object writeReplace() {
    if (!to.process.equals(PROCESS)) {
      return this;
    }
    var ticket = new Ticket(to, UUID.randomUUID());
    LEFT.put(ticket, this);
    return ticket;
  }

  private record Ticket(Address to, UUID number) implements Serializable {
    private Object readResolve() {
      return LEFT.remove(this);
    }
  }
}
