// Delivers messages: one queue per destination. A queue holds a ticket for each message that can be delivered. The
// content of a message is read from the ledger just before its delivery, unless the message was decided just now.
import { setTimeout as delay } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { isConnectionLost } from "#server/db/failures.ts";
import { WorkStopped } from "#server/db/isolated.ts";
import type { DB } from "#server/db/tables.ts";
import { PreparedMessages } from "../pipeline/prepared.ts";
import type { Outcome, PipelineTools, Ticket } from "../pipeline/tools.ts";
import { recipientWith } from "../rules/recipients.ts";
import { createAddresses } from "./address.ts";
import { buildMessages } from "./build.ts";
import { Destination, type DestinationTools } from "./destination.ts";
import { createRecorder } from "./recorder.ts";
import { sendMessage } from "./send.ts";

export interface Dispatcher {
  /** Delivers the messages of a transaction that was committed. */
  add(outcome: Pick<Outcome, "tickets" | "prepared">): void;
  /** Waits until the added messages are delivered, but not for slow services. */
  untilRoom(): Promise<void>;
  /** Loads undelivered messages: all of them, or those with these ids. */
  load(ids?: readonly string[]): Promise<void>;
  /** Stops all deliveries, because this process is no longer the leader. */
  halt(): void;
  stop(withinMs: number): Promise<void>;
}

export interface DispatcherOptions {
  tools: PipelineTools;
  /** Throws WorkStopped if this process is no longer the leader. */
  requireLead(tx: Kysely<DB>): Promise<void>;
  /** Called when this process is no longer the leader. Nothing is delivered after that. */
  onLeadLost(): void;
  onFallback(at: number): void;
}

export function createDispatcher({ tools, requireLead, onLeadLost, onFallback }: DispatcherOptions): Dispatcher {
  const stopping = new AbortController();
  const ending = new AbortController();
  const { signal } = ending;
  const { log, db } = tools.system;
  const addresses = createAddresses(tools.system, tools.channels);
  // The new leader delivers all messages, so every further delivery would be a duplicate.
  const halt = () => {
    stopping.abort();
    ending.abort();
  };
  const loseLead = () => {
    halt();
    onLeadLost();
  };
  const recorder = createRecorder({ tools, requireLead, onLeadLost: loseLead, onFallback, signal });
  const destinations = new Map<string, Destination>();
  /** Messages in the queues. */
  const known = new Set<string>();
  const prepared = new PreparedMessages();
  const running = new Set<Promise<unknown>>();
  /** The number of deliveries that have ended. */
  let ended = 0;

  const destinationTools: DestinationTools = {
    settings: tools.settings,
    async build(ids) {
      await requireLead(db.system);
      return buildMessages(tools, ids, prepared);
    },
    send(built) {
      const sending = sendMessage(tools, addresses, built, signal);
      running.add(sending);
      void sending.finally(() => {
        running.delete(sending);
        ended += 1;
      });
      return sending;
    },
    async record(result) {
      await recorder.add(result);
      if (!("retryAt" in result.state)) known.delete(result.id);
    },
    onError(error) {
      if (error instanceof WorkStopped) return loseLead();
      log[isConnectionLost(error) ? "debug" : "warn"]({ err: error }, "messages cannot be built; trying again");
    },
    signal: stopping.signal,
  };

  function destinationOf(name: string): Destination {
    const found = destinations.get(name) ?? new Destination(destinationTools);
    destinations.set(name, found);
    return found;
  }

  function add(tickets: readonly Ticket[]): void {
    const changed = new Set<Destination>();
    for (const ticket of tickets) {
      if (known.has(ticket.id)) continue;
      known.add(ticket.id);
      const destination = destinationOf(ticket.destination);
      destination.add(ticket);
      changed.add(destination);
    }
    for (const destination of changed) destination.pump();
    if (destinations.size > maxDestinations)
      for (const [name, destination] of destinations)
        if (destination.isEmpty) {
          destination.stop();
          destinations.delete(name);
        }
  }

  return {
    add(outcome) {
      prepared.add(outcome.prepared);
      add(outcome.tickets);
    },
    async untilRoom() {
      for (let before = Number.NEGATIVE_INFINITY; prepared.size > maxAhead && ended - before >= fastCount;) {
        before = ended;
        await delay(progressMs);
      }
    },
    async load(ids) {
      const book = await tools.rules(db.system);
      const { rows } = await sql<Undelivered>`
        select h.id, h.notification_id, h.recipient_key, h.resource_id, h.retries, h.not_before
        from   notification_undelivered u
        join   notification_send_history h on h.id = u.message_id
        -- Fallbacks that still wait are not delivered yet.
        where  (h.status <> 'attempting_fallback' or h.waiting is null)
        ${ids === undefined ? sql`` : sql`and h.id = any (${ids}::uuid[])`}
        order  by h.id`.execute(db.system);
      add(
        rows.map((row): Ticket => {
          const rule = book.rules.get(row.notification_id ?? "");
          const recipient = recipientWith(rule, row.recipient_key);
          return {
            id: row.id,
            // Messages without a recipient are skipped when they are built.
            destination: recipient?.destination ?? "unknown",
            lane: row.resource_id,
            retries: row.retries,
            ...(row.not_before !== null && { notBefore: Date.parse(row.not_before) }),
          };
        }),
      );
    },
    halt,
    async stop(withinMs) {
      // Deliveries that are about to end get a short time to finish, so that they are not repeated after the restart.
      stopping.abort();
      for (const destination of destinations.values()) destination.stop();
      const late = new Promise((resolve) => void setTimeout(resolve, withinMs).unref());
      await Promise.race([Promise.allSettled(running), late]);
      await recorder.flush(withinMs);
      ending.abort();
      await Promise.race([
        Promise.allSettled(running),
        new Promise((resolve) => void setTimeout(resolve, 500).unref()),
      ]);
    },
  };
}

interface Undelivered {
  id: string;
  notification_id: string | null;
  recipient_key: string;
  resource_id: string;
  retries: number;
  not_before: string | null;
}

/**
 * New messages are not decided while more than this number is waiting, so that the messages of one more transaction
 * still fit into the prepared messages. Messages that do not fit are read again, with their resources.
 */
const maxAhead = 1_000;
const progressMs = 25;
/** If fewer deliveries than this end within `progressMs`, a service is slow, and new messages do not wait for it. */
const fastCount = 25;

/** Maximum number of queues. Above this number, queues of unused destinations are removed. */
const maxDestinations = 1_000;
