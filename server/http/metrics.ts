// The content of /metrics: requests and latencies by route, connection pools, jobs, event loop and process.
import { setTimeout as delay } from "node:timers/promises";
import type { Registry } from "prom-client";
import type { Databases } from "../db/pool.ts";
import type { Jobs } from "../jobs/queue.ts";
import type { Actor } from "./actor.ts";
import { RequestTimes } from "./request-times.ts";

export interface Metrics {
  requests: RequestTimes;
  contentType: string;
  /** Returns Prometheus' text format. */
  print(actor: Actor | null): Promise<string>;
}

export interface MetricsRequest {
  /** Metric names that are already in use. */
  taken: ReadonlySet<string>;
  /** The actor; null if /metrics is open to anyone. */
  actor: Actor | null;
}

/** Returns Prometheus' text format, limited to the data that the actor may read. */
export type MetricSource = (request: MetricsRequest) => Promise<string>;

export function createMetrics(
  { db, jobs }: { db: Databases; jobs: Jobs },
  areaSources: readonly MetricSource[] = [],
): Metrics {
  const requests = new RequestTimes();
  let registry: Promise<Registry> | undefined;
  return {
    requests,
    contentType: "text/plain; version=0.0.4; charset=utf-8",
    async print(actor) {
      registry ??= createRegistry({ db, jobs });
      let text = (await (await registry).metrics()).trimEnd() + "\n" + requests.print();
      for (const source of areaSources) text += await source({ taken: namesIn(text), actor });
      return text;
    },
  };
}

/**
 * The registry is created for the first reader, because it measures the delay of the event loop with a hundred timer
 * ticks a second.
 */
async function createRegistry({ db, jobs }: { db: Databases; jobs: Jobs }): Promise<Registry> {
  const { collectDefaultMetrics, Gauge, Registry } = await import("prom-client");
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  new Gauge({
    name: "database_pool_connections",
    help: "Connections of each pool: total, idle, and requests waiting for one.",
    labelNames: ["pool", "state"],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(db.pools)) {
        this.set({ pool, state: "total" }, totalCount);
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "waiting" }, waitingCount);
      }
    },
  });
  new Gauge({
    name: "jobs",
    help: "Jobs of each queue by state.",
    labelNames: ["queue", "state"],
    registers: [registry],
    async collect() {
      this.reset();
      // Other metrics are still useful without a database, so only this metric is left out.
      for (const { name, pending, active, failed } of await jobs.counts().catch(() => [])) {
        this.set({ queue: name, state: "pending" }, pending);
        this.set({ queue: name, state: "active" }, active);
        this.set({ queue: name, state: "failed" }, failed);
      }
    },
  });
  // The event loop delay needs a first sample.
  await delay(50);
  return registry;
}

const namesIn = (text: string) => new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!));
