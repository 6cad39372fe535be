// Canaries with their checks, ready to run, cached in memory by the version of their row.
import { sql, type Kysely } from "kysely";
import type { Labels } from "#language/columns.ts";
import type { DB } from "#server/db/tables.ts";
import { parsedSpec } from "../check-kind.ts";
import { kindNamed } from "../checks/index.ts";
import type { RunnableCanary, RunnableCheck } from "../run/runnable.ts";
import type { Secrets } from "#server/secrets.ts";
import { openCanary, openCheck, type OpenedCanary } from "../spec/opened-checks.ts";
import { cadenceOf } from "#lib/time/cadence.ts";
import { deadlineMs } from "../run/timing.ts";
import { ancestorsOf } from "../run/dependencies.ts";
import type { Memory } from "./memories.ts";
import { scheduleOf } from "./sync.ts";
import { isFolded, isRecord, type WrittenCanary } from "../spec/written-checks.ts";

export interface LoadedCheck extends RunnableCheck {
  severity: string | null;
  /** Names of the checks that this check depends on. */
  dependsOn: readonly string[];
  /** Ids of all checks that this check depends on, directly or indirectly. */
  ancestors: readonly string[];
  /** The host of the target; the number of concurrent runs per host is limited. */
  host: string | undefined;
  deadlineMs: number;
}

export interface LoadedCanary {
  /** Version of the database row of the canary. */
  version: string;
  canary: RunnableCanary;
  intervalMs: number | undefined;
  checks: ReadonlyMap<string, LoadedCheck>;
  byName: ReadonlyMap<string, LoadedCheck>;
  /** For a canary whose results are combined into one check: its individual checks. */
  parts: readonly LoadedCheck[] | undefined;
}

/** Returns the canary without its paused checks. Checks that depend on a paused check run without its output. */
export function withoutChecks(canary: LoadedCanary, ids: readonly string[]): LoadedCanary {
  if (ids.length === 0) return canary;
  const left = [...canary.checks.values()].filter(({ id }) => !ids.includes(id));
  return {
    ...canary,
    checks: new Map(left.map((check) => [check.id, check])),
    byName: new Map(left.map((check) => [check.name, check])),
  };
}

interface CanaryRow extends WrittenCanary {
  spec_secrets: string | null;
  source: string | null;
  version: string;
}

interface CheckRow {
  id: string;
  canary_id: string;
  type: string;
  name: string;
  spec: unknown;
  spec_secrets: string | null;
  description: string | null;
  labels: Labels | null;
  severity: string | null;
}

export interface Loaded extends Memory {
  /** Returns the requested canaries that exist, each in the given version or a newer one. */
  get(db: Kysely<DB>, wanted: readonly { id: string; version?: string }[]): Promise<Map<string, LoadedCanary>>;
}

/** Maximum number of checks in all cached canaries. */
const maxChecks = 50_000;

export function createLoaded(secrets: Pick<Secrets, "open">): Loaded {
  const kept = new Map<string, LoadedCanary>();
  let checksKept = 0;

  function keep(id: string, loaded: LoadedCanary): void {
    checksKept += loaded.checks.size - (kept.get(id)?.checks.size ?? 0);
    // The map is ordered by use: the most recently used entry is last.
    kept.delete(id);
    kept.set(id, loaded);
    for (const [oldest, { checks }] of kept) {
      if (checksKept <= maxChecks || oldest === id) break;
      kept.delete(oldest);
      checksKept -= checks.size;
    }
  }

  return {
    get size() {
      return kept.size;
    },
    retain(exists) {
      for (const [id, { checks }] of kept)
        if (!exists(id)) {
          kept.delete(id);
          checksKept -= checks.size;
        }
    },
    async get(db, wanted) {
      const found = new Map<string, LoadedCanary>();
      const missing = new Set<string>();
      for (const { id, version } of wanted) {
        const known = kept.get(id);
        if (known && known.version === version) found.set(id, known);
        else missing.add(id);
      }
      if (missing.size > 0)
        for (const [id, loaded] of await read(db, secrets, [...missing])) {
          keep(id, loaded);
          found.set(id, loaded);
        }
      return found;
    },
  };
}

type Seals = Pick<Secrets, "open">;

