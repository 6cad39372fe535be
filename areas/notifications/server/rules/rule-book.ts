// All rules with their recipients, in memory. Each transaction compares the versions of their rows, so that it never
// uses an outdated rule.
import { sql, type Kysely } from "kysely";
import { parseDuration } from "#lib/time/duration.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import type { System } from "#server/area.ts";
import type { DB, Row } from "#server/db/tables.ts";
import { selectsEvent } from "#server/event-names.ts";
import { openDocument } from "#server/spec/sealed-columns.ts";
import type { ChannelTools } from "../channels/channel-tools.ts";
import type { QuietHours } from "./quiet-hours.ts";
import { millisecondsOf, type Inhibition } from "./rule-spec.ts";
import {
  fallbacksOf,
  recipientsOf,
  type Directory,
  type KnownPerson,
  type KnownTeam,
  type Recipient,
  type Service,
} from "./recipients.ts";

export interface Rule {
  id: string;
  name: string;
  namespace: string | null;
  events: readonly string[];
  filter: string | undefined;
  title: string | undefined;
  template: string | undefined;
  /** These properties override the properties of the connection and may contain templates. */
  properties: Readonly<Record<string, unknown>>;
  recipients: readonly Recipient[];
  fallback: readonly Recipient[];
  fallbackDelayMs: number;
  repeatIntervalMs: number | undefined;
  waitForMs: number | undefined;
  evaluationMs: number | undefined;
  groupBy: readonly string[];
  groupByIntervalMs: number | undefined;
  inhibitions: readonly Inhibition[];
  /** Whether the messages of this rule ignore quiet hours. */
  isUrgent: boolean;
  error: string | null;
  errorAt: string | null;
}

export interface RuleBook {
  version: string;
  rules: ReadonlyMap<string, Rule>;
  /** Returns the rules for an event. */
  listening(event: string): readonly Rule[];
  /** Whether an expression or a template of a rule contains this text. */
  mentions(text: string): boolean;
}

type Needed = Pick<System, "secrets" | "eventNames">;

/** Returns the same object as long as no rule and no recipient changes. */
export async function loadRuleBook(
  db: Kysely<DB>,
  system: Needed,
  channels: Pick<ChannelTools, "addressOfUrl">,
  known: RuleBook | undefined,
): Promise<RuleBook> {
  const version = await versionOf(db);
  if (known?.version === version) return known;
  const { rows } = await sql<
    Row<"notifications">
  >`select * from notifications where deleted_at is null order by name, id`.execute(db);
  const directory = await loadDirectory(db, system, channels);
  const rules = new Map(rows.map((row) => [row.id, ruleOf(row, system, directory)]));
  const byEvent = new Map<string, readonly Rule[]>();
  const texts = rows.map(({ filter, title, template, properties }) =>
    [filter, title, template, JSON.stringify(properties)].join("\n"),
  );
  return {
    version,
    rules,
    listening(event) {
      const found =
        byEvent.get(event) ??
        [...rules.values()].filter(({ events }) => events.some((pattern) => selectsEvent(pattern, event)));
      byEvent.set(event, found);
      return found;
    },
    mentions: (text) => texts.some((own) => own.includes(text)),
  };
}

async function versionOf(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ version: string | null }>`
    select md5(string_agg(v.row, ',' order by v.row)) as version
    from  (
      select 'n' || id || xmin::text as row from notifications where deleted_at is null
      union all
      select 't' || id || xmin::text from teams where deleted_at is null
      union all
      select 'c' || id || xmin::text from connections where deleted_at is null
      union all
      select 'p' || id || xmin::text from people
      where  id in (select unnest(array[person_id, fallback_person_id]) from notifications where deleted_at is null)
      union all
      select 'q' || person_id || xmin::text from notification_preferences
    ) v`.execute(db);
  return rows[0]!.version ?? "";
}

function ruleOf(row: Row<"notifications">, system: Needed, directory: Directory): Rule {
  const properties = opened(system, row, "properties") as Record<string, unknown> | null;
  const services = (column: "custom_services" | "fallback_custom_services") =>
    (opened(system, row, column) as readonly Service[] | null) ?? [];
  const { id, name, namespace, events } = row;
  return {
    id,
    name,
    namespace,
    events,
    filter: row.filter?.trim() ? row.filter : undefined,
    title: row.title?.trim() ? row.title : undefined,
    template: row.template?.trim() ? row.template : undefined,
    properties: properties ?? {},
    recipients: recipientsOf(
      {
        namespace,
        personId: row.person_id,
        teamId: row.team_id,
        playbookId: row.playbook_id,
        services: services("custom_services"),
      },
      directory,
    ),
    fallback: fallbacksOf(
      {
        namespace,
        personId: row.fallback_person_id,
        teamId: row.fallback_team_id,
        playbookId: row.fallback_playbook_id,
        services: services("fallback_custom_services"),
      },
      directory,
    ),
    fallbackDelayMs: millisecondsOf(row.fallback_delay) ?? 0,
    repeatIntervalMs: durationOf(row.repeat_interval),
    waitForMs: millisecondsOf(row.wait_for),
    evaluationMs: millisecondsOf(row.wait_for_eval_period),
    groupBy: row.group_by ?? [],
    groupByIntervalMs: millisecondsOf(row.group_by_interval),
    inhibitions: (row.inhibitions as readonly Inhibition[] | null) ?? [],
    isUrgent: String(properties?.["urgent"]) === "true",
    error: row.error,
    errorAt: row.error_at,
  };
}

