// The variables for filters and templates. Health, status and description have their values at the time of the event.
import type { Event } from "#server/events.ts";
import type { Fields, Loaded } from "./resources.ts";

/** The state of a resource when the event happened, as the ledger stores it. */
export interface Snapshot {
  health: string | null;
  status: string | null;
  description: string | null;
}

/** A resource with its state at the time of the event. */
export interface Subject extends Loaded {
  event: Event;
  name: string;
  type: string | null;
  snapshot: Snapshot;
  /** Ids of the ancestors: path of a config item or component, canary of a check. */
  ancestors: readonly string[];
  /** Created when a filter, template or silence reads it for the first time. */
  readonly environment: Fields;
}

const reportedHealth: Readonly<Record<string, string>> = {
  "check.failed": "unhealthy",
  "check.passed": "healthy",
  "config.degraded": "warning",
};
const healths = new Set(["healthy", "unhealthy", "warning", "unknown"]);

/** Returns the health that the name of the event reports; undefined for an event about something else. */
export function healthOf(event: string): string | undefined {
  const last = event.slice(event.lastIndexOf(".") + 1);
  return reportedHealth[event] ?? (healths.has(last) ? last : undefined);
}

/** `known` is the state in a stored message. */
export function subjectOf(event: Event, loaded: Loaded, tags: Fields, known?: Snapshot): Subject {
  const snapshot = known ?? snapshotOf(event, loaded);
  const row = withSnapshot(loaded, snapshot);
  const { kind, id, around } = loaded;
  const name = text(row["name"]) ?? text(row["title"]) ?? id;
  let environment: Fields | undefined;
  return {
    kind,
    id,
    row,
    around,
    event,
    name,
    type: text(row["type"]) ?? null,
    snapshot,
    ancestors: ancestorsOf(loaded),
    get environment() {
      return (environment ??= environmentOf(event, { kind, id, row, around }, tags, { name, snapshot }));
    },
  };
}

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

function snapshotOf(event: Event, { kind, row, around }: Loaded): Snapshot {
  const health = healthOf(event.name) ?? text(kind === "check" ? row["status"] : row["health"]) ?? null;
  if (kind === "check") {
    const run = around["check_status"] as { message?: string | null; error?: string | null } | null;
    return { health, status: health, description: run?.error || run?.message || null };
  }
  const description = text(kind === "component" ? row["status_reason"] : undefined) ?? text(row["description"]) ?? null;
  return { health, status: text(row["status"]) ?? null, description };
}

function withSnapshot({ kind, row }: Loaded, { health, status }: Snapshot): Fields {
  if (kind === "check") return health === null ? row : { ...row, status: health };
  if (kind !== "config" && kind !== "component") return row;
  return { ...row, ...(health !== null && { health }), ...(status !== null && { status }) };
}

function ancestorsOf({ kind, row }: Loaded): readonly string[] {
  if (kind === "check") return [String(row["canary_id"])];
  return text(row["path"])?.split(".") ?? [];
}

/** Every variable exists, so that a filter for several kinds of events can use the variables of each kind. */
const absent: Fields = {
  check: null,
  canary: null,
  check_status: null,
  config: null,
  component: null,
  incident: null,
  evidence: null,
  hypothesis: null,
  responder: null,
  comment: null,
  author: null,
  agent: null,
  playbook: null,
  change: null,
  new_state: "",
  permalink: "",
  silenceURL: "",
  channel: "",
  recent_events: [],
  groupedResources: [],
};

function environmentOf(
  event: Event,
  { kind, row, around }: Loaded,
  tags: Fields,
  { name, snapshot }: { name: string; snapshot: Snapshot },
): Fields {
  const own = (row["tags"] ?? {}) as Fields;
  return {
    // Every tag of the catalog is a variable; other variables have priority.
    ...tags,
    ...own,
    ...absent,
    ...around,
    [kind]: row,
    source_event: event.name,
    event_time: event["last_runtime"] ?? event["at"] ?? null,
    event,
    name,
    namespace: row["namespace"] ?? own["namespace"] ?? null,
    type: row["type"] ?? null,
    status: snapshot.status,
    health: snapshot.health,
    description: snapshot.description,
    labels: row["labels"] ?? {},
    tags: own,
  };
}
