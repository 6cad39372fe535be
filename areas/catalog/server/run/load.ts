// Scrapers out of their rows, as they are run.
import { sql } from "kysely";
import { localAgent } from "#language/local-agent.ts";
import type { System } from "#server/area.ts";
import type { RunnableScraper } from "./runnable.ts";
import { version } from "./unchanged.ts";

export interface LoadedScraper extends RunnableScraper {
  version: string;
}

interface Row {
  id: string;
  name: string;
  namespace: string | null;
  agent_id: string;
  spec: Readonly<Record<string, unknown>>;
  source: string;
  version: string;
}

/** Those that are there and ours to run; all of them unless ids are given. */
export async function loadScrapers({ db }: Pick<System, "db">, ids?: readonly string[]): Promise<LoadedScraper[]> {
  const which = ids === undefined ? sql`` : sql`and s.id = any (${ids}::uuid[])`;
  const { rows } = await sql<Row>`
    select s.id, s.name, s.namespace, s.agent_id, s.spec, s.source, ${version} as version
    from   config_scrapers s
    where  s.deleted_at is null and s.agent_id = ${localAgent} and s.id <> ${localAgent} ${which}`.execute(db.system);
  return rows.map(({ id, name, namespace, agent_id, spec, source, version: at }) => ({
    id,
    name,
    namespace: namespace ?? "default",
    agentId: agent_id,
    spec,
    trust: source === "System" ? "system" : "operator",
    version: at,
  }));
}
