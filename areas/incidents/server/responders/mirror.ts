// Mirrors comments between incidents and Jira. Before a comment is sent, it is recorded in comment_responders. If the
// id that Jira assigned cannot be stored, the comment is recognised by its text, so that it is neither imported again
// nor sent twice. Comments from Jira have an external id and are never sent.
import { sql, type Kysely } from "kysely";
import { systemPersonId } from "#areas/people/server/index.ts";
import type { Listener, System } from "#server/area.ts";
import type { DB } from "#server/db/tables.ts";
import { defineJob } from "#server/jobs/definition.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { plainComment } from "../model/mentions.ts";
import { openJira, type Jira, type JiraComment } from "./jira.ts";
import { clientOf, loadTickets, type Responder } from "./responder.ts";

interface Run {
  system: System;
  scrubber: Scrubber;
  signal: AbortSignal;
}

async function jiraOf({ system, scrubber, signal }: Run, responder: Responder): Promise<Jira | undefined> {
  const client = await clientOf(system, responder);
  const subject = { id: responder.id, name: responder.incident.incident_id };
  return client && openJira(system, { subject, client, scrubber, signal });
}

export const sendComments: Listener = {
  event: "incident.comment.added",
  name: "incidents.comments",
  async run(event, { system, scrubber, signal }) {
    const db = system.db.system;
    const comment = await db
      .selectFrom("comments as c")
      .innerJoin("people as p", "p.id", "c.created_by")
      .select(["c.id", "c.comment", "c.external_id", "c.redacted_at", "p.name as author"])
      .where("c.id", "=", event["comment_id"] as string)
      .executeTakeFirst();
    if (!comment || comment.external_id !== null || comment.redacted_at !== null) return;
    const body = textOf(comment);
    for (const responder of await loadTickets(db, "jira", event["id"] as string)) {
      const jira = await jiraOf({ system, scrubber, signal }, responder);
      if (!jira) continue;
      const isFirst = await noteSent(db, comment.id, responder.id);
      if (isFirst === "sent") continue;
      const key = responder.external_id!;
      const sent = isFirst ? undefined : (await jira.comments(key)).find((found) => found.body === body);
      await storeId(db, comment.id, responder.id, sent?.id ?? (await jira.addComment(key, body)));
    }
  },
};

const textOf = ({ comment, author }: { comment: string; author: string }) => `${author}: ${plainComment(comment)}`;

/** Returns true for the first attempt, false for a retry, and "sent" if Jira already has the comment. */
async function noteSent(db: Kysely<DB>, comment: string, responder: string): Promise<boolean | "sent"> {
  const { rows } = await sql<{ is_new: boolean; external_id: string | null }>`
    insert into comment_responders as r (comment_id, responder_id) values (${comment}, ${responder})
    on conflict (comment_id, responder_id) do update set external_id = r.external_id
    returning r.xmax = 0 as is_new, r.external_id`.execute(db);
  const { is_new: isNew, external_id: id } = rows[0]!;
  return id === null ? isNew : "sent";
}

const storeId = (db: Kysely<DB>, comment: string, responder: string, id: string) =>
  sql`update comment_responders set external_id = ${id} where comment_id = ${comment} and responder_id = ${responder}`.execute(
    db,
  );

export const syncComments = defineJob({
  name: "incidents.sync-comments",
  title: "SyncComments",
  schedule: { everySeconds: 300, ifRowsIn: "responders" },
  history: "few",
  async run({ system, scrubber, signal, success, fail }) {
    for (const responder of await loadTickets(system.db.system, "jira")) {
      signal.throwIfAborted();
      try {
        const jira = await jiraOf({ system, scrubber, signal }, responder);
        if (jira) success(await receiveComments(system, responder, await jira.comments(responder.external_id!)));
      } catch (error) {
        fail(error);
      }
    }
  },
});

/** Adds the new comments and returns their number. */
async function receiveComments(system: System, responder: Responder, found: readonly JiraComment[]): Promise<number> {
  return system.db.system.transaction().execute(async (tx) => {
    const { rows: sent } = await sql<{
      comment_id: string;
      external_id: string | null;
      comment: string;
      author: string;
    }>`
      select m.comment_id, m.external_id, c.comment, p.name as author
      from   comment_responders m
      join   comments c on c.id = m.comment_id
      join   people p on p.id = c.created_by
      where  m.responder_id = ${responder.id}`.execute(tx);
    const known = await tx
      .selectFrom("comments")
      .select("external_id")
      .where("responder_id", "=", responder.id)
      .where("external_id", "is not", null)
      .execute();
    const ids = new Set([...sent, ...known].map(({ external_id: id }) => id));
    const unanswered = new Map(
      sent.flatMap((row) => (row.external_id === null ? [[textOf(row), row.comment_id] as const] : [])),
    );
    let added = 0;
    for (const { id, body, created, author } of found) {
      if (ids.has(id) || body.trim() === "") continue;
      const own = unanswered.get(body);
      if (own !== undefined) {
        await storeId(tx, own, responder.id, id);
        unanswered.delete(body);
        continue;
      }
      const { rows } = await sql<{ id: string }>`
        insert into comments (incident_id, responder_id, hypothesis_id, comment, external_id, external_created_by, created_by, created_at)
        values (${responder.incident.id}, ${responder.id},
                (select h.id from hypotheses h where h.incident_id = ${responder.incident.id} and h.parent_id is null order by h.created_at, h.id limit 1),
                ${body}, ${id}, ${author?.displayName ?? author?.name ?? "Jira"}, ${systemPersonId},
                coalesce(${timeOf(created)}::timestamptz, now()))
        returning id`.execute(tx);
      const event = { name: "incident.comment.added", id: responder.incident.id, comment_id: rows[0]!.id };
      await system.events.publish(tx, event);
      added += 1;
    }
    return added;
  });
}

/** Jira formats times as 2026-11-18T01:02:03.000+0000. */
const timeOf = (text: string): string | null => {
  const at = new Date(text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
};
