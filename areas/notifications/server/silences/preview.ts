// The preview of a silence: the messages of the last 15 days that it would have hidden, judged by the code that the sender
// uses. The start and end of the silence do not matter; its recurring windows do.
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { claimsOf } from "#server/db/policy.ts";
import type { QueryClient } from "#server/db/pool.ts";
import type { Actor } from "#server/http/actor.ts";
import { tagVariables } from "./filters.ts";
import { createSilenceSet } from "./silence-set.ts";
import { silenceOf, type SilenceRow } from "./silence.ts";
import { loadSubjects, type SubjectMessage } from "./subjects.ts";

export type Draft = Omit<SilenceRow, "id" | "name" | "from" | "until">;

interface Message extends SubjectMessage {
  id: string;
  created_at: string;
}

export interface Preview {
  /** The ids of the hidden messages, newest first. */
  ids: readonly string[];
  /** Whether older messages were not compared, because there are too many. */
  isCut: boolean;
}

/** The messages that are read and compared at once. */
const pageSize = 2_000;
const maxCompared = 100_000;

export async function previewSilence(
  system: Pick<System, "db" | "catalog">,
  actor: Actor,
  draft: Draft,
  signal: AbortSignal,
): Promise<Preview> {
  const silence = silenceOf({ ...draft, id: "", name: "", from: null, until: null });
  const set = createSilenceSet(system, {
    silences: [silence],
    tags: silence.filter === undefined ? {} : await tagVariables(system.db.system),
    report: (_, fault) => {
      throw problem.badParts([
        { path: silence.filter === undefined ? "query.selectors" : "query.filter", message: fault },
      ]);
    },
  });
  const client = system.db.reading(claimsOf(actor, "read"));
  const ids: string[] = [];
  let compared = 0;
  for await (const page of messagePages(client, draft)) {
    signal.throwIfAborted();
    const subjects = await loadSubjects(system, page);
    const isHidden = async (message: Message) => {
      const subject = subjects.get(message);
      if (!subject) return false;
      const found = await set.matching(subject, new Date(message.created_at)).next();
      return found.done !== true;
    };
    const hidden = await Promise.all(page.map(isHidden));
    ids.push(...page.filter((_, index) => hidden[index]).map(({ id }) => id));
    compared += page.length;
    if (compared >= maxCompared) return { ids, isCut: true };
  }
  return { ids, isCut: false };
}

/** Yields the messages, newest first. Resolved messages, fallbacks and digests are never silenced. */
async function* messagePages(client: QueryClient, draft: Draft): AsyncGenerator<readonly Message[]> {
  const targets = targetsOf(draft);
  let before: Pick<Message, "created_at" | "id"> | undefined;
  for (;;) {
    const { rows } = await client.query<Message>(
      `select h.id, h.source_event, h.resource_id, h.resource_health, h.resource_status, h.resource_health_description, h.created_at
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

/** Returns the resources that the silence names, if it can hide no messages about others than these and their descendants. */
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
