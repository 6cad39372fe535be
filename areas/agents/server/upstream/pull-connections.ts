// Lists the connections that the resources of an agent may use, with the credentials of those that the agent does not have
// in this version. The agent deletes every connection that the list does not contain.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import { recordDeeds, type Deed } from "#server/audit/audit.ts";
import {
  connectionUses,
  openForAgent,
  referencePattern,
  type Automation,
  type SentForResource,
} from "#areas/connections/server/index.ts";
import { needsHttps, sentTo, type Caller } from "./pull.ts";
import type { Sender } from "./sender.ts";

export interface PullingConnections extends Caller {
  /** The versions that the agent has. */
  stored: readonly { resource_id: string; reference: string; version: string }[];
}

export async function pullConnections(
  system: Pick<System, "db" | "secrets" | "log">,
  agent: Sender,
  { stored, actor, origin, isPrivate }: PullingConnections,
): Promise<SentForResource[]> {
  const { db } = system;
  const has = new Set(stored.map(({ resource_id: id, reference, version }) => [id, version, reference].join(" ")));
  const deeds = new Map<string, Deed>();
  const listed: SentForResource[] = [];
  for (const use of await connectionUses({ db }, await referringOf({ db }, agent))) {
    const { reference, row, subject, refusal } = use;
    const place = { resource_id: subject.id, reference };
    const version = `${row.id} ${row.updated_at}`;
    if (!refusal && has.has([subject.id, version, reference].join(" "))) {
      listed.push({ ...place, version });
      continue;
    }
    const sent = isPrivate || refusal ? await openForAgent(system, use) : { refused: onlyPrivate };
    listed.push("refused" in sent ? { ...place, ...sent } : { ...place, version, ...sent });
    if ("connection" in sent) deeds.set(row.id, sentTo(agent, "connections", row));
  }
  await recordDeeds(db.system, { actor, origin }, [...deeds.values()]);
  return listed;
}

const { message, hint } = needsHttps();
const onlyPrivate = [message, hint].join(" ");

interface ReferringRow extends Automation {
  spec: unknown;
}

/** Returns the resources of the agent whose specs may contain references. */
async function referringOf({ db }: Pick<System, "db">, agent: Sender) {
  const from = (kind: string, table: string) => sql`
    select ${kind}::text as kind, id, name, namespace, spec
    from   ${sql.table(table)}
    where  agent_id = ${agent.id}
    and    source is distinct from 'Push'
    and    deleted_at is null
    and    spec::text ~* ${referencePattern}`;
  const { rows } = await sql<ReferringRow>`
    ${from("canary", "canaries")}
    union all
    ${from("scraper", "config_scrapers")}
    union all
    ${from("topology", "topologies")}`.execute(db.system);
  return rows.map(({ spec, ...subject }) => ({ spec, subject }));
}
