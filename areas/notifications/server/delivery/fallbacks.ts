// Sends messages whose delivery has finally failed to the fallback of their rule. The fallback then also gets the
// recovery of the problem.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { Rule } from "../rules/rule-book.ts";

export interface GivenUp {
  id: string;
  rule: Pick<Rule, "fallback" | "fallbackDelayMs">;
  error: string | undefined;
}

/** Called before the messages are closed. Returns the time of the first fallback. */
export async function writeFallbacks(
  tx: Tx,
  newId: () => string,
  messages: readonly GivenUp[],
): Promise<number | undefined> {
  const now = Date.now();
  const rows = messages.flatMap(({ id, rule, error }) => {
    const notBefore = now + rule.fallbackDelayMs;
    const text = `The delivery to the recipient failed: ${error ?? "unknown error"}`;
    return rule.fallback.map((recipient) => ({
      id: newId(),
      parent_id: id,
      not_before: new Date(notBefore).toISOString(),
      recipient_key: recipient.key,
      recipient: recipient.name,
      channel: recipient.channel,
      person_id: recipient.personId,
      team_id: recipient.teamId,
      connection_id: recipient.connectionId,
      trail: [{ at: new Date(now).toISOString(), step: "fallback", result: "held", text, id }],
    }));
  });
  if (rows.length === 0) return undefined;
  await sql`
    insert into notification_send_history (
      id, notification_id, resource_id, recipient_key, source_event, purpose, status, waiting, parent_id, not_before, payload,
      resource_health, resource_status, resource_health_description, person_id, team_id, connection_id, rule_name, recipient, channel, trail, is_open)
    select f.id, h.notification_id, h.resource_id, f.recipient_key, h.source_event, 'fallback', 'attempting_fallback', 'fallback', h.id,
           f.not_before, h.payload, h.resource_health, h.resource_status, h.resource_health_description, f.person_id, f.team_id,
           f.connection_id, h.rule_name, f.recipient, f.channel, f.trail, h.is_open
    from   jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (
             id uuid, parent_id uuid, not_before timestamptz, recipient_key text, recipient text, channel text, person_id uuid,
             team_id uuid, connection_id uuid, trail jsonb)
    join   notification_send_history h on h.id = f.parent_id and h.purpose <> 'fallback'`.execute(tx);
  return rows.reduce((first, { not_before: at }) => Math.min(first, Date.parse(at)), Number.POSITIVE_INFINITY);
}