/** A row from an older release may contain invalid text. */
const durationOf = (text: string | null) =>
  text?.trim() && problemOf(() => parseDuration(text)) === undefined ? parseDuration(text) : undefined;

/** Credentials that can no longer be decrypted stay masked, so the delivery fails with a message. */
function opened(
  { secrets }: Needed,
  row: Row<"notifications">,
  column: "properties" | "custom_services" | "fallback_custom_services",
): unknown {
  const stored = { masked: row[column], sealed: row[`${column}_secrets`] };
  try {
    return openDocument(secrets, { table: "notifications", id: row.id, column }, stored);
  } catch {
    return row[column];
  }
}

/** `more` are people and teams that no stored rule refers to. */
export async function loadDirectory(
  db: Kysely<DB>,
  system: Needed,
  channels: Pick<ChannelTools, "addressOfUrl">,
  more: { people: readonly string[]; teams: readonly string[] } = { people: [], teams: [] },
): Promise<Directory> {
  const connections = await db
    .selectFrom("connections")
    .select(["id", "name", "namespace", "type"])
    .where("deleted_at", "is", null)
    .orderBy("name")
    .execute();
  const { rows: playbooks } = await sql<{ id: string; name: string }>`
    select id, coalesce(nullif(title, ''), name) as name from playbooks
    where  id in (select unnest(array[playbook_id, fallback_playbook_id]) from notifications where deleted_at is null)`.execute(
    db,
  );
  return {
    people: await loadPeople(db, system, more.people),
    teams: await loadTeams(db, system, more.teams),
    playbooks: new Map(playbooks.map(({ id, name }) => [id, name])),
    connections,
    channels,
    handles: system.eventNames.handles,
  };
}

interface PersonRow extends Omit<QuietHours, "quiet_from" | "quiet_until"> {
  id: string;
  name: string;
  email: string | null;
  quiet_from: string | null;
  quiet_until: string | null;
  channels: unknown;
  channels_secrets: string | null;
}

async function loadPeople(
  db: Kysely<DB>,
  { secrets }: Needed,
  more: readonly string[],
): Promise<Map<string, KnownPerson>> {
  const { rows } = await sql<PersonRow>`
    select p.id, p.name, p.email, q.time_zone, q.quiet_from, q.quiet_until, q.quiet_days, q.channels, q.channels_secrets
    from   people p
    left   join notification_preferences q on q.person_id = p.id
    where  p.deleted_at is null
    and    (p.id = any (${more}::uuid[]) or p.id in (
             select unnest(array[person_id, fallback_person_id]) from notifications where deleted_at is null
           ))`.execute(db);
  return new Map(
    rows.map(({ id, name, email, quiet_from: from, quiet_until: until, ...row }) => {
      const place = { table: "notification_preferences", id, column: "channels" };
      const channels = servicesIn(() =>
        openDocument(secrets, place, { masked: row.channels, sealed: row.channels_secrets }),
      );
      const quiet = from === null || until === null ? undefined : { ...row, quiet_from: from, quiet_until: until };
      return [id, { id, name, email, channels, quiet }];
    }),
  );
}

async function loadTeams(
  db: Kysely<DB>,
  { secrets }: Needed,
  more: readonly string[],
): Promise<Map<string, KnownTeam>> {
  const { rows } = await sql<{ id: string; name: string; spec: unknown; spec_secrets: string | null }>`
    select id, name, spec, spec_secrets from teams
    where  deleted_at is null
    and    (id = any (${more}::uuid[]) or id in (
             select unnest(array[team_id, fallback_team_id]) from notifications where deleted_at is null
           ))`.execute(db);
  return new Map(
    rows.map(({ id, name, spec, spec_secrets: sealed }) => {
      const place = { table: "teams", id, column: "spec" };
      const channels = servicesIn(
        () =>
          (openDocument(secrets, place, { masked: spec, sealed }) as { notifications?: unknown } | null)?.notifications,
      );
      return [id, { id, name, channels }];
    }),
  );
}

/** Channels whose credentials can no longer be decrypted are left out. */
function servicesIn(open: () => unknown): readonly Service[] {
  try {
    const services = open();
    return Array.isArray(services) ? (services as Service[]) : [];
  } catch {
    return [];
  }
}
