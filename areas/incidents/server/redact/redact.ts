// POST /api/incidents/redact: an administrator removes the text of a comment or evidence. The row stays with a marker,
// and the text is also removed from the history, from messages and from the saved post-mortem. The audit log records no
// texts of comments and evidence, and exports read the redacted rows.
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { maskMessages } from "#areas/notifications/server/index.ts";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import { isAdministrator } from "#server/db/policy.ts";
import type { Tx } from "#server/db/pool.ts";
import { someone } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import { maskText } from "#server/spec/masked-spec.ts";
import * as contract from "../../contract/model.ts";
import * as schema from "../../contract/model.schema.ts";
import { escaped } from "../afterwards/draft.ts";
import { lockDone } from "../done/settle.ts";
import { redactedText } from "../model/server-columns.ts";

export function redactRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.redactIncidentText,
    schema.redactIncidentText,
    {
      access: { action: "write", resource: "incident" },
      status: 204,
      summary: "Remove the text of a comment or evidence, also from the history and from messages",
    },
    async ({ body, actor, request }) => {
      if (!isAdministrator(actor)) throw problem.forbidden("redact", "incidents");
      await system.features.require("incidents", "redaction");
      const { id: personId } = someone(actor);
      await system.db.system.transaction().execute(async (tx) => {
        const isRedacted = await redactors[body.table](tx, { ...body, personId });
        if (!isRedacted) throw problem.notFound(nouns[body.table], body.id);
        await recordDeeds(tx, { actor, origin: originOf(request) }, [
          {
            action: "update",
            resource_type: body.table,
            resource_id: body.id,
            resource_name: null,
            columns: ["redacted_at", "redaction_reason"],
            after: { redaction_reason: body.reason },
          },
        ]);
      });
      return undefined;
    },
  );
}

interface Redaction {
  id: string;
  reason: string;
  personId: string;
}

const nouns = { comments: "comment", evidences: "evidence" } as const;

/** Minimum length of a removed text. Shorter texts could match by chance. */
const minText = 4;

/** Removes texts from the saved post-mortem, also in the form that the draft writes them. */
async function forgetInPostmortem(tx: Tx, incident: string, texts: readonly (string | null)[]): Promise<void> {
  const known = texts.flatMap((text) => (text === null ? [] : [text, maskText(text)]));
  const forms = known.flatMap((text) => [text.trim(), escaped(text)]).filter(({ length }) => length >= minText);
  const { rows } = await sql<{ markdown: string }>`
    select markdown from incident_postmortems where incident_id = ${incident} for update`.execute(tx);
  const markdown = rows[0]?.markdown;
  if (markdown === undefined) return;
  // Longer texts are removed first, because a short text may be part of a longer text.
  const sorted = [...new Set(forms)].toSorted((a, b) => b.length - a.length);
  const redacted = sorted.reduce((text, form) => text.replaceAll(form, redactedText), markdown);
  if (redacted !== markdown)
    await sql`update incident_postmortems set markdown = ${redacted} where incident_id = ${incident}`.execute(tx);
}

interface Text {
  text: string | null;
}

/** Each function returns whether the row exists. */
const redactors: Readonly<Record<keyof typeof nouns, (tx: Tx, redaction: Redaction) => Promise<boolean>>> = {
  async comments(tx, { id, reason, personId }) {
    const { rows: texts } = await sql<Text>`
      select comment as text from comments where id = ${id}
      union all
      select description from incident_histories where comment_id = ${id}`.execute(tx);
    const { rows } = await sql<{ incident_id: string; hypothesis_id: string | null }>`
      update comments
      set    comment = ${redactedText}, redacted_at = now(), redacted_by = ${personId}, redaction_reason = ${reason}
      where  id = ${id}
      returning incident_id, hypothesis_id`.execute(tx);
    const row = rows[0];
    if (!row) return false;
    await sql`
      update incident_histories set description = ${redactedText} where comment_id = ${id} and description is not null`.execute(
      tx,
    );
    await sql`
      insert into incident_histories (incident_id, hypothesis_id, comment_id, created_by, type, reason)
      values (${row.incident_id}, ${row.hypothesis_id}, ${id}, ${personId}, 'comment.redacted', ${reason})`.execute(tx);
    await maskMessages(tx, { resource: row.incident_id, key: "comment_id", id, mask: redactedText });
    await forgetInPostmortem(
      tx,
      row.incident_id,
      texts.map(({ text }) => text),
    );
    return true;
  },

  async evidences(tx, { id, reason, personId }) {
    // A script that is being evaluated could store a result with the redacted text.
    await lockDone(tx);
    const { rows: texts } = await sql<Text>`
      select t.text
      from   evidences e
      cross  join lateral (
               values (e.description), (e.script), (e.evidence ->> 'comment')
               union all
               select m #>> '{}' from jsonb_path_query(e.evidence, '$.lines[*].message') m
             ) as t (text)
      where  e.id = ${id}
      union all
      select description from incident_histories where evidence_id = ${id}`.execute(tx);
    const { rows } = await sql<{ hypothesis_id: string; incident_id: string }>`
      update evidences
      set    description = ${redactedText}, evidence = '{"redacted": true}', properties = null, script = null, script_result = null,
             redacted_at = now(), redacted_by = ${personId}, redaction_reason = ${reason}
      where  id = ${id}
      returning hypothesis_id, (select h.incident_id from hypotheses h where h.id = hypothesis_id) as incident_id`.execute(
      tx,
    );
    const row = rows[0];
    if (!row) return false;
    await sql`
      update incident_histories set description = ${redactedText} where evidence_id = ${id} and description is not null`.execute(
      tx,
    );
    await sql`
      insert into incident_histories (incident_id, hypothesis_id, evidence_id, created_by, type, reason)
      values (${row.incident_id}, ${row.hypothesis_id}, ${id}, ${personId}, 'evidence.redacted', ${reason})`.execute(
      tx,
    );
    await maskMessages(tx, { resource: row.incident_id, key: "id", id, mask: redactedText });
    await forgetInPostmortem(
      tx,
      row.incident_id,
      texts.map(({ text }) => text),
    );
    return true;
  },
};
