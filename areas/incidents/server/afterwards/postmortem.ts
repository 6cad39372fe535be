// The post-mortem of an incident: the saved post-mortem, or a draft from the incident data.
import { sql } from "kysely";
import { Problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { recordDeeds } from "#server/audit/audit.ts";
import { someone, type Actor, type Origin } from "#server/http/actor.ts";
import type { Postmortem } from "../../contract/afterwards.ts";
import { draftOf } from "./draft.ts";
import { readRecord, type IncidentRecord } from "./incident-record.ts";
import { readReplay } from "./replay.ts";

type Reading = Pick<System, "db" | "features" | "catalog">;

interface Stored {
  markdown: string;
  published_at: string | null;
  published_by: { id: string; name: string } | null;
  updated_at: string;
}

/** The caller has checked that the reader may read the incident. */
export async function storedPostmortem({ db }: Pick<System, "db">, incident: string): Promise<Postmortem | undefined> {
  const { rows } = await sql<Stored>`
    select m.markdown, m.published_at, m.updated_at,
           case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name) end as published_by
    from   incident_postmortems m
    left   join people p on p.id = m.published_by
    where  m.incident_id = ${incident}`.execute(db.system);
  return rows[0] && { ...rows[0], isDraft: rows[0].published_at === null };
}

export async function readPostmortem(system: Reading, actor: Actor, id: string): Promise<Postmortem> {
  const record = await readRecord(system, actor, id, "the post-mortem");
  return (await storedPostmortem(system, id)) ?? newDraft(system, actor, record);
}

async function newDraft(system: Reading, actor: Actor, record: IncidentRecord): Promise<Postmortem> {
  const replay = await readReplay(system, actor, record);
  return {
    markdown: draftOf(record, replay),
    published_at: null,
    published_by: null,
    isDraft: true,
    updated_at: null,
  };
}

export interface PostmortemWrite {
  id: string;
  markdown: string;
  publish: boolean;
  /** The value of the header If-Match. */
  ifMatch: string | undefined;
  /**
   * Whether the save must fail if a post-mortem is already saved, because the author read a draft: the header
   * `If-None-Match: *`.
   */
  isFirst: boolean;
  origin: Origin;
}

export async function writePostmortem(system: Reading, actor: Actor, write: PostmortemWrite): Promise<Postmortem> {
  const { id, markdown, publish, ifMatch, isFirst, origin } = write;
  const { incident } = await readRecord(system, actor, id, "the post-mortem");
  const person = someone(actor).id;
  await system.db.system.transaction().execute(async (tx) => {
    // Two people may save the first version at the same time.
    await sql`select from incidents where id = ${id} for no key update`.execute(tx);
    const { rows } = await sql<{ updated_at: string; published_at: string | null }>`
      select updated_at, published_at from incident_postmortems where incident_id = ${id} for update`.execute(tx);
    const stored = rows[0];
    const isOutdated = ifMatch !== undefined && ifMatch.replaceAll('"', "") !== stored?.updated_at;
    if (isOutdated || (isFirst && stored))
      throw new Problem("precondition_failed", "Somebody else has changed the post-mortem since you read it.", {
        hint: "Copy your text, reload the page and add your changes to the current version.",
        parts: { code: "changed", current: await storedPostmortem(system, id) },
      });
    // A published post-mortem stays published while it is edited, until it is saved as a draft again.
    await sql`
      insert into incident_postmortems as m (incident_id, markdown, published_at, published_by, created_by, updated_by)
      values (${id}, ${markdown}, ${publish ? sql`now()` : null}, ${publish ? person : null}, ${person}, ${person})
      on conflict (incident_id) do update
      set    markdown = excluded.markdown, updated_by = excluded.updated_by,
             published_at = case when ${publish} then coalesce(m.published_at, now()) end,
             published_by = case when ${publish} then coalesce(m.published_by, excluded.published_by) end`.execute(tx);
    await recordDeeds(tx, { actor, origin }, [
      {
        action: stored ? "update" : "create",
        resource_type: "incident_postmortems",
        resource_id: id,
        resource_name: incident.incident_id,
        columns: ["markdown", ...(publish === ((stored?.published_at ?? null) !== null) ? [] : ["published_at"])],
      },
    ]);
  });
  return (await storedPostmortem(system, id))!;
}
