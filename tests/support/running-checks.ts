// Runs the check engine on a test's database, without HTTP: tests write canaries in the same way as the API and read
// the results as rows.
import { createServer, type Server, type Socket, type AddressInfo } from "node:net";
import { once } from "node:events";
import type { Json } from "#language/columns.ts";
import type { Databases } from "#server/db/pool.ts";
import { afterAll } from "vitest";
import { createEngine, defaultLimits } from "#areas/health/server/engine/engine.ts";
import { Runner, defaultTimes, type RunnerTimes } from "#areas/health/server/engine/runner.ts";
import { syncChecks } from "#areas/health/server/engine/sync.ts";
import type { Limits } from "#areas/health/server/engine/concurrency.ts";
import { neverLate } from "./checks.ts";
import { runSystem, until } from "./running-system.ts";

export interface CanaryParts {
  name?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

let canaryCount = 0;

/** Writes a canary with these checks in one transaction; returns its id. */
export async function writeCanary(db: Databases, spec: Json, parts: CanaryParts = {}): Promise<string> {
  canaryCount += 1;
  const name = `canary ${canaryCount}`;
  return db.system.transaction().execute(async (tx) => {
    const canary = await tx
      .insertInto("canaries")
      .values({ name, spec, source: "UI", ...parts })
      .returningAll()
      .executeTakeFirstOrThrow();
    await syncChecks(tx, canary);
    return canary.id;
  });
}

/** Updates the canary and its checks. */
export const rewriteCanary = (db: Databases, id: string, changes: { spec?: Json } & CanaryParts) =>
  db.system.transaction().execute(async (tx) => {
    const canary = await tx
      .updateTable("canaries")
      .set(changes)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await syncChecks(tx, canary);
  });

export interface RunChecksOptions {
  limits?: Partial<Limits>;
  times?: Partial<RunnerTimes>;
  isRunning?: boolean;
  /** The engine looks for deleted canaries once it has this number of entries in memory. */
  memoriesFrom?: number;
}

/**
 * Events that the workers on a database have received; all workers share this list, because an event may arrive at any
 * worker.
 */
const heard = new WeakMap<Databases, { name: string; id: string }[]>();

export async function runChecks(
  db: Databases,
  { limits = {}, times = {}, isRunning = true, memoriesFrom }: RunChecksOptions = {},
) {
  const events = heard.get(db) ?? [];
  heard.set(db, events);
  const listener = {
    event: "check.*",
    name: "test",
    run: (event: { name: string }) => void events.push(event as { name: string; id: string }),
  };
  const system = await runSystem(db, { listeners: [listener] });
  const engine = createEngine(system, { limits: { ...defaultLimits, ...limits }, memoriesFrom });
  engine.run.around = { ...engine.run.around, lateness: neverLate };
  const start = () => new Runner(engine, { ...defaultTimes, lookEveryMs: 50, ...times }).start();
  const runner = isRunning ? start() : undefined;
  const stop = async () => {
    await runner?.stop();
    await system.stop();
  };
  afterAll(stop);
  return { system, engine, runner, events, stop };
}

export interface Target {
  port: number;
  endpoint: string;
  connections(): number;
  /** `close` rejects further connections; `open` accepts them again. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** Starts a TCP server that accepts connections and discards their data. */
export async function startTarget(address = "127.0.0.1", { backlog }: { backlog?: number } = {}): Promise<Target> {
  let server: Server;
  let port = 0;
  let connections = 0;
  const sockets = new Set<Socket>();
  const open = async () => {
    server = createServer((socket) => {
      connections += 1;
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
      socket.resume();
    });
    server.listen({ port, host: address, backlog });
    await once(server, "listening");
    ({ port } = server.address() as AddressInfo);
  };
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await open();
  afterAll(close);
  return { port, endpoint: `${address}:${port}`, connections: () => connections, open, close };
}

export { until };
