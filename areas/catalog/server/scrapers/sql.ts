// Reads each row of a query as a document. The rows are streamed from the database at the speed at which they are
// saved.
import { z } from "zod";
import { connectionOf, credentials, longTemplated, templated } from "#server/spec/parts.ts";
import type { OpenConnection } from "#areas/connections/server/index.ts";
import { defineScraper, ScraperInvalid, type ScrapeRun } from "../scrape/scraper-kind.ts";
import { scraperEntry } from "../spec/entry.ts";
import { clickhouseRows } from "./sql/clickhouse.ts";
import { driverFor, drivers, type Driver } from "./sql/driver.ts";
import { documentOf, mssqlRows, mysqlRows, postgresRows, type TextRow } from "./sql/rows.ts";
import { explainFailures } from "./reading/explain-failures.ts";

type RowsOf = (connection: OpenConnection, run: ScrapeRun, query: string) => AsyncIterable<TextRow>;

const rowsBy: Readonly<Record<Driver, RowsOf>> = {
  postgres: postgresRows,
  mysql: mysqlRows,
  mssql: mssqlRows,
  clickhouse: clickhouseRows,
};

export const sql = defineScraper({
  type: "sql",
  title: "SQL",
  icon: "database",
  group: "Databases and services",
  spec: scraperEntry({
    connection: connectionOf("postgres", "mysql", "sql_server").optional().meta({
      label: "Connection",
      placeholder: "connection://namespace/name, or postgres://host:5432/orders",
    }),
    url: templated
      .optional()
      .meta({ label: "URL", placeholder: "postgres://$(username):$(password)@host:5432/orders" }),
    ...credentials,
    driver: z
      .enum(drivers, `must be one of ${drivers.join(", ")}`)
      .optional()
      .meta({ label: "Driver", description: "Default: by the URL, or by the type of the connection." }),
    query: longTemplated.min(1, "is required").meta({
      label: "Query",
      placeholder: "SELECT id, name, state FROM hosts",
      description: "Every row is an item; a single column is read as the document itself.",
    }),
  }).superRefine(({ connection: by, url }, context) => {
    if (!by && !url)
      context.addIssue({ code: "custom", path: ["connection"], message: "is required: a connection, or a URL" });
  }),

  scrape: (spec, run) =>
    explainFailures(run, async function* (traced) {
      const opened = await traced.connection(spec);
      const driver = spec.driver ?? driverFor(opened);
      if (!driver)
        throw new ScraperInvalid(
          `The database type cannot be determined from the URL. Set driver to one of ${drivers.join(", ")}.`,
        );
      for await (const row of rowsBy[driver](opened, traced, spec.query)) yield { document: documentOf(row) };
    }),
});
