// Reads a PostgreSQL server: its databases, their schemas and tables, and its roles. Counters such as rows and bytes
// are not configuration and are left out.
import { connectionOf, credentials, templated, texts, yes } from "#server/spec/parts.ts";
import { withPostgres, type OpenConnection } from "#areas/connections/server/index.ts";
import type { Scraped } from "../scrape/found.ts";
import { defineScraper, type ScrapeRun } from "../scrape/scraper-kind.ts";
import { scraperEntry } from "../spec/entry.ts";
import { databaseItem, roleItem, schemaItem, serverItem, tableItem, type Place } from "./postgres/items.ts";
import { queries } from "./postgres/queries.ts";
import { postgresRows } from "./sql/rows.ts";
import { reasonIn, explainFailures } from "./reading/explain-failures.ts";

export const postgres = defineScraper({
  type: "postgres",
  title: "PostgreSQL",
  icon: "postgres",
  group: "Databases and services",
  spec: scraperEntry({
    connection: connectionOf("postgres").optional(),
    url: templated
      .optional()
      .meta({ label: "URL", placeholder: "postgres://$(username):$(password)@host:5432/orders" }),
    ...credentials,
    databases: texts.optional().meta({
      label: "Databases",
      description: "Databases whose schemas and tables are read, with the same user. Default: the database of the URL.",
    }),
    permissions: yes
      .optional()
      .meta({ label: "Permissions", description: "Also saves the access privileges of tables." }),
  }).superRefine(({ connection: by, url }, context) => {
    if (!by && !url)
      context.addIssue({ code: "custom", path: ["connection"], message: "is required: a connection, or a URL" });
  }),

  scrape: (spec, run) =>
    explainFailures(run, async function* (traced) {
      const opened = await traced.connection(spec);
      const own = await databaseOf(opened, traced);
      const place = placeOf(opened);
      yield* each(opened, traced, queries.server, (row) => serverItem(row, place));
      yield* each(opened, traced, queries.roles, (row) => roleItem(row, place));
      yield* each(opened, traced, queries.databases, (row) => databaseItem(row, place));
      for (const database of spec.databases?.length ? spec.databases : [own])
        try {
          const at = { ...opened, url: withDatabase(opened.url ?? "", database) };
          yield* each(at, traced, queries.schemas, (row) => schemaItem(row, place, database));
          yield* each(at, traced, queries.tables(spec.permissions === true), (row) => tableItem(row, place, database));
        } catch (error) {
          if (database === own || traced.signal.aborted) throw error;
          traced.fail(`The database ${database} cannot be read: ${reasonIn(error)}`, { type: "PostgreSQL::Table" });
        }
    }),
});

/** Runs a query whose only column is a document. */
async function* each(
  opened: OpenConnection,
  run: ScrapeRun,
  query: string,
  itemOf: (document: Readonly<Record<string, unknown>>) => Scraped,
): AsyncGenerator<Scraped> {
  for await (const { document } of postgresRows(opened, run, query))
    yield itemOf(JSON.parse(document!) as Record<string, unknown>);
}

const databaseOf = (opened: OpenConnection, run: ScrapeRun) =>
  withPostgres(opened, run, async (client) => {
    const { rows } = await client.query<{ name: string }>("select current_database() as name");
    return rows[0]!.name;
  });

/**
 * Returns host and port as written in the connection, because a server may have several names, and users know the name
 * in the connection.
 */
function placeOf({ url }: OpenConnection): Place {
  const read = URL.parse(url ?? "");
  const [, host = "localhost"] = /\bhost=(\S+)/.exec(url ?? "") ?? [];
  const [, port = "5432"] = /\bport=(\d+)/.exec(url ?? "") ?? [];
  return read?.hostname ? { host: read.hostname, port: read.port || "5432" } : { host, port };
}

function withDatabase(url: string, database: string): string {
  const read = URL.parse(url);
  if (!read?.hostname)
    return /\bdbname=\S*/.test(url) ? url.replace(/\bdbname=\S*/, `dbname=${database}`) : `${url} dbname=${database}`;
  read.pathname = `/${encodeURIComponent(database)}`;
  return read.href;
}
