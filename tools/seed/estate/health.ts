// Generates canaries, their checks and all their runs. A check runs at its interval and occasionally has a bad phase.
import { mix, share } from "../chance.ts";
import { day, hour, minute, numbers, rowsOf, type Estate, type TableRows } from "../estate.ts";
import type { Catalog, Item } from "./catalog.ts";
import type { People } from "./people.ts";

export interface Check {
  id: string;
  canary: string;
  name: string;
  type: string;
  /** The config item of the check. */
  item: Item;
  intervalMs: number;
  /** The number of runs, and the time between the last run and the end of the estate. */
  runs: number;
  offsetMs: number;
  latencyMs: number;
  /** The key for random decisions that are needed out of order. */
  key: number;
}

export interface Health {
  checks: readonly Check[];
  tables: readonly TableRows[];
}

const checkTypes = ["http", "http", "http", "tcp", "dns", "postgres", "redis", "prometheus", "exec", "icmp"];
/** Most checks have short intervals. */
const intervals = [1, 1, 5, 5, 5, 5, 5, 15, 15, 15, 30, 60].map((minutes) => minutes * minute);

export function makeHealth(estate: Estate, { items, byKind }: Catalog, { people }: People): Health {
  const { sizes, counts, ago } = estate;
  const chance = estate.chance("health");
  const services = (byKind.get("service") ?? numbers(items.length)).map((at) => items[at]!);
  const canaries = numbers(counts.canaries).map((n) => {
    const item = services[(n * 31) % services.length]!;
    return {
      id: estate.ids("canary")(n),
      name: estate.named(`${item.app}-${item.place.cluster}-${n}`),
      item,
      intervalMs: chance.pick(intervals),
    };
  });
  const each = Math.floor(sizes.statuses / Math.max(1, sizes.checks));
  const checks = numbers(sizes.checks).map((n): Check => {
    const { id: canary, item, intervalMs } = canaries[n % canaries.length]!;
    const type = checkTypes[(n + Math.floor(n / canaries.length)) % checkTypes.length]!;
    return {
      id: estate.ids("check")(n),
      canary,
      name: `${item.app} ${type} ${Math.floor(n / canaries.length) + 1}`,
      type,
      item,
      intervalMs,
      runs: each + (n < sizes.statuses - each * sizes.checks ? 1 : 0),
      offsetMs: Math.floor(chance.next() * intervalMs),
      latencyMs: chance.between(5, 400),
      key: mix(estate.seed, n),
    };
  });
  const checksOf = Map.groupBy(checks, ({ canary }) => canary);
  return {
    checks,
    tables: [
      rowsOf("canaries", canaries, ({ id, name, item, intervalMs }, n) => ({
        id,
        agent_id: item.place.agent,
        name,
        namespace: item.domain,
        labels: { team: item.domain, environment: item.place.environment },
        spec: { schedule: `@every ${intervalMs / minute}m`, ...entriesByType(checksOf.get(id) ?? []) },
        source: n % 4 === 0 ? "UI" : `kubernetes/${item.id}`,
        created_by: people[n % people.length],
        created_at: ago(200 * day),
      })),
      rowsOf("checks", checks, (check, n) => {
        const { id, canary, name, type, item, runs, offsetMs, intervalMs } = check;
        const isKnown = runs > 0;
        return {
          id,
          canary_id: canary,
          agent_id: item.place.agent,
          type,
          name,
          namespace: item.domain,
          description: `${item.app} responds`,
          icon: type,
          spec: entryOf(check),
          labels: { team: item.domain, environment: item.place.environment, cluster: item.place.cluster },
          owner: item.domain,
          severity: ["critical", "high", "medium", "low"][n % 4],
          last_runtime: isKnown ? ago(offsetMs) : null,
          next_runtime: ago(offsetMs - intervalMs),
          last_transition_time: sinceRun(check, (run) => ago(offsetMs + run * intervalMs)),
          status: isKnown ? (passed(check, 0) ? "healthy" : "unhealthy") : null,
          created_at: ago(200 * day - n * minute),
        };
      }),
      rowsOf("check_config_relationships", checks, ({ id, canary, item }) => ({
        config_id: item.id,
        check_id: id,
        canary_id: canary,
        selector_id: "service",
        created_at: ago(100 * day),
      })),
    ],
  };
}

