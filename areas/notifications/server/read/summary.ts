// POST /api/notification/summary: the resources that messages are about, newest first, with the numbers of their
// messages. The numbers come from notification_tallies, or from the messages if the request has a time range. The
// tallies have no row policies, so every tally is joined to the table of its resource, which has a row policy.
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import { claimsOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import { defineJob } from "#server/jobs/definition.ts";
import { Statement } from "#server/selector/condition.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { allMessageStatuses, suppressedStatuses, waitingStatuses, type MessageStatus } from "../../model.ts";
import { readFilters, type Filters, type ShownKind } from "./summary-filters.ts";
import { knownResources, presentResources, resourceDocuments } from "./summary-resources.ts";

export function summaryRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.notificationSummary,
    schema.notificationSummary,
    {
      access: { action: "read", resource: "notifications" },
      reads: true,
      summary: "The resources that messages are about, with the numbers of their messages",
    },
    ({ body, actor }) => summarise(system, actor, body),
  );
}

interface Page {
  pageIndex?: number | null | undefined;
  pageSize: number;
}

export async function summarise(
  system: Pick<System, "db" | "catalog">,
  actor: Actor,
  query: contract.SummaryQuery & Page,
): Promise<contract.SummaryAnswer> {
  const statement = new Statement();
  const filters = readFilters(query, Date.now());
  const claims = claimsOf(actor, "read");
  const text = summaryText(system, filters, query, {
    statement,
    seesAll: claims === undefined,
  });
  const { rows } = await system.db.reading(claims).query<contract.SummaryAnswer & object>(text, statement.values);
  return rows[0]!;
}

function summaryText(
  system: Pick<System, "catalog">,
  filters: Filters,
  { pageIndex, pageSize }: Page,
  { statement, seesAll }: { statement: Statement; seesAll: boolean },
): string {
  const source = sourceOf(filters, statement);
  const isPlain = seesAll && !filters.name && !filters.tags;
  const isDefault = isPlain && !filters.withDeleted && hasDefaultStatuses(filters) && filters.kinds.every(hasAllTypes);
  const statuses = statement.value(filters.statuses, "text[]");
  const among = (list: readonly string[]) => `t.status = any (${statement.value(list, "text[]")})`;
  // The query finds the page with few columns, and reads the other columns only for the rows of the page.
  return `
    with seen as (
      select t.resource_kind, t.resource_id, max(t.last_seen) as last_seen
      from   ${source} t
      where  ${isDefault ? "t.status = 'shown'" : `t.status = any (${statuses})`}
      group  by t.resource_id, t.resource_kind
      having sum(t.messages) > 0
    ), known as (
      ${
        isDefault
          ? presentResources(filters.kinds)
          : // A resource that no longer exists has no properties, and no row that a policy could show.
            knownResources(system, filters, { statement, withMissing: isPlain && filters.withDeleted })
      }
    ), page as (
      select k.*
      from   known k
      order  by k.last_seen desc, k.resource_id
      limit  ${statement.value(pageSize, "integer")} offset ${statement.value((pageIndex ?? 0) * pageSize, "bigint")}
    ), results as (
      select p.last_seen, p.resource_id,
             jsonb_build_object(
               'resource', r.document, 'resource_id', p.resource_id, 'resource_type', p.resource_kind, 'resource_kind', p.resource_kind,
               'resource_tags', r.labels, 'resource_health', m.resource_health, 'resource_status', m.resource_status,
               'resource_health_description', m.resource_health_description, 'notification_id', m.notification_id,
               'last_message', m.body, 'created_at', p.last_seen, 'first_observed', c.first_observed, 'last_seen', p.last_seen,
               'total', c.total, 'sent', c.sent, 'error', c.error, 'suppressed', c.suppressed, 'in_progress', c.in_progress
             ) as document
      from   page p
      cross  join lateral (
        select sum(t.messages) as total,
               coalesce(sum(t.messages) filter (where t.status = 'sent'), 0) as sent,
               coalesce(sum(t.messages) filter (where t.status = 'error'), 0) as error,
               coalesce(sum(t.messages) filter (where ${among(suppressedStatuses)}), 0) as suppressed,
               coalesce(sum(t.messages) filter (where ${among(waitingStatuses)}), 0) as in_progress,
               min(t.first_observed) as first_observed
        from   ${source} t
        where  t.resource_id = p.resource_id and t.resource_kind = p.resource_kind and t.status = any (${statuses})
      ) c
      left   join lateral (
        select h.notification_id, h.body, h.resource_health, h.resource_status, h.resource_health_description
        from   notification_send_history h
        where  h.resource_id = p.resource_id and h.created_at <= p.last_seen and h.status = any (${statuses})
        order  by h.created_at desc
        limit  1
      ) m on true
      left   join lateral (
        ${resourceDocuments()}
      ) r on true
    )
    select (select count(*) from known)::integer as total,
           coalesce(jsonb_agg(document order by last_seen desc, resource_id), '[]') as results
    from   results`;
}

const shownStatuses: readonly MessageStatus[] = allMessageStatuses.filter(
  (status) => status !== "skipped" && status !== "silenced",
);

/** Whether the request has the page's default statuses, which the tallies count together. */
const hasDefaultStatuses = ({ statuses, span }: Filters) =>
  span === undefined &&
  statuses.length === shownStatuses.length &&
  statuses.every((one) => shownStatuses.includes(one));

const hasAllTypes = ({ types }: ShownKind) => types.include.length + types.exclude.length === 0;

/**
 * The tallies do not count messages that are being sent, because most of them have another status a moment later. The
 * resource is read from notification_undelivered, whose index begins with it: a query for one resource then reads no
 * message unless one is being delivered.
 */
const tallied = `(
        select resource_kind, resource_id, status, messages, first_observed, last_seen
        from   notification_tallies
        union  all
        select split_part(h.source_event, '.', 1), u.resource_id, 'sending', h.count, h.first_observed, h.created_at
        from   notification_undelivered u
        join   notification_send_history h on h.id = u.message_id
        where  h.status = 'sending'
      )`;

/** The relation with the numbers of messages. */
function sourceOf({ span }: Filters, statement: Statement): string {
  if (!span) return tallied;
  const limits = [
    ...(span.from ? [`h.created_at > ${statement.value(span.from.toISOString(), "timestamptz")}`] : []),
    ...(span.to ? [`h.created_at <= ${statement.value(span.to.toISOString(), "timestamptz")}`] : []),
  ];
  return `(
        select split_part(h.source_event, '.', 1) as resource_kind, h.resource_id, coalesce(h.status, 'pending') as status,
               h.count as messages, h.first_observed, h.created_at as last_seen
        from   notification_send_history h
        where  ${limits.join(" and ")}
      )`;
}

/** Replaces tallies by their sums, so that reading the numbers of messages stays fast. */
export const compactMessageTallies = defineJob({
  name: "notifications.compact-tallies",
  title: "Compact message counts",
  schedule: { everySeconds: 60, ifRowsIn: "notification_tallies", rowsWhere: "not is_sum" },
  history: "failed-only",
  async run({ system, success }) {
    const { rows } = await sql<{ sums: number }>`select compact_message_tallies() as sums`.execute(system.db.system);
    success(rows[0]!.sums);
  },
});
