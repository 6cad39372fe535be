// The rows of a query to ClickHouse, under the name that manifests in use have for it; `sql` asks it as well.
import { connection, credentials, longTemplated, templated } from "#server/spec/parts.ts";
import { defineScraper, ScraperInvalid } from "../scraper-kind.ts";
import { scraperEntry } from "../spec/entry.ts";
import { clickhouseRows } from "./sql/clickhouse.ts";
import { documentOf } from "./sql/rows.ts";
import { toldWhere } from "./told-where.ts";

/** Tables that would be made of files of a bucket for the query. */
const notYet = ["awsS3", "azureBlobStorage"] as const;

export const clickhouse = defineScraper({
  type: "clickhouse",
  title: "ClickHouse",
  icon: "database",
  spec: scraperEntry({
    clickhouseURL: templated.optional().meta({ label: "URL", placeholder: "clickhouse://host:8123/orders" }),
    connection: connection.optional(),
    ...credentials,
    query: longTemplated.min(1, "is required").meta({
      label: "Query",
      placeholder: "SELECT id, name, state FROM hosts",
      description: "Every row is an item; a single column is read as a document of its own.",
    }),
  }).superRefine(({ clickhouseURL, connection: by }, context) => {
    if (!clickhouseURL && !by)
      context.addIssue({ code: "custom", path: ["clickhouseURL"], message: "is required, or a connection" });
  }),

  scrape: (spec, run) =>
    toldWhere(run, async function* (way) {
      const other = notYet.find((word) => spec[word] !== undefined && spec[word] !== null);
      if (other)
        throw new ScraperInvalid(`${other} cannot be used yet: leave it out, and let the query name what it reads.`);
      const { connection: by, clickhouseURL: url, username, password } = spec;
      const opened = await way.connection({ connection: by, url, username, password });
      for await (const row of clickhouseRows(opened, way, spec.query)) yield { document: documentOf(row) };
    }),
});