/** The fields of each type besides the name. */
const fieldsOf: Readonly<Record<string, (host: string, check: Check) => object>> = {
  http: (host, { latencyMs }) => ({ url: `https://${host}/healthz`, thresholdMillis: latencyMs * 4 }),
  tcp: (host, { latencyMs }) => ({ endpoint: `${host}:443`, thresholdMillis: latencyMs * 4 }),
  dns: (host) => ({ query: host, querytype: "A", minrecords: 1 }),
  postgres: (host) => ({ url: `postgres://monitor@${host}:5432/app`, query: "select 1" }),
  redis: (host) => ({ addr: `${host}:6379` }),
  prometheus: (host) => ({ url: `https://${host}`, query: "up == 0" }),
  exec: (host) => ({ script: `curl --fail --silent https://${host}/healthz` }),
  icmp: (host) => ({ endpoint: host, packetLossThreshold: 10 }),
};

/** Returns the entry of a check in the spec of its canary. */
const entryOf = (check: Check): object => ({
  name: check.name,
  ...fieldsOf[check.type]!(`${check.item.app}.example.org`, check),
});

const entriesByType = (checks: readonly Check[]) =>
  Object.fromEntries(
    [...Map.groupBy(checks, ({ type }) => type)].map(([type, checksOfType]) => [type, checksOfType.map(entryOf)]),
  );

/** Whether the run `run` intervals ago passed. Bad phases last sixteen runs; a few checks are always bad. */
export function passed({ key }: Pick<Check, "key">, run: number): boolean {
  if (share(key, 7) < 0.02) return share(key, run + 1_000) < 0.1;
  return share(key, (run >> 4) + 500_000) < 0.03 ? share(key, run) < 0.3 : share(key, run) < 0.999;
}

/** Finds the first run with the current status; null if all runs have this status. */
function sinceRun<Time>(check: Check, at: (run: number) => Time): Time | null {
  const status = passed(check, 0);
  for (let run = 1; run < check.runs; run += 1) if (passed(check, run) !== status) return at(run - 1);
  return null;
}

export const statusColumns = ["check_id", "time", "status", "duration", "message", "error", "created_at"];

/** Returns the days with runs, from the first to the last. */
export function daysOfRuns({ end }: Estate, checks: readonly Check[]): number[] {
  const oldest = Math.max(0, ...checks.map(({ runs, intervalMs, offsetMs }) => offsetMs + runs * intervalMs));
  const first = Math.floor((end - oldest) / day);
  return numbers(Math.floor(end / day) - first + 1).map((n) => (first + n) * day);
}

/** Generates the runs of one day in UTC as COPY text; lazily, because there are millions. */
export function* statusLines({ end }: Estate, checks: readonly Check[], dayStart: number): Generator<string> {
  for (const check of checks) {
    const { id, intervalMs, offsetMs, latencyMs, key, runs } = check;
    const newest = end - offsetMs;
    const from = Math.max(0, Math.ceil((newest - (dayStart + day - 1)) / intervalMs));
    const to = Math.min(runs - 1, Math.floor((newest - dayStart) / intervalMs));
    for (let run = to; run >= from; run -= 1) {
      const time = new Date(newest - run * intervalMs).toISOString();
      const duration = Math.round(latencyMs * (0.7 + share(key, run + 2_000_000) ** 4 * 3));
      yield passed(check, run)
        ? `${id}\t${time}\tt\t${duration}\t\\N\t\\N\t${time}\n`
        : `${id}\t${time}\tf\t${duration * 5}\tunexpected answer\tstatus 503 after ${duration * 5} ms\t${time}\n`;
    }
  }
}

export const oldestRun = (estate: Estate, checks: readonly Check[]): Date =>
  new Date(daysOfRuns(estate, checks)[0] ?? estate.end - hour);
