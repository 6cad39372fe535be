// Rows of ClickHouse over its HTTP interface (https://clickhouse.com/docs/interfaces/http): a line of JSON each. What goes wrong
// halfway is known before the first row, because the server is asked to wait for the end.
import { ConnectionFailure, webServer, type OpenConnection } from "../../../../connections/server/index.ts";
import type { ScrapeRun } from "../../scraper-kind.ts";
import { textRow, type TextRow } from "./rows.ts";

const mostBytes = 64 * 1024 * 1024;
const patienceMs = 5 * 60_000;

export async function* clickhouseRows(
  connection: OpenConnection,
  run: ScrapeRun,
  query: string,
): AsyncGenerator<TextRow> {
  const { url, database } = addressOf(connection.url ?? "");
  const server = webServer({ ...connection, url }, run, { answerMs: patienceMs, maxBytes: mostBytes });
  const settings = new URLSearchParams({
    default_format: "JSONEachRow",
    wait_end_of_query: "1",
    output_format_json_quote_64bit_integers: "1",
    ...(database && { database }),
  });
  const answer = await server.post(`/?${settings}`, query, "text/plain; charset=utf-8");
  if (answer.status !== 200)
    throw new ConnectionFailure(
      `ClickHouse refuses the query (${answer.status}): ${answer.text().trim().slice(0, 500)}`,
      answer.status >= 500 ? "Check the query, and the log of the server." : "Check the query.",
    );
  for (const line of linesOf(answer.body)) yield textRow(rowIn(line));
}

function rowIn(line: string): Readonly<Record<string, unknown>> {
  try {
    const row: unknown = JSON.parse(line);
    if (typeof row === "object" && row !== null && !Array.isArray(row)) return row as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new ConnectionFailure(
    "The answer is not JSONEachRow as ClickHouse writes it",
    "Check the URL, and leave FORMAT out of the query.",
  );
}

/** One at a time: all of them as texts would take the memory of the answer again. */
function* linesOf(body: Buffer): Generator<string> {
  for (let at = 0; at < body.length;) {
    const found = body.indexOf(0x0a, at);
    const end = found < 0 ? body.length : found;
    const line = body.toString("utf8", at, end).trim();
    if (line !== "") yield line;
    at = end + 1;
  }
}

/** `clickhouse://host/orders` is HTTP at its usual port; `secure=true` with TLS. */
function addressOf(written: string): { url: string; database: string | null } {
  const isShort = /^clickhouse:/i.test(written);
  const url = URL.parse(written.replace(/^clickhouse:/i, "http:"));
  if (!url)
    throw new ConnectionFailure("The URL cannot be read", "Write it as https://host:8443, or clickhouse://host.");
  const { searchParams: query, port } = url;
  const database = (isShort ? url.pathname.slice(1) : "") || query.get("database");
  if (isShort) {
    const isSecure = query.get("secure") === "true" || port === "8443";
    url.pathname = "";
    if (isSecure) url.protocol = "https:";
    url.port = port || (isSecure ? "8443" : "8123");
  }
  url.search = "";
  return { url: url.href, database };
}
