// Check metrics. The state of each check comes from the database, so every process prints the same state. Runs and
// durations are counted by the process that ran them, as Prometheus expects. With very many checks, durations are
// summed by canary, because each histogram has a dozen lines.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import { reachOf } from "#server/db/policy.ts";
import type { MetricSource } from "#server/http/metrics.ts";
import { maintenanceAt } from "../../maintenance.ts";
import { type CheckHealth, type CheckSummary, healthOf } from "../../model.ts";
import { engineFigures, engineOf } from "../engine/engine.ts";
import { readWindows } from "../engine/windows.ts";
import type { CheckResult } from "../run/result.ts";
import { CustomMetrics } from "./custom.ts";
import { family, Histogram, namesIn, printLabels, sample } from "./exposition.ts";

const bounds = [5, 10, 25, 50, 200, 500, 1_000, 3_000, 10_000, 30_000];
const maxHistograms = 1_000;
/** Checks are printed in chunks of this size, so that other work can run in between. */
const atATime = 500;

const outcomes = ["success", "failed", "invalid", "error"] as const;
type Outcome = (typeof outcomes)[number];

interface Counted {
  runs: Record<Outcome, number>;
  durations: Histogram;
}

interface Known {
  id: string;
  type: string;
  name: string;
  /** The health that the lists of the console show. */
  health: CheckHealth;
  canary_name: string;
  canary_namespace: string;
  endpoint: string | null;
  owner: string | null;
  severity: string | null;
}

export function checkMetrics(system: System): MetricSource {
  const counted = new Map<string, Counted>();
  const custom = new CustomMetrics();

  const engine = engineOf(system);
  // Sweeps the counts even if /metrics is never requested.
  engine.memories.add({
    get size() {
      return counted.size;
    },
    retain: forgetOthers,
  });
  engine.onRecorded((stored) => {
    for (const { check, result } of stored) {
      const checkId = check.id;
      const known = counted.get(checkId) ?? {
        runs: { success: 0, failed: 0, invalid: 0, error: 0 },
        durations: new Histogram(bounds),
      };
      counted.set(checkId, known);
      known.runs[outcomeOf(result)] += 1;
      if (result.verdict !== "could_not_check") known.durations.observe(result.durationMs);
      custom.note(checkId, result.metrics);
    }
  });

  return async ({ taken, actor }) => {
    // An actor who can see only some checks does not get metrics, because the totals include all checks.
    if (actor && reachOf(actor, "read", "canaries") !== "all") return "";
    // While the database is unavailable, the other figures are still useful.
    const checks = await readChecks(system).catch(() => undefined);
    if (checks) {
      const present = new Set(checks.map(({ id }) => id));
      forgetOthers((id) => present.has(id));
    }
    const own = (await printChecks(checks ?? [], counted)) + printEngine(system, custom);
    return own + custom.print(new Set([...taken, ...namesIn(own)]));
  };

  function forgetOthers(exists: (id: string) => boolean): void {
    for (const id of counted.keys()) if (!exists(id)) counted.delete(id);
    custom.retain(exists);
  }
}

/** Each run has exactly one outcome. */
const outcomeOf = ({ verdict, isInvalid }: CheckResult): Outcome =>
  verdict === "could_not_check" ? "error" : isInvalid ? "invalid" : verdict === "healthy" ? "success" : "failed";

async function readChecks({ db, features }: System): Promise<readonly Known[]> {
  if (!(await features.isEnabled("health"))) return [];
  const { rows } = await sql<CheckSummary>`
    select id, type, name, canary_id, labels, canary_name, canary_namespace, endpoint, owner, severity,
           status, next_runtime, interval_seconds, could_not_check_since, could_not_check_reason, paused
    from   check_summary
    where  deleted_at is null
    order  by id`.execute(db.system);
  const now = Date.now();
  const isMaintained = maintenanceAt(await readWindows(db.system), now);
  return rows.map((row) => {
    const in_maintenance = isMaintained?.({ checkId: row.id, canaryId: row.canary_id, labels: row.labels }) ?? false;
    return { ...row, health: healthOf({ ...row, in_maintenance }, now) };
  });
}

