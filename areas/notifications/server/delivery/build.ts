// Builds messages from rows of the ledger, many at once.
import { sql, type Kysely } from "kysely";
import type { Json } from "#language/columns.ts";
import type { DB } from "#server/db/tables.ts";
import type { Message, MessageText } from "../channels/channel.ts";
import { subjectOf, type Subject } from "../pipeline/environment.ts";
import type { MessageRow, PreparedMessages } from "../pipeline/prepared.ts";
import { loadResources, type Fields } from "../pipeline/resources.ts";
import type { PipelineTools } from "../pipeline/tools.ts";
import { recipientWith, type Recipient } from "../rules/recipients.ts";
import type { Rule, RuleBook } from "../rules/rule-book.ts";
import { recentChanges, type RecentChange } from "./changes.ts";
import { defaultText } from "./default-text.ts";
import { digestText } from "./digest-text.ts";
import { filledText, TemplateFault } from "./fill.ts";
import { permalinkOf, silenceUrlOf } from "./links.ts";
import { suppressedStatuses } from "../../model.ts";

/** A message, or the reason why there is nothing to send. */
export type Built = BuiltMessage | { skipped: string };

export interface BuiltMessage {
  message: Message;
  /**
   * The text for the ledger. The text does not contain the names of other resources, because some readers of the
   * message are not allowed to see these names.
   */
  stored: MessageText;
  rule: Rule;
  recipient: Recipient;
  /** The values of templates. */
  variables: Variables;
  createdAt: number;
  /** The parts that an earlier attempt delivered. */
  deliveredParts: Readonly<Record<string, Json>>;
}

/** Creates the template variables when a template needs them. */
export type Variables = () => Fields;

/** Problems with one of these statuses were not reported, so their recoveries are not reported either. */
const unreported: ReadonlySet<string> = new Set(suppressedStatuses);

export async function buildMessages(
  tools: PipelineTools,
  ids: readonly string[],
  prepared: Pick<PreparedMessages, "take">,
): Promise<Map<string, Built>> {
  const db = tools.system.db.system;
  const book = await tools.rules(db);
  const subjects = new Map<MessageRow, Subject>();
  const stored: string[] = [];
  for (const id of ids) {
    const known = prepared.take(id);
    if (known) subjects.set(known.row, known.subject);
    else stored.push(id);
  }
  const rows = [...subjects.keys(), ...(await storedRows(db, stored))];
  const built = new Map<string, Built>();
  const wanted = new Map<MessageRow, { rule: Rule; recipient: Recipient }>();
  for (const row of rows) {
    const rule = book.rules.get(row.notification_id ?? "");
    const recipient = recipientWith(rule, row.recipient_key);
    if (!rule) built.set(row.id, { skipped: "The rule was deleted." });
    else if (!recipient) built.set(row.id, { skipped: "The recipient is no longer part of the rule." });
    else if (isUnreported(tools, row))
      built.set(row.id, { skipped: "The message about the problem was not delivered." });
    else wanted.set(row, { rule, recipient });
  }
  const builder = await createBuilder(tools, [...wanted.keys()], { subjects, book });
  for (const [row, { rule, recipient }] of wanted) built.set(row.id, await builder(row, rule, recipient));
  return built;
}

async function storedRows(db: Kysely<DB>, ids: readonly string[]): Promise<readonly MessageRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<MessageRow>`
    select h.id, h.notification_id, h.recipient_key, h.purpose, h.source_event, h.resource_id,
           h.resource_health, h.resource_status, h.resource_health_description, h.group_id, h.payload, h.created_at, h.first_observed,
           h.delivered_parts, p.status as parent_status, p.message_ref as parent_reference, p.created_at as parent_created_at,
           p.delivered_parts as parent_parts
    from   notification_send_history h
    left   join notification_send_history p on p.id = h.parent_id
    where  h.id = any (${ids}::uuid[])`.execute(db);
  return rows;
}

/**
 * Whether the message is the recovery of a problem that was not reported, for example because a silence began in quiet
 * hours.
 */
