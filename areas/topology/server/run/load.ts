// Loads topologies from the database.
import { sql } from "kysely";
import type { Labels } from "#language/columns.ts";
import { localAgent } from "#language/local-agent.ts";
import type { System } from "#server/area.ts";
import { openDocument } from "#server/spec/sealed-columns.ts";
import { versionOf } from "#server/spec/unchanged.ts";
import type { RunnableTopology } from "../build/build-context.ts";

export interface LoadedTopology extends RunnableTopology {
  version: string;
  /** The spec with masked credentials, readable by every user. */
  maskedSpec: RunnableTopology["spec"];
  source: string;
}

interface Row {
  id: string;
  name: string;
  namespace: string;
  agent_id: string;
  labels: Labels | null;
  spec: RunnableTopology["spec"] | null;
  spec_secrets: string | null;
  source: string;
}

/** Returns undefined if the topology does not exist, or if an agent runs it. */
export async function loadTopology(
  { db, secrets }: Pick<System, "db" | "secrets">,
  id: string,
): Promise<LoadedTopology | undefined> {
  const { rows } = await sql<Row>`
    select id, name, namespace, agent_id, labels, spec, spec_secrets, source
    from   topologies
    where  id = ${id} and deleted_at is null and agent_id = ${localAgent}`.execute(db.system);
  const [row] = rows;
  if (!row) return undefined;
  const { name, namespace, agent_id, labels, spec, spec_secrets: sealed, source } = row;
  const opened = openDocument(secrets, { table: "topologies", id, column: "spec" }, { masked: spec ?? {}, sealed });
  return {
    id,
    name,
    namespace,
    agentId: agent_id,
    labels: labels ?? {},
    spec: opened as RunnableTopology["spec"],
    maskedSpec: spec ?? {},
    source,
    trust: source === "System" ? "system" : "operator",
    version: versionOf(secrets, "topologies", row),
  };
}
