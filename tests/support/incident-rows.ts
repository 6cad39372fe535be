// Writes incidents with evidence as rows, for tests of their automation.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { systemPersonId } from "#areas/people/server/index.ts";
import type { Databases } from "#server/db/pool.ts";

export interface EvidenceParts {
  type?: string;
  check_id?: string;
  component_id?: string;
  config_id?: string;
  config_analysis_id?: string;
  config_change_id?: string;
  description?: string;
  definition_of_done?: boolean;
  done?: boolean;
  script?: string;
}

export interface WrittenIncident {
  id: string;
  hypothesis: string;
  /** The ids of the evidence, in the order of its parts. */
  evidence: string[];
}

export function incidentRows({ system: db }: Databases) {
  const insert = async (table: string, row: object) => {
    const columns = Object.keys(row).map((column) => sql.ref(column));
    await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(Object.values(row))})`.execute(
      db,
    );
  };
  const addEvidence = async (hypothesis: string, parts: EvidenceParts): Promise<string> => {
    const id = randomUUID();
    const type = parts.check_id ? "check" : parts.component_id ? "topology" : parts.config_id ? "config" : "comment";
    const row = { id, hypothesis_id: hypothesis, created_by: systemPersonId, definition_of_done: true, type, ...parts };
    await insert("evidences", row);
    return id;
  };
  return {
    addEvidence,
    /** Returns the ids; evidence belongs to the definition of done by default. */
    async incident(evidence: readonly EvidenceParts[], incident: object = {}): Promise<WrittenIncident> {
      const [id, hypothesis] = [randomUUID(), randomUUID()];
      await insert("incidents", { id, title: "the quay is closed", created_by: systemPersonId, ...incident });
      await insert("hypotheses", {
        id: hypothesis,
        incident_id: id,
        type: "root",
        title: "the crane is broken",
        created_by: systemPersonId,
      });
      const ids: string[] = [];
      for (const parts of evidence) ids.push(await addEvidence(hypothesis, parts));
      return { id, hypothesis, evidence: ids };
    },
    async statusOf(id: string): Promise<string> {
      const { rows } = await sql<{ status: string }>`select status from incidents where id = ${id}`.execute(db);
      return rows[0]!.status;
    },
    async evidenceRow(id: string): Promise<{ done: boolean | null; script_result: string | null }> {
      const { rows } = await sql<{ done: boolean | null; script_result: string | null }>`
        select done, script_result from evidences where id = ${id}`.execute(db);
      return rows[0]!;
    },
    /** The status changes in the history, oldest first. */
    async statusHistory(id: string): Promise<{ description: string; reason: string | null; created_by: string }[]> {
      const { rows } = await sql<{ description: string; reason: string | null; created_by: string }>`
        select description, reason, created_by
        from   incident_histories
        where  incident_id = ${id} and type = 'incident.status_updated'
        order  by created_at, id`.execute(db);
      return rows;
    },
  };
}
