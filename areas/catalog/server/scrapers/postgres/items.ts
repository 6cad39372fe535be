// Converts a server, its databases, schemas, tables and roles to items, each with its parent.
import type { Scraped } from "../../scrape/found.ts";

export interface Place {
  host: string;
  port: string;
}

type Document = Readonly<Record<string, unknown>>;

const type = {
  server: "PostgreSQL::Server",
  database: "PostgreSQL::Database",
  schema: "PostgreSQL::Schema",
  table: "PostgreSQL::Table",
  role: "PostgreSQL::Role",
} as const;

const serverId = ({ host, port }: Place) => `postgres://${host}:${port}`;
const textOf = (value: unknown) => (typeof value === "string" ? value : "");

export const serverItem = (document: Document, place: Place): Scraped => ({
  id: serverId(place),
  name: `${place.host}:${place.port}`,
  type: type.server,
  class: "Server",
  status: "Running",
  health: "healthy",
  document,
  properties: [{ name: "Version", text: textOf(document["version"]) }],
});

export const roleItem = (document: Document, place: Place): Scraped => ({
  id: `${serverId(place)}/roles/${textOf(document["name"])}`,
  name: textOf(document["name"]),
  type: type.role,
  class: "Role",
  status: document["login"] === true ? "Login" : "Group",
  health: "unknown",
  document,
  parents: [{ externalId: serverId(place), type: type.server }],
  relationships: listOf(document["member_of"]).map((name) => ({
    to: { item: { externalId: `${serverId(place)}/roles/${name}`, type: type.role } },
    relation: "RoleMember",
    isIncoming: true,
  })),
});

export const databaseItem = (document: Document, place: Place): Scraped => ({
  id: `${serverId(place)}/${textOf(document["name"])}`,
  name: textOf(document["name"]),
  type: type.database,
  class: "Database",
  status: document["allows_connections"] === false ? "Closed" : "Open",
  health: "unknown",
  document,
  parents: [{ externalId: serverId(place), type: type.server }],
});

export const schemaItem = (document: Document, place: Place, database: string): Scraped => ({
  id: `${serverId(place)}/${database}/${textOf(document["name"])}`,
  name: textOf(document["name"]),
  type: type.schema,
  class: "Schema",
  health: "unknown",
  document,
  tags: { database },
  parents: [{ externalId: `${serverId(place)}/${database}`, type: type.database }],
});

export function tableItem({ references, ...document }: Document, place: Place, database: string): Scraped {
  const [schema, name] = [textOf(document["schema"]), textOf(document["name"])];
  const above = `${serverId(place)}/${database}`;
  return {
    id: `${above}/${schema}/${name}`,
    name: `${schema}.${name}`,
    type: type.table,
    class: "Table",
    health: "unknown",
    description: textOf(document["comment"]) || undefined,
    document,
    tags: { database, schema },
    parents: [{ externalId: `${above}/${schema}`, type: type.schema }],
    relationships: listOf(references)
      .filter((target) => target !== `${schema}/${name}`)
      .map((target) => ({
        to: { item: { externalId: `${above}/${target}`, type: type.table } },
        relation: "TableReference",
      })),
  };
}

const listOf = (value: unknown) => (Array.isArray(value) ? (value as unknown[]).map(String) : []);
