// Loads scrapers from the database.
import { sql } from "kysely";
import { localAgent } from "#language/local-agent.ts";
import type { System } from "#server/area.ts";
import { openDocument } from "#server/spec/sealed-columns.ts";
import { versionOf } from "#server/spec/unchanged.ts";
import type { RunnableScraper } from "./runnable.ts";

export interface LoadedScraper extends RunnableScraper {
  version: string;
  /** The spec with masked credentials, readable by every user. */
  maskedSpec: RunnableScraper["spec"];
  source: string;
}

interface Row {
  id: string;
  name: string;
  namespace: string | null;
  agent_id: string;
  spec: Readonly<Record<string, unknown>>;
  spec_secrets: string | null;
  source: string;
}

/** Loads the scrapers that this installation runs. Default: all of them. */
export async function loadScrapers(
  { db, secrets, log }: Pick<System, "db" | "secrets" | "log">,
  ids?: readonly string[],
): Promise<LoadedScraper[]> {
  const which = ids === undefined ? sql`` : sql`and s.id = any (${ids}::uuid[])`;
  const { rows } = await sql<Row>`
    select s.id, s.name, s.namespace, s.agent_id, s.spec, s.spec_secrets, s.source
    from   config_scrapers s
    where  s.deleted_at is null and s.agent_id = ${localAgent} and s.id <> ${localAgent} ${which}`.execute(db.system);
  return rows.map((row) => {
    const { id, name, namespace, agent_id, spec: maskedSpec, source } = row;
    return {
      id,
      name,
      namespace: namespace ?? "default",
      agentId: agent_id,
      spec: openedSpec(row, { secrets, log }),
      maskedSpec,
      source,
      trust: source === "System" ? "system" : "operator",
      version: versionOf(secrets, "config_scrapers", row),
    };
  });
}

/**
 * If the credentials cannot be decrypted, the spec keeps its masks, and its entries fail with a reason when they are
 * run.
 */
function openedSpec(
  { id, spec, spec_secrets: sealed }: Row,
  { secrets, log }: Pick<System, "secrets" | "log">,
): RunnableScraper["spec"] {
  try {
    const place = { table: "config_scrapers", id, column: "spec" };
    return openDocument(secrets, place, { masked: spec, sealed }) as RunnableScraper["spec"];
  } catch (error) {
    log.warn({ scraper: id, err: error }, "the credentials of a scraper cannot be decrypted");
    return spec;
  }
}
