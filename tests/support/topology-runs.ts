// Runs topologies on a test database. Their lookups read lists from a local server.
import { sql } from "kysely";
import { afterAll } from "vitest";
import type { Json } from "#language/columns.ts";
import type { Databases } from "#server/db/pool.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { loadTopology } from "#areas/topology/server/run/load.ts";
import { runTopology, type TopologyRun } from "#areas/topology/server/run/run-topology.ts";
import { startLocalServer } from "./local-server.ts";
import { runSystem } from "./running-system.ts";

export interface StoredComponent {
  id: string;
  name: string;
  type: string | null;
  parent: string | null;
  path: string;
  is_leaf: boolean;
  properties: Json;
  stated_health: string | null;
  deleted: boolean;
}

export async function openTopologies(db: Databases) {
  const system = await runSystem(db);
  afterAll(() => system.stop());
  const server = await startLocalServer();
  /** The documents that the server returns, by path; all other paths return an error. */
  const documents = new Map<string, unknown>();
  server.answer = (request, response) => {
    const found = documents.get(request.url ?? "");
    response.writeHead(found === undefined ? 500 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(found ?? { message: "broken" }));
  };

  /** A lookup that returns the document of this name. */
  const lookup = (name: string) => ({
    http: [{ name, url: `${server.url}/${name}`, display: { expr: "json.toJSON()" } }],
  });

  async function create(
    name: string,
    spec: object,
    more: { labels?: object; namespace?: string } = {},
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into topologies (name, namespace, labels, spec)
      values (${name}, ${more.namespace ?? "default"}, ${JSON.stringify(more.labels ?? {})}::jsonb, ${JSON.stringify(spec)}::jsonb)
      returning id`.execute(db.system);
    return rows[0]!.id;
  }

  const change = (id: string, spec: object) =>
    sql`update topologies set spec = ${JSON.stringify(spec)}::jsonb where id = ${id}`.execute(db.system);

  async function run(id: string): Promise<TopologyRun> {
    const topology = await loadTopology(system, id);
    return runTopology(system, topology!, { signal: new AbortController().signal, scrubber: createScrubber() });
  }

  async function componentsOf(id: string): Promise<StoredComponent[]> {
    const { rows } = await sql<StoredComponent>`
      select c.id, c.name, c.type, p.name as parent, c.path, c.is_leaf, c.properties, c.stated_health,
             c.deleted_at is not null as deleted
      from   components c
      left   join components p on p.id = c.parent_id
      where  c.topology_id = ${id}
      order  by c.name, p.name`.execute(db.system);
    return rows;
  }

  /** Returns `parent/name` of each component that is not deleted. */
  const tree = async (id: string) =>
    (await componentsOf(id))
      .filter(({ deleted }) => !deleted)
      .map(({ parent, name }) => (parent === null ? name : `${parent}/${name}`));

  const idsOf = async (id: string) => Object.fromEntries((await componentsOf(id)).map((one) => [one.name, one.id]));

  return { system, server, documents, lookup, create, change, run, componentsOf, tree, idsOf };
}
