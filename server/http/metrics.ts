// What /metrics tells: requests and their latencies by route, the pools, the jobs, the event loop and the process.
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Databases } from "../db/pool.ts";
import type { Jobs } from "../jobs/engine.ts";

export interface Metrics {
  registry: Registry;
  observeRequest(method: string, route: string, status: number, seconds: number): void;
}

const latencyBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createMetrics({ db, jobs }: { db: Databases; jobs: Jobs }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "How long requests took, by route as it is declared (never by address, which has no bound).",
    labelNames: ["method", "route", "status"],
    buckets: latencyBuckets,
    registers: [registry],
  });
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

  // Label sets are few and known, so each gets its own child once: looking labels up by hash costs more than observing.
  const observers = new Map<string, { observe(seconds: number): void }>();
  return {
    registry,
    observeRequest(method, route, status, seconds) {
      const key = `${method} ${status} ${route}`;
      let observer = observers.get(key);
      if (!observer) observers.set(key, (observer = requests.labels(method, route, String(status))));
      observer.observe(seconds);
    },
  };
}