async function read(db: Kysely<DB>, secrets: Seals, ids: readonly string[]): Promise<Map<string, LoadedCanary>> {
  const { rows: canaries } = await sql<CanaryRow>`
    select id, agent_id, name, namespace, labels, annotations, spec, spec_secrets, source, deleted_at, xmin::text as version
    from   canaries
    where  id = any (${ids}::uuid[]) and deleted_at is null`.execute(db);
  const { rows: checks } = await sql<CheckRow>`
    select id, canary_id, type, name, spec, spec_secrets, description, labels, severity
    from   checks
    where  canary_id = any (${ids}::uuid[]) and deleted_at is null and not transformed
    order  by created_at, id`.execute(db);
  const byCanary = Map.groupBy(checks, (check) => check.canary_id);
  const found = new Map<string, LoadedCanary>();
  for (const row of canaries) {
    const opened = openedOr(secrets, row);
    const canary = { ...runnableCanary(row, opened.spec), fault: opened.fault };
    const schedule = scheduleOf(row);
    const intervalMs = schedule === undefined ? undefined : cadenceOf(schedule)?.minIntervalMs;
    const own = byCanary.get(row.id) ?? [];
    const loaded = new Map(
      own.map((check) => [check.id, loadedCheck(openedOwn(secrets, check, opened), canary, intervalMs)]),
    );
    const parts = isFolded(row) && own[0] ? partsOf(opened, own[0], canary, intervalMs) : undefined;
    const byName = new Map([...loaded.values()].map((check) => [check.name, check]));
    for (const check of loaded.values()) check.ancestors = ancestorIds(check, byName);
    found.set(row.id, { version: row.version, canary, intervalMs, checks: loaded, byName, parts });
  }
  return found;
}

function ancestorIds(
  { name: own, dependsOn }: LoadedCheck,
  byName: ReadonlyMap<string, LoadedCheck>,
): readonly string[] {
  if (dependsOn.length === 0) return [];
  const names = ancestorsOf(own, (name) => byName.get(name)?.dependsOn ?? []);
  return [...names].flatMap((name) => byName.get(name)?.id ?? []);
}

interface Opened extends OpenedCanary {
  fault?: string | undefined;
}

const unreadableCredentials = "The stored credentials cannot be decrypted with the current key. Enter them again.";

/**
 * A canary without its credentials does not run, because the result of a request with *** as the password does not show
 * the health of the target.
 */
function openedOr(secrets: Seals, row: CanaryRow): Opened {
  try {
    return openCanary(secrets, row);
  } catch {
    return { spec: row.spec, checks: [], fault: unreadableCredentials };
  }
}

/** If the credentials of a check cannot be decrypted, the check keeps its masks, which make it invalid. */
function openedOwn(secrets: Seals, check: CheckRow, canary: Opened): CheckRow {
  try {
    return { ...check, spec: openCheck(secrets, check, canary) };
  } catch {
    return check;
  }
}

const partsOf = (
  { checks }: OpenedCanary,
  { id, canary_id }: CheckRow,
  canary: RunnableCanary,
  intervalMs: number | undefined,
) => checks.map((part) => loadedCheck({ ...part, id, canary_id, spec_secrets: null }, canary, intervalMs));

const runnableCanary = (
  { id, name, namespace, labels, annotations, source }: CanaryRow,
  spec: unknown,
): RunnableCanary => ({
  id,
  name,
  namespace,
  labels: labels ?? {},
  annotations: annotations ?? {},
  spec: isRecord(spec) ? spec : {},
  // No API accepts System as a source, so only Quarterdeck's own canaries have it.
  trust: source === "System" ? "system" : "operator",
  isCreated: source?.startsWith("check=") ?? false,
});

function loadedCheck(row: CheckRow, canary: RunnableCanary, intervalMs: number | undefined): LoadedCheck {
  const { id, type, name, spec, description, labels, severity } = row;
  const dependsOn = isRecord(spec) && Array.isArray(spec["dependsOn"]) ? spec["dependsOn"] : [];
  return {
    id,
    type,
    name,
    spec,
    description: description ?? undefined,
    labels: labels ?? {},
    canary,
    severity,
    dependsOn: dependsOn.filter((item) => typeof item === "string"),
    ancestors: [],
    host: hostOf(type, spec),
    deadlineMs: deadlineMs({ type, spec }, canary.spec, intervalMs),
  };
}

function hostOf(type: string, spec: unknown): string | undefined {
  const kind = kindNamed(type);
  const parsed = kind && parsedSpec(kind, spec);
  if (!kind || !parsed?.success) return undefined;
  const said = kind.host?.(parsed.data);
  if (said !== undefined) return said;
  const endpoint = kind.endpoint?.(parsed.data);
  return endpoint === undefined ? undefined : hostIn(endpoint);
}

/** Finds the host in `https://shop.local:8443/x`, `db.local:5432`, `[::1]:80` or `db.local`. */
function hostIn(endpoint: string): string | undefined {
  const [, bracketed, plain] =
    /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/?#]*@)?(?:\[([^\]]+)\]|([^:/?#\s]+))/i.exec(endpoint.trim()) ?? [];
  return (bracketed ?? plain)?.toLowerCase();
}
