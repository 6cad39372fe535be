// Reads checks in the form that the health page shows, from the view and with the rights of the actor.
import { problem } from "#language/problem.ts";
import type { Labels } from "#language/columns.ts";
import type { System } from "#server/area.ts";
import { claimsOf } from "#server/db/policy.ts";
import { quote } from "#server/db/sql-text.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Span } from "./span.ts";

export interface WantedChecks {
  labels?: Labels | undefined;
  checkID?: string | undefined;
  sortBy?: string | undefined;
  /** Number of latest runs of each check. */
  checkStatuses?: number | undefined;
  /** Time span of the runs. Default: the last day. */
  span?: Span | undefined;
  includeMessages?: boolean | undefined;
  includeDeleted?: boolean | undefined;
  /** Includes checks deleted after this time. */
  deleteFrom?: string | undefined;
}

/** Whether the request selects all checks without options. */
export const isEverything = ({ labels, checkID, sortBy, checkStatuses, includeDeleted, deleteFrom }: WantedChecks) =>
  [labels, checkID, sortBy, checkStatuses, deleteFrom].every((item) => item === undefined) && includeDeleted !== true;

/** The status dots show the runs of the last day; earlier runs are on the check page. */
const dotsOf = "1 day";

/** Returns one JSON string per check. */
export async function findChecks(system: System, actor: Actor, wanted: WantedChecks): Promise<readonly string[]> {
  const values: unknown[] = [];
  const value = (item: unknown, type: string) => `$${values.push(item)}::${type}`;
  const conditions = ["true"];
  if (wanted.checkID !== undefined) conditions.push(`v.id = ${value(wanted.checkID, "uuid")}`);
  if (wanted.labels !== undefined) conditions.push(`v.labels @> ${value(JSON.stringify(wanted.labels), "jsonb")}`);
  if (wanted.deleteFrom !== undefined)
    conditions.push(`(v.deleted_at is null or v.deleted_at > ${value(wanted.deleteFrom, "timestamptz")})`);
  else if (wanted.includeDeleted !== true) conditions.push("v.deleted_at is null");
  const runs = wanted.checkStatuses === undefined ? "" : `, ${runsOf(wanted, value)} as "checkStatuses"`;
  const text = `
    select row_to_json(w)::text as json
    from   (select v.*${runs} from check_summary v where ${conditions.join(" and ")}${orderOf(system, wanted.sortBy)}) w`;
  const { rows } = await system.db.reading(claimsOf(actor, "read")).query<{ json: string }>(text, values);
  return rows.map(({ json }) => json);
}

function runsOf(
  { checkStatuses, span, includeMessages }: WantedChecks,
  value: (item: unknown, type: string) => string,
) {
  const within = span
    ? `s.time >= ${value(span.from.toISOString(), "timestamptz")} and s.time < ${value(span.to.toISOString(), "timestamptz")}`
    : `s.time > now() - interval '${dotsOf}'`;
  return `coalesce((select json_agg(r) from (
            select s.time, s.status, s.duration, s.could_not_check, s.in_maintenance${includeMessages ? ", s.message, s.error" : ""}
            from   check_statuses s
            where  s.check_id = v.id and ${within}
            order  by s.time desc limit ${value(checkStatuses, "int")}) r), '[]')`;
}

function orderOf({ catalog }: System, sortBy: string | undefined): string {
  if (sortBy === undefined) return "";
  const isReversed = sortBy.startsWith("-");
  const column = isReversed ? sortBy.slice(1) : sortBy;
  const columns = catalog.current.relations.get("check_summary")!.columns;
  if (!columns.has(column))
    throw problem.badParts([
      { path: "body.sortBy", message: `is not a column of check_summary: ${[...columns.keys()].join(", ")}` },
    ]);
  // JSON documents have no natural order, so they are sorted by their text.
  const key = column === "uptime" || column === "latency" ? `${quote(column)}::text` : quote(column);
  return ` order by v.${key} ${isReversed ? "desc nulls last" : "asc nulls last"}, v.id`;
}
