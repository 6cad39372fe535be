// Measures a server with 100 agents that each run 100 checks every 60 seconds. The agents are simulated with the requests
// that an agent sends: results and states of checks in groups of ten, heartbeats, pulls, and the wait for playbook actions.
import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readPostmaster } from "#server/db/embedded/postmaster.ts";
import { tokenOf } from "./agent-product.ts";
import { atMost, type Bench } from "./bench.ts";
import { familyCpuMs, pause } from "./check-product.ts";
import { startOn } from "./data-estate.ts";
import { cpuMs } from "./process-figures.ts";

const agents = 100;
const checksPerAgent = 100;
const group = 10;
const everyMs = 60_000;
/** An agent collects results for this time before it pushes them. */
const collectMs = 250;

interface SimulatedAgent {
  send(method: string, path: string, body?: unknown): Promise<void>;
  checks: readonly { id: string; canary_id: string; type: string; name: string }[];
}

export const agentFleet: Bench = {
  name: "agent-fleet",
  async run({ quick, profileFolder, progress }) {
    const folder = mkdtempSync(join(tmpdir(), "quarterdeck-bench-fleet-"));
    chmodSync(folder, 0o711);
    const server = await startOn(join(folder, "data"), { profileFolder });
    const stop = new AbortController();
    const working: Promise<void>[] = [];
    try {
      const postgres = readPostmaster(join(folder, "data", "postgres"))!.pid;
      const fleet: SimulatedAgent[] = [];
      for (let n = 0; n < agents; n += 1) fleet.push(await joinServer(server, `agent ${n}`, stop.signal));
      progress(`${agents} agents with ${agents * checksPerAgent} checks`);
      const delays: number[] = [];
      const failures: unknown[] = [];
      const note = (error: unknown) => void failures.push(error);
      working.push(...fleet.flatMap((agent, n) => work(agent, n, delays, stop.signal)).map((one) => one.catch(note)));
      await pause(everyMs);
      delays.length = 0;
      const seconds = quick ? 60 : 300;
      const cpu = () => ({ node: cpuMs(server.pid), postgres: familyCpuMs(postgres) });
      const before = cpu();
      await pause(seconds * 1_000);
      const after = cpu();
      if (failures.length > 0) throw failures[0];
      const share = (kind: "node" | "postgres") => (after[kind] - before[kind]) / seconds / 10;
      const shares = `Node ${share("node").toFixed(1)} %, PostgreSQL ${share("postgres").toFixed(1)} %`;
      const sorted = delays.toSorted((a, b) => a - b);
      const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.POSITIVE_INFINITY;
      return [
        atMost(
          "CPU time of a server with 100 agents × 100 checks, of one core",
          share("node") + share("postgres"),
          60,
          "%",
          shares,
        ),
        atMost("results of agents are visible within, p95", p95 / 1_000, 2, "s", `${sorted.length} pushes`),
      ];
    } finally {
      stop.abort();
      await Promise.all(working);
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function joinServer(
  server: { url: string; cookie: string },
  name: string,
  signal: AbortSignal,
): Promise<SimulatedAgent> {
  const authorization = `Basic ${Buffer.from(`token:${await tokenOf(server, name)}`).toString("base64")}`;
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${server.url}/upstream${path}`, {
      method,
      headers: { authorization, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  };
  const canary = { id: randomUUID(), name, spec: { schedule: "@every 60s" } };
  const checks = Array.from({ length: checksPerAgent }, (_, n) => ({
    id: randomUUID(),
    canary_id: canary.id,
    type: "http",
    name: `check ${n}`,
  }));
  await send("POST", "/push", { canaries: [canary], checks });
  return { send, checks };
}

/** Starts the requests of one agent. They end when the signal is aborted. */
function work(
  { send, checks }: SimulatedAgent,
  number: number,
  delays: number[],
  signal: AbortSignal,
): Promise<void>[] {
  const repeat = async (ms: number, request: () => Promise<void>) => {
    // The agents do not start at the same moment.
    await pause((number / agents) * Math.min(ms, everyMs));
    while (!signal.aborted) {
      const startedAt = performance.now();
      await request().catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
      await Promise.race([pause(Math.max(0, ms - (performance.now() - startedAt))), aborted(signal)]);
    }
  };
  let next = 0;
  const pushGroup = async () => {
    const some = checks.slice(next, next + group);
    next = (next + group) % checks.length;
    const time = new Date().toISOString();
    const startedAt = performance.now();
    await send("POST", "/push", {
      checks: some.map((check) => ({ ...check, status: "healthy", last_runtime: time })),
    });
    await send("POST", "/push", {
      check_statuses: some.map(({ id }) => ({ check_id: id, time, status: true, duration: 12, message: "200 OK" })),
    });
    delays.push(collectMs + performance.now() - startedAt);
  };
  return [
    repeat(everyMs / (checksPerAgent / group), pushGroup),
    repeat(25_000, () => send("GET", "/ping")),
    ...["canary", "scrapeconfig", "topology"].map((kind) =>
      repeat(10_000, () => send("GET", `/${kind}/pull?since=${encodeURIComponent(new Date().toISOString())}`)),
    ),
    repeat(10_000, () => send("POST", "/connection/pull", { stored: [] })),
    repeat(0, () => send("GET", "/playbook-action")),
  ];
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
