// Groups: resources with equal values of the group keys share one message within an interval.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { Rule } from "../rules/rule-book.ts";
import type { Subject } from "./environment.ts";
import type { Fields } from "./resources.ts";

/** Returns the hash of the values of the group keys; undefined if the rule does not group. */
export function groupHash({ groupBy }: Pick<Rule, "groupBy">, subject: Subject): string | undefined {
  if (groupBy.length === 0) return undefined;
  const values = groupBy.map((key) => [key, valueOf(key, subject)]);
  return createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 32);
}

function valueOf(key: string, { row, name, type, snapshot }: Subject): unknown {
  const [labels, tags] = [(row["labels"] ?? {}) as Fields, (row["tags"] ?? {}) as Fields];
  if (key === "type") return type;
  if (key === "description" || key === "status_reason") return withoutParticulars(snapshot.description ?? "", name);
  if (key.startsWith("label:")) return labels[key.slice("label:".length)] ?? "";
  if (key.startsWith("tag:")) return tags[key.slice("tag:".length)] ?? "";
  return labels[key] ?? tags[key] ?? "";
}

/** Descriptions that differ only in the name of the resource, in numbers and in ids are equal. */
const withoutParticulars = (text: string, name: string) =>
  text
    .replaceAll(name, "<name>")
    .replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, "<id>")
    .replaceAll(/\d+/g, "<n>")
    .trim();

const memberColumns = { check: "check_id", config: "config_id", component: "component_id" } as const;
const memberColumnOf = ({ kind }: Pick<Subject, "kind">) =>
  kind === "check" || kind === "config" || kind === "component" ? memberColumns[kind] : undefined;

/**
 * Returns the newest group with this hash within the interval, or creates a group, and adds the resource to the group.
 */
export async function joinGroup(
  tx: Tx,
  rule: Rule,
  hash: string,
  subject: Subject,
  { intervalMs, newId }: { intervalMs: number; newId: () => string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from notification_groups
    where  notification_id = ${rule.id} and hash = ${hash}
    and    created_at > now() - ${intervalMs / 1_000}::float8 * interval '1 s'
    order  by created_at desc, id desc
    limit  1`.execute(tx);
  const id = rows[0]?.id ?? newId();
  if (!rows[0])
    await sql`insert into notification_groups (id, hash, notification_id) values (${id}, ${hash}, ${rule.id})`.execute(
      tx,
    );
  const column = memberColumnOf(subject);
  if (column) {
    await sql`
      update notification_group_resources m
      set    resolved_at = now()
      from   notification_groups g
      where  g.id = m.group_id and g.notification_id = ${rule.id} and g.id <> ${id}
      and    m.${sql.ref(column)} = ${subject.id} and m.resolved_at is null`.execute(tx);
    await sql`
      insert into notification_group_resources (group_id, ${sql.ref(column)})
      values (${id}, ${subject.id})
      on conflict do nothing`.execute(tx);
  }
  return id;
}

/** A resource that recovered leaves its groups. */
export async function leaveGroups(tx: Tx, subjects: readonly Pick<Subject, "id" | "kind">[]): Promise<void> {
  for (const [column, own] of Map.groupBy(subjects, memberColumnOf))
    if (column)
      await sql`
        update notification_group_resources
        set    resolved_at = now()
        where  ${sql.ref(column)} = any (${own.map(({ id }) => id)}::uuid[]) and resolved_at is null`.execute(tx);
}

interface GroupMessage {
  groupId: string;
  recipient: string;
  /** The resource of the message that is decided about. */
  resource: string;
  intervalMs: number;
  /** Only messages that are older than this message are considered. */
  before?: string | undefined;
}

/**
 * Returns the message that reports the group to this recipient. All previous messages must be written before the call.
 */
export async function groupMessage(
  tx: Tx,
  { groupId, recipient, resource, intervalMs, before }: GroupMessage,
): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select h.id
    from   notification_send_history h
    where  h.group_id = ${groupId} and h.recipient_key = ${recipient} and h.purpose = 'event' and h.resource_id <> ${resource}
    ${before === undefined ? sql`` : sql`and h.id < ${before}`}
    and    (h.status in ('sent', 'sending') or h.waiting is not null)
    and    coalesce(h.sent_at, h.created_at) > now() - ${intervalMs / 1_000}::float8 * interval '1 s'
    order  by h.created_at, h.id
    limit  1`.execute(tx);
  return rows[0];
}

/** A message that reported a group was not sent, so the messages of the other members are decided again. */
export async function releaseGrouped(tx: Tx, heads: readonly string[]): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update notification_send_history
    set    status = 'pending', waiting = 'wait-for', not_before = now(), parent_id = null, is_open = true
    where  parent_id = any (${heads}::uuid[]) and status = 'grouped'`.execute(tx);
  return Number(numAffectedRows) > 0;
}
