// A row of any resource: the columns that all tables have, and its source. Pure functions.
import type { AgentName, Counts, JobDetails, Json, Labels } from "#language/columns.ts";
import { localAgent } from "#language/local-agent.ts";
import { afterDeletion } from "#language/row-source.ts";
import { capitalise } from "#lib/text/words.ts";
import { parseDuration } from "#lib/time/duration.ts";

export interface ResourceRow {
  id: string;
  name: string;
  namespace?: string | null;
  labels?: Labels | null;
  icon?: string | null;
  spec: Json;
  source?: string | null;
  agent_id?: string | null;
  created_at: string;
  updated_at: string | null;
}

/** A row of a list: with its author, agent and newest job, if it has them. */
export interface ListedResource extends ResourceRow {
  schedule?: string | null;
  /** The interval in seconds, which older manifests use instead of a schedule. */
  interval?: string | null;
  created_by: { id: string; name: string; avatar: string | null; email: string | null } | null;
  agent?: AgentName;
  last_runtime?: string | null;
  job_name?: string | null;
  job_status?: string | null;
  job_details?: JobDetails | null;
  job_time_start?: string | null;
  job_duration_millis?: number | null;
  job_last_failed?: string | null;
  job_last_success?: string | null;
  /** Counts by health. */
  checks?: Counts;
}

/** The schedule of a row, from the column or from the spec. */
export function scheduleOf({
  schedule,
  interval,
  spec,
}: Pick<ListedResource, "schedule" | "interval" | "spec">): string | undefined {
  if (schedule) return schedule;
  if (interval) return `@every ${interval}${/^\d+$/.test(interval) ? "s" : ""}`;
  const written =
    typeof spec === "object" && spec !== null && !Array.isArray(spec) ? spec["schedule" as never] : undefined;
  return typeof written === "string" ? written : undefined;
}

/** Whether a resource with an interval has not run for more than two intervals. Other schedules are not checked. */
export function hasMissedRuns(
  row: Pick<ListedResource, "schedule" | "interval" | "spec" | "last_runtime" | "job_time_start">,
  now: number,
): boolean {
  const last = row.last_runtime ?? row.job_time_start;
  const interval = intervalIn(scheduleOf(row) ?? "");
  if (!last || interval === undefined) return false;
  return now - Date.parse(last) > 2 * interval;
}

function intervalIn(schedule: string): number | undefined {
  const [, written] = /^@every (.+)$/.exec(schedule) ?? [];
  try {
    return written === undefined ? undefined : parseDuration(written);
  } catch {
    // A schedule that an agent pushed may be invalid.
    return undefined;
  }
}

/** A schedule in words, such as "Every 15m" or "Daily"; cron fields are printed unchanged. */
export const scheduleWords = (schedule: string): string =>
  schedule.startsWith("@") ? capitalise(schedule.slice(1)).replace(/^Every (\d+)m$/, everyHours) : schedule;

/** Whole hours are shown as hours: "Every 60m" becomes "Every 1h". */
const everyHours = (text: string, minutes: string) =>
  Number(minutes) > 0 && Number(minutes) % 60 === 0 ? `Every ${Number(minutes) / 60}h` : text;

/** The source of a row that is not edited here, with a link to it. */
export interface RowOrigin {
  text: string;
  link?: { kind: string; id: string; name?: string };
}

/** Returns undefined for rows that are edited here. The first matching rule applies. */
export function originOf(
  row: Pick<ResourceRow, "id" | "name" | "namespace" | "source" | "agent_id">,
): RowOrigin | undefined {
  const { source, agent_id: agent } = row;
  // Resources that were created here for an agent are edited here.
  if (source === "UI") return undefined;
  if (agent && agent !== localAgent) return { text: "Linked to", link: { kind: "agent", id: agent } };
  if (!source) return undefined;
  const [kept, id] = source.split("/", 2);
  if (kept === "component" && id) return { text: "Created by", link: { kind: "component", id } };
  if (kept === "kubernetes" && id) return { text: "Created by", link: { kind: "config", id } };
  if (source === "ConfigFile") return { text: "Linked to local file" };
  if (source.toLowerCase() === "kubernetescrd") {
    const name = [row.namespace, row.name].filter(Boolean).join("/");
    return { text: "CRD linked to", link: { kind: "config", id: row.id, name } };
  }
  if (source === "System") return { text: "Built in" };
  return { text: `Managed by ${source}` };
}

/** Whether a row can be deleted here. The note describes the effect, or what to do instead. */
export interface Deletion {
  isAllowed: boolean;
  note?: string;
}

export function deletionOf(row: Pick<ResourceRow, "id" | "name" | "namespace" | "source" | "agent_id">): Deletion {
  const origin = originOf(row);
  if (!origin) return { isAllowed: true };
  if (origin.link?.kind === "agent") return { isAllowed: false, note: "Edit and delete it in its agent's system." };
  const note = afterDeletion(row);
  if (note !== undefined) return { isAllowed: true, note };
  return {
    isAllowed: false,
    note: row.source === "System" ? "It cannot be deleted." : "Edit and delete it where it is kept.",
  };
}

/** The editable part of a row. */
export interface Draft {
  name: string | undefined;
  namespace: string | undefined;
  labels: Labels | undefined;
  icon?: string | undefined;
  /** The agent that runs the resource; undefined for this server. */
  agent_id?: string | undefined;
  spec: unknown;
}

export const draftOf = ({ name, namespace, labels, icon, agent_id: agent, spec }: ResourceRow): Draft => ({
  name,
  namespace: namespace ?? undefined,
  labels: labels ?? undefined,
  icon: icon ?? undefined,
  agent_id: agent && agent !== localAgent ? agent : undefined,
  spec: spec ?? {},
});

interface DraftColumns {
  hasNamespace: boolean;
  hasLabels: boolean;
  hasIcon?: boolean;
  runsOnAgents?: boolean;
}

/** The row that is sent for a draft. */
export const rowOf = (
  { name, namespace, labels, icon, agent_id: agent, spec }: Draft,
  { hasNamespace, hasLabels, hasIcon = false, runsOnAgents = false }: DraftColumns,
) => ({
  name: name?.trim() ?? "",
  ...(hasNamespace && namespace !== undefined && { namespace }),
  ...(hasLabels && { labels: labels ?? null }),
  ...(hasIcon && { icon: icon ?? null }),
  ...(runsOnAgents && { agent_id: agent ?? localAgent }),
  spec: spec ?? {},
});