function isUnreported({ system }: PipelineTools, { purpose, source_event: event, ...row }: MessageRow) {
  const { parent_status: status } = row;
  if (status === null || (purpose !== "resolved" && system.eventNames.endedBy(event).length === 0)) return false;
  return unreported.has(status) || (purpose === "resolved" && status === "error" && row.parent_parts === null);
}

type Builder = (row: MessageRow, rule: Rule, recipient: Recipient) => Promise<Built>;

/** Loads the resources of messages that are not among `known`, and the context of all messages. */
async function createBuilder(
  tools: PipelineTools,
  rows: readonly MessageRow[],
  known: { subjects: ReadonlyMap<MessageRow, Subject>; book: RuleBook },
): Promise<Builder> {
  const { system } = tools;
  const db = system.db.system;
  const { publicUrl } = system.env;
  const about = rows.filter(({ purpose, payload }) => purpose !== "digest" && payload !== null);
  const subjects = await subjectsOf(tools, about, known);
  const resources = [...subjects.values()].map(({ kind, id }) => ({ kind, id }));
  const changes = await recentChanges(db, resources);
  const uptimes = await uptimesOf(
    tools,
    resources.filter(({ kind }) => kind === "check").map(({ id }) => id),
  );
  const others = await groupMembers(tools, about);

  return async (row, rule, recipient) => {
    const createdAt = Date.parse(row.first_observed);
    const common = {
      id: row.id,
      event: row.source_event,
      at: row.created_at,
      subject: `${rule.id}/${row.resource_id}/${row.recipient_key}`,
    };
    const deliveredParts = row.delivered_parts ?? {};
    if (row.purpose === "digest") {
      const text = await digestText(db, row.id, rule, publicUrl);
      const message: Message = { ...common, purpose: "digest", text };
      const variables = () => tools.channels.helpers;
      return { message, stored: withoutOthers(text), rule, recipient, variables, createdAt, deliveredParts };
    }
    const subject = subjects.get(row);
    if (!subject) return { skipped: "The resource was deleted." };
    const isRecovery = row.purpose === "resolved" || system.eventNames.endedBy(row.source_event).length > 0;
    const place = { event: row.source_event, id: row.resource_id };
    const permalink = permalinkOf(publicUrl, place, rule.id);
    const silenceUrl = isRecovery ? undefined : silenceUrlOf(publicUrl, place);
    const own = changes.get(row.resource_id) ?? [];
    const members = (others.get(row.group_id ?? "") ?? []).filter(({ id }) => id !== row.resource_id);
    const standard = defaultText(subject, {
      changes: own,
      uptime: uptimes.get(row.resource_id),
      others: members.map(({ name, health }) => ({ name: name ?? "deleted resource", ...(health && { health }) })),
      permalink,
      silenceUrl,
      problemMs:
        isRecovery && row.parent_created_at !== null
          ? Date.parse(row.created_at) - Date.parse(row.parent_created_at)
          : undefined,
    });
    const environmentOf = (): Fields => ({
      ...subject.environment,
      ...tools.channels.helpers,
      permalink: permalink ?? "",
      silenceURL: silenceUrlOf(publicUrl, place) ?? "",
      channel: recipient.channel ?? "",
      event_time: subject.environment["event_time"] ?? row.created_at,
      recent_events: own.map(variableOf),
      groupedResources: members.map(({ name }) => name),
    });
    let environment: Fields | undefined;
    const variables = () => (environment ??= environmentOf());
    const text = await textOf(rule, variables, standard);
    const stored =
      members.length === 0 ? text : await textOf(rule, () => ({ ...variables(), groupedResources: [] }), standard);
    const message: Message = {
      ...common,
      purpose: isRecovery ? "resolved" : "problem",
      ...(!isRecovery && !system.eventNames.isProblem(row.source_event) && { isNews: true as const }),
      text,
      ...healthOfMessage(subject),
      ...(permalink !== undefined && { permalink }),
      ...(isRecovery && row.parent_reference !== null && { previous: row.parent_reference }),
      ...(row.purpose === "resolved" && row.parent_parts !== null && { onlyParts: Object.keys(row.parent_parts) }),
    };
    return { message, stored: withoutOthers(stored), rule, recipient, variables, createdAt, deliveredParts };
  };
}

