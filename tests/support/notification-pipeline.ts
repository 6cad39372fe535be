// Runs the notification pipeline on a test's database, with a webhook channel that posts to a recording receiver.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { catalog } from "#areas/catalog/server/index.ts";
import { health } from "#areas/health/server/index.ts";
import { incidents } from "#areas/incidents/server/index.ts";
import { topology } from "#areas/topology/server/index.ts";
import type { Message } from "#areas/notifications/server/channels/channel.ts";
import type { ChannelTools } from "#areas/notifications/server/channels/channel-tools.ts";
import type { Silences } from "#areas/notifications/server/pipeline/parts.ts";
import { createPipeline, notificationInbox } from "#areas/notifications/server/pipeline.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { Databases } from "#server/db/pool.ts";
import type { Event } from "#server/events.ts";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import type { Trust } from "#server/outbound/outbound.ts";
import { postingChannels } from "./posting-channels.ts";
import { runSystem, until, type RunningSystem } from "./running-system.ts";

export interface Received {
  /** The path of the request, which the test chooses per recipient. */
  path: string;
  message: Message;
  at: number;
  /** The process that sent the request. */
  pid: number;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Replaces the response to all requests; undefined accepts them. */
  respond: ((request: Received, response: ServerResponse) => void) | undefined;
  /** The titles of the messages to a path. */
  titles(path?: string): string[];
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request: IncomingMessage, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const message = JSON.parse(Buffer.concat(pieces).toString()) as Message;
      const received = { path: request.url!, message, at: Date.now(), pid: Number(request.headers["x-process"]) };
      receiver.received.push(received);
      if (receiver.respond) receiver.respond(received, response);
      else response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    respond: undefined,
    titles: (path) =>
      receiver.received
        .filter((one) => path === undefined || one.path === path)
        .map(({ message }) => message.text.title),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
  return receiver;
}

export interface TestPipeline {
  system: RunningSystem;
  publish(...events: Event[]): Promise<void>;
  stop(): Promise<void>;
}

const noSilences: Silences = { match: async () => undefined };

export interface PipelineOptions {
  silences?: Silences;
  channels?: ChannelTools;
  isRunning?: boolean;
}

export async function runPipeline(
  db: Databases,
  { silences = noSilences, channels = postingChannels, isRunning = true }: PipelineOptions = {},
): Promise<TestPipeline> {
  const areas = [health, catalog, topology, incidents, { name: "notifications", inboxes: [notificationInbox] }];
  // The receiver has a loopback address, which only operators may use by default.
  const outbound = (trust: Trust) => createOutbound({ trust, privateTargets: "everybody" });
  const system = await runSystem(db, { areas, around: { outbound } });
  const service = isRunning ? await createPipeline({ channels, silences: () => silences }).start(system) : undefined;
  return {
    system,
    publish: (...events) => db.system.transaction().execute((tx) => system.events.publishAll(tx, events)),
    async stop() {
      await service?.stop();
      await system.stop();
    },
  };
}

/** Writes checks of one canary; returns their ids. */
export async function writeChecks(
  db: Databases,
  count: number,
  {
    severity = null,
    status = "unhealthy",
    labels = {},
  }: { severity?: string | null; status?: string; labels?: object } = {},
): Promise<string[]> {
  const canary = newId();
  await sql`insert into canaries (id, name, namespace, spec) values (${canary}, ${`canary ${canary}`}, 'shop', '{}')`.execute(
    db.system,
  );
  const { rows } = await sql<{ id: string }>`
    insert into checks (canary_id, type, name, namespace, status, severity, last_runtime, labels)
    select ${canary}, 'http', 'check ' || n, 'shop', ${status}, ${severity}, now(), ${JSON.stringify(labels)}::jsonb
    from   generate_series(1, ${count}::int) n
    returning id`.execute(db.system);
  return rows.map(({ id }) => id);
}

export async function setStatus(db: Databases, ids: readonly string[], status: "healthy" | "unhealthy"): Promise<void> {
  await sql`update checks set status = ${status}, last_runtime = now() where id = any (${ids}::uuid[])`.execute(
    db.system,
  );
}

export interface RuleValues {
  events?: readonly string[];
  /** The URL of the recipient. */
  url?: string;
  [column: string]: unknown;
}

/** Writes a rule; returns its id. */
export async function writeRule(
  db: Databases,
  { events = ["check.failed"], url, ...values }: RuleValues,
): Promise<string> {
  const id = newId();
  const columns = {
    id,
    name: `rule ${id}`,
    events,
    ...(url !== undefined && { custom_services: [{ name: "hook", url }] }),
    ...values,
  };
  const arrays = new Set(["events", "group_by"]);
  const entries = Object.entries(columns).map(([name, value]) => ({
    column: sql.ref(name),
    value:
      typeof value === "object" && value !== null && !arrays.has(name)
        ? sql`${JSON.stringify(value)}::jsonb`
        : sql`${value}`,
  }));
  await sql`
    insert into notifications (${sql.join(entries.map(({ column }) => column))})
    values (${sql.join(entries.map(({ value }) => value))})`.execute(db.system);
  return id;
}

/** Deletes all rules, so that a test sees only messages of its own rules. */
export const deleteRules = (db: Databases) =>
  sql`update notifications set deleted_at = now() where deleted_at is null`.execute(db.system);

export interface HistoryRow {
  id: string;
  status: string;
  purpose: string;
  waiting: string | null;
  count: number;
  resource_id: string;
  source_event: string;
  recipient: string;
  recipient_key: string;
  parent_id: string | null;
  silenced_by: string | null;
  retries: number;
  error: string | null;
  not_before: string | null;
  trail: { step: string; result: string; text: string }[];
}

export async function historyOf(db: Databases, rule: string): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select * from notification_send_history where notification_id = ${rule} order by id`.execute(db.system);
  return rows;
}

/** Waits until the messages of the rule have these statuses, in the order of their creation. */
export const untilStatuses = (db: Databases, rule: string, expected: readonly string[]) =>
  until(
    () => historyOf(db, rule),
    (rows) => JSON.stringify(rows.map(({ status }) => status)) === JSON.stringify(expected),
  );

/** Waits until all events are handled and no message is being delivered. */
export const untilQuiet = (db: Databases) =>
  until(async () => {
    const { rows } = await sql<{ left: number }>`
      select ((select count(*) from event_inbox) + (
               select count(*) from notification_send_history where status = 'sending' or waiting = 'retry'
             ))::int as left`.execute(db.system);
    return rows[0]!.left === 0;
  });
