// What /metrics tells: requests and their latencies by route, the pools, the jobs, the event loop and the process.
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Databases } from "../db/pool.ts";
import type { Jobs } from "../jobs/engine.ts";
import type { Actor } from "./actor.ts";
import { RequestTimes } from "./request-times.ts";

export interface Metrics {
  requests: RequestTimes;
  contentType: string;
  /** In Prometheus' text format. */
  print(actor: Actor | null): Promise<string>;
}

export interface MetricsAsked {
  /** Names that stand for something else already. */
  taken: ReadonlySet<string>;
  /** Null where they are open to anyone. */
  actor: Actor | null;
}

/** In Prometheus' text format, as far as who asks may know it. */
export type MetricSource = (asked: MetricsAsked) => Promise<string>;

export function createMetrics(
  { db, jobs }: { db: Databases; jobs: Jobs },
  ofAreas: readonly MetricSource[] = [],
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  new Gauge({
    name: "database_pool_connections",
    help: "Connections of each pool: total, idle, and requests that wait for one.",
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
      // While the database is away the other figures still matter: answer them, and leave this one out.
      for (const { name, pending, active, failed } of await jobs.counts().catch(() => [])) {
        this.set({ queue: name, state: "pending" }, pending);
        this.set({ queue: name, state: "active" }, active);
        this.set({ queue: name, state: "failed" }, failed);
      }
    },
  });

  const requests = new RequestTimes();
  return {
    requests,
    contentType: registry.contentType,
    async print(actor) {
      let text = (await registry.metrics()).trimEnd() + "\n" + requests.print();
      for (const source of ofAreas) text += await source({ taken: namesIn(text), actor });
      return text;
    },
  };
}

const namesIn = (text: string) => new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!));
