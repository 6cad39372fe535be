// Reads rows from ClickHouse over its HTTP interface (https://clickhouse.com/docs/interfaces/http), one line of JSON
// per row. wait_end_of_query makes the server report errors before the first row. A proxy may ignore this parameter:
// then the exception follows the rows, in a response with status 200.
import type { Fetched } from "#server/outbound/outbound.ts";
import { ConnectionFailure, requestOf, type OpenConnection } from "#areas/connections/server/index.ts";
import type { ScrapeRun } from "../../scrape/scraper-kind.ts";
import { readExactly } from "./exact-json.ts";
import { textRow, type TextRow } from "./rows.ts";

const limits = { timeoutMs: 5 * 60_000, maxRedirects: 0, maxBytes: 64 * 1024 * 1024 };
const maxReasonLength = 500;

/**
 * Matches `Code: 60. DB::Exception: Table default.t does not exist. (UNKNOWN_TABLE)`, and the format of older versions.
 */
const exception = /Code: (\d+)[.,] (?:e\.displayText\(\) = )?(DB::.*)/s;
/** Exception codes of ClickHouse. */
const credentialsRefused = new Set([192, 193, 194, 516]);

export async function* clickhouseRows(
  connection: OpenConnection,
  run: ScrapeRun,
  query: string,
): AsyncGenerator<TextRow> {
  const { url, database } = addressOf(connection.url ?? "");
  // None of these parameters is a setting, because read-only users are not allowed to change settings.
  url.search = new URLSearchParams({
    default_format: "JSONEachRow",
    wait_end_of_query: "1",
    ...(database && { database }),
  }).toString();
  const known = { ...run, connection: async () => ({ ...connection, url: url.href, type: "http" }) };
  const headers = [{ name: "content-type", value: "text/plain; charset=utf-8" }];
  const prepared = await requestOf({ connection: "resolved", method: "POST", body: query, headers }, known, limits);
  const answer = await run.outbound.fetch(prepared.url, prepared.request);
  if (answer.status !== 200) throw refusal(answer);
  for (const { line, rest } of linesOf(answer.body)) yield textRow(rowIn(line, rest));
}

function rowIn(line: string, rest: () => string): Readonly<Record<string, unknown>> {
  let row: unknown;
  try {
    row = readExactly(line);
  } catch {
    // The error is reported below.
  }
  const isRow = typeof row === "object" && row !== null && !Array.isArray(row);
  const message = isRow ? exceptionRow(row as Record<string, unknown>) : rest();
  const [, , exceptionText] = exception.exec(message ?? "") ?? [];
  if (exceptionText !== undefined)
    throw new ConnectionFailure(
      `ClickHouse failed after some rows: ${shortened(exceptionText)}`,
      "The rows read so far are kept. Check the query, and the log of the server.",
    );
  if (isRow) return row as Record<string, unknown>;
  throw new ConnectionFailure(
    "The response is not in the JSONEachRow format of ClickHouse",
    "Check the URL, and leave FORMAT out of the query.",
  );
}

/** Servers may write the exception in the format of the rows. */
const exceptionRow = (row: Readonly<Record<string, unknown>>): string | undefined =>
  typeof row["exception"] === "string" && Object.keys(row).length === 1 ? row["exception"] : undefined;

function refusal({ status, headers, ...answer }: Fetched): ConnectionFailure {
  const text = answer.text().trim();
  const [, code = headers["x-clickhouse-exception-code"], exceptionText] = exception.exec(unwrapped(text)) ?? [];
  if (status === 401 || credentialsRefused.has(Number(code)))
    return new ConnectionFailure("ClickHouse refused the username or the password", "Check username and password.");
  if (exceptionText === undefined && code === undefined)
    return new ConnectionFailure(
      `The server is not ClickHouse: it responded with the status ${status}`,
      "Check the URL: it must be the HTTP interface, usually port 8123, or 8443 with TLS.",
    );
  const fix = status === 403 ? "Check the permissions of the user." : "Check the query.";
  return new ConnectionFailure(`ClickHouse refuses the query (${status}): ${shortened(exceptionText ?? text)}`, fix);
}

function unwrapped(text: string): string {
  if (!text.startsWith("{")) return text;
  try {
    return exceptionRow(JSON.parse(text) as Record<string, unknown>) ?? text;
  } catch {
    return text;
  }
}

/** Returns the first line, without the version at its end. */
const shortened = (text: string) => {
  const line = text
    .split("\n")[0]!
    .replace(/ ?\(version [^()]*(?:\([^()]*\))?[^()]*\)\s*$/, "")
    .trim();
  return line.length > maxReasonLength ? `${line.slice(0, maxReasonLength)}…` : line;
};

/** Decodes one line at a time, because decoding everything at once would double the memory of the response. */
function* linesOf(body: Buffer): Generator<{ line: string; rest: () => string }> {
  for (let at = 0; at < body.length;) {
    const found = body.indexOf(0x0a, at);
    const end = found < 0 ? body.length : found;
    const [begin, line] = [at, body.toString("utf8", at, end).trim()];
    if (line !== "") yield { line, rest: () => body.toString("utf8", begin, begin + 10 * maxReasonLength) };
    at = end + 1;
  }
}

/** Parses the URL: `clickhouse://host/orders` means HTTP on the default port, and `secure=true` selects TLS. */
function addressOf(written: string): { url: URL; database: string | null } {
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
  return { url, database };
}
