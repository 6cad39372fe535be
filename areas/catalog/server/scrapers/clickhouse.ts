// Reads the rows of a ClickHouse query, under the type that existing manifests use; `sql` can query ClickHouse as well.
import { connection, credentials, longTemplated, refused, templated } from "#server/spec/parts.ts";
import { defineScraper } from "../scrape/scraper-kind.ts";
import { scraperEntry } from "../spec/entry.ts";
import { clickhouseRows } from "./sql/clickhouse.ts";
import { documentOf } from "./sql/rows.ts";
import { explainFailures } from "./reading/explain-failures.ts";

/** Fields for tables that are stored as files in a bucket. */
const bucketTable = refused("is not supported: query the table by its name, and remove this field");

export const clickhouse = defineScraper({
  type: "clickhouse",
  title: "ClickHouse",
  icon: "database",
  group: "Databases and services",
  spec: scraperEntry({
    clickhouseURL: templated.optional().meta({ label: "URL", placeholder: "clickhouse://host:8123/orders" }),
    connection: connection.optional(),
    ...credentials,
    query: longTemplated.min(1, "is required").meta({
      label: "Query",
      placeholder: "SELECT id, name, state FROM hosts",
      description: "Every row is an item; a single column is read as the document itself.",
    }),
    awsS3: bucketTable,
    azureBlobStorage: bucketTable,
  }).superRefine(({ clickhouseURL, connection: by }, context) => {
    if (!clickhouseURL && !by)
      context.addIssue({ code: "custom", path: ["clickhouseURL"], message: "is required, or a connection" });
  }),

  scrape: (spec, run) =>
    explainFailures(run, async function* (traced) {
      const opened = await traced.connection({ ...spec, url: spec.clickhouseURL });
      for await (const row of clickhouseRows(opened, traced, spec.query)) yield { document: documentOf(row) };
    }),
});
