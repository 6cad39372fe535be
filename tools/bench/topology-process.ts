// Saves the tree of a topology in a separate process, like a worker. The bench controls it by messages.
import { pino } from "pino";
import { localAgent } from "#language/local-agent.ts";
import { openCatalog } from "#server/db/catalog.ts";
import { createListening } from "#server/db/listening.ts";
import { openDatabases, type Connection } from "#server/db/pool.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { BuildLog } from "../../areas/topology/server/build/build-log.ts";
import { readComponent } from "../../areas/topology/server/build/read-component.ts";
import { linkComponents, type LinkTools } from "../../areas/topology/server/links/link-components.ts";
import { saveTree, type Saved } from "../../areas/topology/server/save/save.ts";
import { documentOf, treeOf, type TreeVersion } from "./built-topology.ts";

export type BuildingOrder =
  | { kind: "open"; connection: Connection }
  | ({ kind: "save"; topologyId: string } & TreeVersion)
  /** Inserts the same components as plain rows, in batches. */
  | { kind: "insert"; components: number };

export interface BuildingDone {
  ms: number;
  /** The peak resident memory so far, in megabytes. */
  megabytes: number;
  saved: Pick<Saved, "added" | "changed" | "unchanged" | "removed">;
}

const perInsert = 1_000;
const none = { added: 0, changed: 0, unchanged: 0, removed: 0 };

let system: LinkTools;

async function saveAll({
  topologyId: id,
  ...version
}: TreeVersion & { topologyId: string }): Promise<BuildingDone["saved"]> {
  const root = readComponent({ name: "bench", type: "Root", components: treeOf(version) });
  const topology = { id, name: "bench", namespace: "default", agentId: localAgent, spec: {} };
  const { added, changed, unchanged, removed, written } = await system.db.system
    .transaction()
    .execute((tx) =>
      saveTree(
        tx,
        { roots: [root], foreignParents: new Map() },
        { topology, log: new BuildLog(), scrubber: createScrubber() },
      ),
    );
  await linkComponents(system, written);
  return { added, changed, unchanged, removed };
}

async function insertAll(components: number): Promise<BuildingDone["saved"]> {
  const pool = system.db.pools.system;
  await pool.query("create table if not exists bench_parts (id text primary key, document jsonb)");
  await pool.query("truncate bench_parts");
  for (let from = 0; from < components; from += perInsert) {
    const rows = Array.from({ length: Math.min(perInsert, components - from) }, (_, n) => ({
      id: String(from + n),
      document: documentOf(from + n, "v0"),
    }));
    await pool.query(
      "insert into bench_parts select * from jsonb_to_recordset($1::jsonb) as g (id text, document jsonb)",
      [JSON.stringify(rows)],
    );
  }
  return none;
}

async function open(connection: Connection): Promise<LinkTools> {
  const log = pino({ level: "warn" });
  const db = await openDatabases(connection, { log });
  return { db, catalog: await openCatalog(db, createListening(db, log), log) };
}

async function obey(order: BuildingOrder): Promise<void> {
  if (order.kind === "open") {
    system = await open(order.connection);
    process.send!("open");
    return;
  }
  const startedAt = performance.now();
  const saved = order.kind === "save" ? await saveAll(order) : await insertAll(order.components);
  const done: BuildingDone = {
    ms: performance.now() - startedAt,
    megabytes: process.resourceUsage().maxRSS / 1024,
    saved,
  };
  process.send!(done);
}

process.on("message", (order: BuildingOrder) => void obey(order));
