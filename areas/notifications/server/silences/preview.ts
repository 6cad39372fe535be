// The preview of a silence: the messages of the last 15 days that it would have hidden, evaluated by the same code as
// new messages. The preview ignores the start and end of the silence, but applies its recurring windows.
import { setImmediate } from "node:timers/promises";
import { Problem, problem } from "#language/problem.ts";
import { takeTurns } from "#lib/async/turns.ts";
import type { System } from "#server/area.ts";
import { claimsOf } from "#server/db/policy.ts";
import type { QueryClient } from "#server/db/pool.ts";
import type { Event } from "#server/events.ts";
import type { Actor } from "#server/http/actor.ts";
import { documentsIn, tagVariables } from "./filters.ts";
import { createSilenceSet, type SilenceSet } from "./silence-set.ts";
import { silenceOf, type SilenceRow } from "./silence.ts";
import { loadSubjects, type JudgedMessage } from "./subjects.ts";

export type Draft = Omit<SilenceRow, "id" | "name" | "from" | "until">;

/** The columns of a message that its preview depends on. */
export interface StoredMessage {
  id: string;
  created_at: string;
  count: number;
  source_event: string;
  resource_id: string;
  resource_health: string | null;
  resource_status: string | null;
  resource_health_description: string | null;
  payload: Event | null;
}

/** Evaluates a stored message with the state that it reported. */
export const judgedMessage = (row: StoredMessage): JudgedMessage => ({
  event: { ...row.payload, name: row.source_event, id: row.resource_id },
  snapshot: {
    health: row.resource_health,
    status: row.resource_status,
    description: row.resource_health_description,
  },
});

export interface Preview {
  /** The ids of the rows of hidden messages, newest first. */
  ids: readonly string[];
  /** The number of hidden messages. A row counts repeats of a message that was not sent. */
  messages: number;
  /** Whether older messages were not compared, because that would take too long. */
  isCut: boolean;
}

/** The number of messages that are read at once. */
const pageSize = 500;
/** The number of messages that are compared before other work of this process can continue. */
const partSize = 100;
const maxCompared = 100_000;
const maxMs = 20_000;

/** A preview reads and compares thousands of rows; further requests wait for their turn. */
const inTurn = takeTurns({
  atOnce: 2,
  waiting: 10,
  refuse: () =>
    new Problem("too_many_requests", "Too many previews of silences are in progress.", {
      hint: "Try again in a few seconds.",
      retryAfter: 5,
    }),
});

interface PreviewOptions {
  signal: AbortSignal;
  timeoutMs?: number;
}

export const previewSilence = (
  system: Pick<System, "db" | "catalog" | "log">,
  actor: Actor,
  draft: Draft,
  options: PreviewOptions,
): Promise<Preview> => inTurn(() => preview(system, actor, draft, options));

async function preview(
  system: Pick<System, "db" | "catalog" | "log">,
  actor: Actor,
  draft: Draft,
  { signal, timeoutMs = maxMs }: PreviewOptions,
): Promise<Preview> {
  const deadline = performance.now() + timeoutMs;
  const { isOpenAt, ...silence } = silenceOf({ ...draft, id: "", name: "", from: null, until: null });
  const { filter } = silence;
  const set = createSilenceSet(system, {
    // Messages outside the windows are left out before the comparison.
    silences: [{ ...silence, isOpenAt: () => true }],
    tags: filter === undefined ? {} : await tagVariables(system.db.system),
    report: (_, fault) => {
      throw problem.badParts([{ path: filter === undefined ? "query.selectors" : "query.filter", message: fault }]);
    },
  });
  const withDocuments = filter !== undefined && documentsIn(filter).length > 0;
  const client = system.db.reading(claimsOf(actor, "read"));
  const hidden: StoredMessage[] = [];
  const result = (isCut: boolean): Preview => ({
    ids: hidden.map(({ id }) => id),
    messages: hidden.reduce((sum, { count }) => sum + count, 0),
    isCut,
  });
  let compared = 0;
  for await (const page of messagePages(client, draft)) {
    // Oldest first, because the search for windows goes forward in time.
    const open = page.toReversed().filter(({ created_at: at }) => isOpenAt(Date.parse(at)));
    for (const part of partsOf(open.reverse())) {
      signal.throwIfAborted();
      if (performance.now() > deadline) return result(true);
      hidden.push(...(await findHidden(system, set, part, withDocuments)));
      await setImmediate();
    }
    compared += page.length;
    if (compared >= maxCompared) return result(true);
  }
  return result(false);
}

function* partsOf(messages: readonly StoredMessage[]): Generator<readonly StoredMessage[]> {
  for (let at = 0; at < messages.length; at += partSize) yield messages.slice(at, at + partSize);
}

async function findHidden(
  { db }: Pick<System, "db">,
  set: SilenceSet,
  stored: readonly StoredMessage[],
  withDocuments: boolean,
): Promise<readonly StoredMessage[]> {
  const messages = stored.map((row) => ({ ...judgedMessage(row), at: new Date(row.created_at) }));
  const subjects = await loadSubjects(db.system, messages, { withDocuments });
  const hidden = await Promise.all(
    messages.map(async (message) => {
      const subject = subjects.get(message);
      return subject !== undefined && (await set.matching(subject, message.at).next()).done !== true;
    }),
  );
  return stored.filter((_, index) => hidden[index]);
}

/** Yields the messages, newest first. Resolved messages, fallbacks and digests are never silenced. */
async function* messagePages(client: QueryClient, draft: Draft): AsyncGenerator<readonly StoredMessage[]> {
  const targets = targetsOf(draft);
  let before: Pick<StoredMessage, "created_at" | "id"> | undefined;
  for (;;) {
    const { rows } = await client.query<StoredMessage>(
      `select h.id, h.source_event, h.resource_id, h.resource_health, h.resource_status, h.resource_health_description,
              h.payload, h.created_at, h.count
       from   notification_send_history h
       where  h.created_at > now() - interval '15 days'
       and    h.purpose = 'event'
       and    ($1::timestamptz is null or (h.created_at, h.id) < ($1, $2::uuid))
       ${targets === undefined ? "" : `and h.resource_id in (${belowTargets})`}
       order  by h.created_at desc, h.id desc
       limit  ${pageSize}`,
      [before?.created_at ?? null, before?.id ?? null, ...(targets === undefined ? [] : [targets])],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    before = rows.at(-1);
  }
}

/** Returns the silence's resources, if it can only hide messages about them and their descendants. */
function targetsOf(draft: Draft): string[] | undefined {
  if (draft.filter?.trim() || draft.selectors !== null || draft.matchers !== null) return undefined;
  return [draft.config_id, draft.component_id, draft.check_id, draft.canary_id].filter((id) => id !== null);
}

/** The paths of descendants begin with the path of the resource and its id. */
const belowTargets = `
  select unnest($3::uuid[])
  union all
  select d.id from config_items c join config_items d on d.path like concat_ws('.', nullif(c.path, ''), c.id::text) || '%'
  where  c.id = any ($3::uuid[])
  union all
  select d.id from components c join components d on d.path like concat_ws('.', nullif(c.path, ''), c.id::text) || '%'
  where  c.id = any ($3::uuid[])
  union all
  select k.id from checks k where k.canary_id = any ($3::uuid[])`;