async function printChecks(checks: readonly Known[], counted: ReadonlyMap<string, Counted>): Promise<string> {
  const lines = {
    canary_check: [family("canary_check", "gauge", "Whether a check fails: 0 when it passes, 1 when it fails.")],
    canary_check_info: [
      family("canary_check_info", "gauge", "The same as canary_check, with further labels of the check."),
    ],
    canary_check_excluded: [
      family(
        "canary_check_excluded",
        "gauge",
        "Checks that count neither as passing nor as failing, with the reason: paused, maintenance or unknown.",
      ),
    ],
    canary_check_count: [family("canary_check_count", "counter", "Runs of a check.")],
    canary_check_success_count: [family("canary_check_success_count", "counter", "Runs that passed.")],
    canary_check_failed_count: [family("canary_check_failed_count", "counter", "Runs that failed.")],
    canary_check_invalid_count: [family("canary_check_invalid_count", "counter", "Runs of an invalid check.")],
    canary_check_error_count: [
      family("canary_check_error_count", "counter", "Runs that failed because of a fault in Quarterdeck."),
    ],
    canary_check_duration: [family("canary_check_duration", "histogram", "Duration of runs, in milliseconds.")],
  };
  const isMany = counted.size > maxHistograms;
  const byCanary = new Map<string, Histogram[]>();
  for (const [at, check] of checks.entries()) {
    if (at % atATime === atATime - 1) await new Promise((resolve) => setImmediate(resolve));
    const { id: key, type, name, canary_name, canary_namespace, endpoint, owner, severity } = check;
    const labels = printLabels({ key, type, canary_name, canary_namespace, name });
    const info = `${labels}${[printLabels({ endpoint, owner, severity })].map((more) => (more === "" ? "" : `,${more}`)).join("")}`;
    if (check.health === "healthy" || check.health === "unhealthy") {
      const value = check.health === "healthy" ? 0 : 1;
      lines.canary_check.push(sample("canary_check", labels, value));
      lines.canary_check_info.push(sample("canary_check_info", info, value));
    } else
      lines.canary_check_excluded.push(
        sample("canary_check_excluded", `${labels},${printLabels({ reason: check.health })}`, 1),
      );
    const known = counted.get(key);
    if (!known) continue;
    const { runs, durations } = known;
    lines.canary_check_count.push(
      sample(
        "canary_check_count",
        info,
        outcomes.reduce((sum, outcome) => sum + runs[outcome], 0),
      ),
    );
    for (const outcome of outcomes) {
      const metric = `canary_check_${outcome}_count` as const;
      lines[metric].push(sample(metric, info, runs[outcome]));
    }
    if (!isMany) lines.canary_check_duration.push(durations.print("canary_check_duration", info));
    else {
      const canary = printLabels({ type, canary_name, canary_namespace });
      byCanary.set(canary, [...(byCanary.get(canary) ?? []), durations]);
    }
  }
  for (const [labels, all] of byCanary)
    lines.canary_check_duration.push(Histogram.sum(bounds, all).print("canary_check_duration", labels));
  return Object.values(lines).flat().join("");
}

function printEngine(system: System, custom: CustomMetrics): string {
  const { running, waiting } = engineFigures(system);
  return [
    family("canary_checks_running", "gauge", "Checks that this process runs at the moment."),
    sample("canary_checks_running", "", running),
    family("canary_checks_waiting", "gauge", "Checks that wait for a free slot in this process."),
    sample("canary_checks_waiting", "", waiting),
    family("canary_metrics_dropped", "counter", "Check measurements that were dropped."),
    sample("canary_metrics_dropped", "", custom.dropped),
  ].join("");
}
