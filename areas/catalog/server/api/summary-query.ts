// Parses the request of the catalog summary.
import { parseDuration } from "#lib/time/duration.ts";
import { problem } from "#language/problem.ts";
import { DAY } from "#lib/time/zoned-time.ts";
import type { Statement } from "#server/selector/condition.ts";
import type { SummaryQuery } from "../../contract.ts";
import { readable } from "./matched.ts";

/** A column of the counted rows `i` to group by, with its name in the request. */
export interface Grouping {
  name: string;
  sql: string;
  /** Whether the column exists only for items, not for groups, so that items have to be read. */
  isOfItems: boolean;
}

export interface ReadSummary {
  groupings: readonly Grouping[];
  isByAgent: boolean;
  /** The column of a stored count, or the time after which changes are counted. */
  changes: { column: "last_3d" | "last_7d" | "last_30d" } | { since: Date } | undefined;
  withInsights: boolean;
  cost: "1h" | "1d" | "7d" | "30d" | undefined;
}

const columns: ReadonlySet<string> = new Set(["type", "config_class", "status", "health"]);

/** The time since the last change of the document, as a range. */
const changed = `case when i.updated_at > now() - interval '1 hour' then '1h'
  when i.updated_at > now() - interval '1 day' then '1d'
  when i.updated_at > now() - interval '7 days' then '7d'
  when i.updated_at > now() - interval '30 days' then '30d'
  else 'older' end`;

export function readSummary(query: SummaryQuery, statement: Statement): ReadSummary {
  const names = query.groupBy?.length ? query.groupBy : ["type"];
  const tags = (query.tags ?? []).filter((key) => !names.includes(key));
  const groupings = [
    ...[...new Set(names)].map((name) => groupingOf(name, statement)),
    ...[...new Set(tags)].map((name) => tag(name, name, statement)),
  ];
  return {
    groupings,
    isByAgent: names.includes("agent"),
    changes: readSince(query.changes?.since),
    withInsights: query.analysis !== null && query.analysis !== undefined,
    cost: readCost(query.cost),
  };
}

function groupingOf(name: string, statement: Statement): Grouping {
  if (columns.has(name)) return { name, sql: `i.${name}`, isOfItems: false };
  if (name === "agent") return { name, sql: "i.agent_id::text", isOfItems: false };
  if (name === "name") return { name, sql: "i.name", isOfItems: true };
  if (name === "changed") return { name, sql: changed, isOfItems: true };
  const [, kind, key] = /^(tag|label):(.+)$/s.exec(name) ?? [];
  if (kind === "label") return { name, sql: `i.labels ->> ${statement.value(key)}`, isOfItems: true };
  return tag(name, key ?? name, statement);
}

const tag = (name: string, key: string, statement: Statement): Grouping => ({
  name,
  sql: `i.tags ->> ${statement.value(key)}`,
  isOfItems: false,
});

function readSince(text: string | null | undefined): ReadSummary["changes"] {
  if (!text?.trim()) return undefined;
  const millis = readable("body.changes.since", () => parseDuration(text));
  if (!(millis > 0) || millis > 3650 * DAY)
    throw problem.badParts([{ path: "body.changes.since", message: "must be between a moment and ten years" }]);
  const days = millis / DAY;
  if (days === 3 || days === 7 || days === 30) return { column: `last_${days}d` };
  return { since: new Date(Date.now() - millis) };
}

function readCost(text: string | null | undefined): ReadSummary["cost"] {
  const range = text?.trim() ?? "";
  if (range === "") return undefined;
  if (range === "1h" || range === "1d" || range === "7d" || range === "30d") return range;
  throw problem.badParts([{ path: "body.cost", message: "must be 1h, 1d, 7d or 30d" }]);
}
