// The text of a digest: the resources of all messages over the rate limit, critical resources first.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import type { MessageText } from "../channels/channel.ts";
import type { Rule } from "../rules/rule-book.ts";
import { permalinkOf } from "./links.ts";

interface DigestedRow {
  source_event: string;
  resource_id: string;
  resource_name: string | null;
  resource_health: string | null;
  resource_health_description: string | null;
  messages: number;
  severity: string | null;
  total: number;
  resources: number;
}

const maxResources = 50;

export async function digestText(db: Kysely<DB>, digest: string, rule: Rule, publicUrl: string): Promise<MessageText> {
  const { rows } = await sql<DigestedRow>`
    with latest as (
      select distinct on (h.resource_id) h.id, h.source_event, h.resource_id, h.resource_name, h.resource_health,
             h.resource_health_description, h.created_at, sum(h.count) over (partition by h.resource_id)::int as messages
      from   notification_send_history h
      where  h.parent_id = ${digest} and h.status = 'digested'
      order  by h.resource_id, h.created_at desc, h.id desc
    )
    select l.*, c.severity, sum(l.messages) over ()::int as total, count(*) over ()::int as resources
    from   latest l
    left   join checks c on c.id = l.resource_id
    order  by array_position(array['critical', 'blocker', 'high', 'medium', 'warning', 'low', 'info'], c.severity),
              array_position(array['unhealthy', 'warning', 'unknown', 'healthy'], l.resource_health), l.created_at, l.id
    limit  ${maxResources}`.execute(db);
  const [total, resources] = [rows[0]?.total ?? 0, rows[0]?.resources ?? 0];
  const more = resources - rows.length;
  return {
    title: `${rule.name}: ${total} more ${total === 1 ? "message" : "messages"} about ${resources} ${resources === 1 ? "resource" : "resources"}`,
    summary: "The rule sent many messages in a short time, so these are reported together.",
    attributes: [],
    recentChanges: [],
    resources: rows.map((row) => {
      const note = [row.severity, row.resource_health_description?.split("\n", 1)[0] || row.source_event]
        .filter(Boolean)
        .join(", ");
      const url = permalinkOf(publicUrl, { event: row.source_event, id: row.resource_id }, rule.id);
      return {
        name: row.resource_name ?? row.resource_id,
        ...(row.resource_health && { health: row.resource_health }),
        ...(url && { url }),
        note: row.messages > 1 ? `${note} (${row.messages} times)` : note,
      };
    }),
    ...(more > 0 && { moreResources: more }),
    actions: [{ label: "Open", url: `${publicUrl}/notifications` }],
  };
}
