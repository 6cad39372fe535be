// Figures about incidents: the times to acknowledge, mitigate and resolve, grouped by team, type or month.
import type { FastifyInstance } from "fastify";
import { momentOf } from "#areas/health/server/index.ts";
import { problem } from "#language/problem.ts";
import { writeCell } from "#lib/text/csv-cell.ts";
import { DAY } from "#lib/time/zoned-time.ts";
import type { System } from "#server/area.ts";
import { claimsOf } from "#server/db/policy.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract/automation.ts";
import * as schema from "../../contract/automation.schema.ts";

type Answer = contract.IncidentFigures;
type Rows = Answer["rows"];

const defaultDays = 90;

/** A responder is a team, or a person who belongs to teams. */
const groups = {
  type: "select i.id as incident_id, i.type as name from chosen i",
  month: "select i.id, to_char(i.created_at at time zone 'UTC', 'YYYY-MM') from chosen i",
  team: `
    select i.id, coalesce(t.name, 'No team')
    from   chosen i
    left   join lateral (
             select distinct t.name
             from   responders r
             left   join people p on p.id = r.person_id
             left   join team_members m on m.person_id = r.person_id
             join   teams t on t.id in (r.team_id, p.team_id, m.team_id)
             where  r.incident_id = i.id and r.deleted_at is null
           ) t on true`,
} as const;

const figure = (name: string) => `
  jsonb_build_object(
    'median', round((percentile_cont(0.5) within group (order by c.${name}))::numeric, 1)::float8,
    'p90', round((percentile_cont(0.9) within group (order by c.${name}))::numeric, 1)::float8
  ) as ${name}`;

const counted = `count(*)::int as incidents, ${["acknowledge", "mitigate", "resolve"].map(figure).join(", ")}`;

/** The first row is the total. The first time that an incident was mitigated is in the history. */
const statement = (by: keyof typeof groups) => `
  with chosen as materialized (
    select i.id, i.type, i.created_at,
           -- A reopened incident is acknowledged again; only the first acknowledgement is used.
           (
             select extract(epoch from least(i.acknowledged, min(h.created_at)) - i.created_at)::float8
             from   incident_histories h
             where  h.incident_id = i.id and h.type = 'incident.status_updated' and h.description not in ('new', 'open')
           ) as acknowledge,
           extract(epoch from coalesce(i.resolved, case when i.status = 'closed' then i.closed end) - i.created_at)::float8 as resolve,
           (
             select extract(epoch from min(h.created_at) - i.created_at)::float8
             from   incident_histories h
             where  h.incident_id = i.id and h.type = 'incident.status_updated' and h.description = 'mitigated'
           ) as mitigate
    from   incidents i
    where  i.created_at >= $1 and i.created_at < $2 and i.status <> 'cancelled'
  ), grouped (incident_id, name) as (${groups[by]})
  select null as group, ${counted}
  from   chosen c
  union  all
  select g.name, ${counted}
  from   grouped g
  join   chosen c on c.id = g.incident_id
  group  by g.name
  order  by 1 nulls first`;

export function figureRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.figures,
    schema.figures,
    {
      access: { action: "read", resource: "incident" },
      summary: "The times to acknowledge, mitigate and resolve incidents, as JSON or CSV",
    },
    async ({ query, actor, request, reply }) => {
      await system.features.require("incidents", "the page of figures");
      const now = Date.now();
      const to = momentOf("to", query.to, now) ?? now;
      const from = momentOf("from", query.from, now) ?? to - defaultDays * DAY;
      if (from >= to) throw problem.badParts([{ path: "query.from", message: "must be before to" }]);
      const {
        rows: [first, ...rows],
      } = await system.db
        .reading(claimsOf(actor, "read"))
        .query<Rows[number]>(statement(query.by), [new Date(from).toISOString(), new Date(to).toISOString()]);
      const { group: _total, ...total } = first!;
      if (!/\btext\/csv\b/.test(request.headers.accept ?? "")) return { total, rows };
      reply.type("text/csv; charset=utf-8").header("content-disposition", 'attachment; filename="incidents.csv"');
      return printCsv(query.by, rows) as unknown as Answer;
    },
  );
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Times are in seconds. */
function printCsv(by: string, rows: Rows): string {
  const names = ["acknowledge", "mitigate", "resolve"] as const;
  const header = [by, "incidents", ...names.flatMap((name) => [`${name}_median`, `${name}_p90`])];
  const lines = rows.map((row) => [
    row.group,
    row.incidents,
    ...names.flatMap((name) => [row[name].median ?? "", row[name].p90 ?? ""]),
  ]);
  return (
    [header, ...lines].map((cells) => cells.map((cell) => quoted(writeCell(String(cell)))).join(",")).join("\r\n") +
    "\r\n"
  );
}