async function subjectsOf(
  tools: PipelineTools,
  rows: readonly MessageRow[],
  { subjects, book }: { subjects: ReadonlyMap<MessageRow, Subject>; book: RuleBook },
): Promise<ReadonlyMap<MessageRow, Subject>> {
  const missing = rows.filter((row) => !subjects.has(row));
  if (missing.length === 0) return subjects;
  const withDocuments = book.mentions("config.config") || book.mentions("canary.spec");
  const loaded = await loadResources(
    tools.system.db.system,
    missing.map(({ payload }) => payload!),
    { withDocuments },
  );
  const tags = await tools.tags();
  const all = new Map(subjects);
  for (const row of missing) {
    const resource = loaded.get(row.payload!);
    if (!resource) continue;
    const state = {
      health: row.resource_health,
      status: row.resource_status,
      description: row.resource_health_description,
    };
    all.set(row, subjectOf(row.payload!, resource, tags, state));
  }
  return all;
}

const withoutOthers = (text: MessageText): MessageText =>
  text.resources.length === 0 ? text : { ...text, resources: [] };

const variableOf = ({ change_type, summary, severity, created_at, count }: RecentChange) => ({
  change_type,
  summary,
  severity,
  created_at,
  count,
});

const healths = ["healthy", "unhealthy", "warning", "unknown"] as const;

function healthOfMessage({ snapshot }: Subject): Pick<Message, "health"> {
  const health = healths.find((known) => known === snapshot.health);
  return health ? { health } : {};
}

/** If a template fails, the default text is sent with the error, so that no message is lost. */
export async function textOf(
  rule: Pick<Rule, "title" | "template">,
  variables: Variables,
  standard: MessageText,
): Promise<MessageText> {
  if (rule.title === undefined && rule.template === undefined) return standard;
  const text: { -readonly [Name in keyof MessageText]: MessageText[Name] } = { ...standard };
  for (const [field, template] of [
    ["title", rule.title],
    ["body", rule.template],
  ] as const) {
    if (template === undefined) continue;
    try {
      text[field] = await filledText(template, variables);
    } catch (error) {
      if (!(error instanceof TemplateFault)) throw error;
      const label = field === "title" ? "Error of the title" : "Error of the template";
      text.attributes = [...text.attributes, { label, value: error.message }];
    }
  }
  return text;
}

async function uptimesOf(
  { system }: PipelineTools,
  checks: readonly string[],
): Promise<Map<string, { passed: number; failed: number }>> {
  if (checks.length === 0) return new Map();
  const { rows } = await sql<{ check_id: string; passed: number; failed: number }>`
    select check_id, passed::int as passed, failed::int as failed
    from   check_status_summaries
    where  check_id = any (${checks}::uuid[])`.execute(system.db.system);
  return new Map(rows.map(({ check_id: id, ...uptime }) => [id, uptime]));
}

interface Member {
  group_id: string;
  id: string;
  name: string | null;
  health: string | null;
}

const maxMembers = 20;

/** The unresolved resources of each group. */
async function groupMembers(
  { system }: PipelineTools,
  rows: readonly MessageRow[],
): Promise<Map<string, readonly Member[]>> {
  const groups = [...new Set(rows.flatMap(({ group_id: id }) => id ?? []))];
  if (groups.length === 0) return new Map();
  const { rows: members } = await sql<Member>`
    select m.group_id, coalesce(m.config_id, m.check_id, m.component_id) as id, coalesce(i.name, k.name, c.name) as name,
           coalesce(i.health, k.status, c.health) as health
    from   notification_group_resources m
    left   join config_items i on i.id = m.config_id
    left   join checks k on k.id = m.check_id
    left   join components c on c.id = m.component_id
    where  m.group_id = any (${groups}::uuid[]) and m.resolved_at is null
    order  by m.created_at
    limit  ${groups.length * maxMembers}`.execute(system.db.system);
  return Map.groupBy(members, (member) => member.group_id);
}
