// Simulates ClickHouse with two tables, according to the documentation of its HTTP interface:
// https://clickhouse.com/docs/interfaces/http.
import type { Answer, Asked, StandIn } from "./stand-in.ts";

export const clickhouseUser = { username: "ada", password: "canaryH-clickhouse" };

/** The server returns numbers that are larger and more precise than JavaScript numbers. */
const ships = [
  '{"id":18446744073709551615,"name":"Argo","tons":1234567890123456.789,"crew":[1,2],"sunk":null,"built":"2024-01-02"}',
  '{"id":2,"name":"Beagle \\"II\\"","tons":7.50,"crew":[],"sunk":null,"built":"2024-01-03"}',
];
const version = "(version 24.8.4.13 (official build))";

/** Parameters that are not settings; a read-only user cannot send any others. */
const reserved = new Set(["query", "database", "default_format", "wait_end_of_query", "buffer_size", "query_id"]);

const refused = (status: number, code: number, text: string): Answer => ({
  status,
  headers: { "content-type": "text/plain; charset=UTF-8", "x-clickhouse-exception-code": String(code) },
  body: `Code: ${code}. DB::Exception: ${text} ${version}\n`,
});
const rows = (lines: readonly string[], format = "JSONEachRow"): Answer => ({
  headers: { "content-type": "application/x-ndjson; charset=UTF-8", "x-clickhouse-format": format },
  body: lines.map((line) => `${line}\n`).join(""),
});

function answer({ headers, query, body, method }: Asked, { isDeaf }: { isDeaf: boolean }): Answer {
  const who = Buffer.from((headers["authorization"] ?? "").replace("Basic ", ""), "base64").toString();
  const { username, password } = clickhouseUser;
  if (who !== `${username}:${password}`)
    return refused(
      403,
      516,
      `${who.split(":")[0]}: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED)`,
    );
  if (method !== "POST") return { status: 200, body: "Ok.\n" };
  const setting = [...query.keys()].find((key) => !reserved.has(key));
  if (setting) return refused(500, 164, `Cannot modify '${setting}' setting in readonly mode. (READONLY)`);
  const database = query.get("database") ?? "default";
  if (database !== "orders") return refused(404, 81, `Database ${database} does not exist. (UNKNOWN_DATABASE)`);
  if (/FORMAT TSV/i.test(body)) return { headers: { "x-clickhouse-format": "TSV" }, body: "1\tArgo\n2\tBeagle\n" };
  if (query.get("default_format") !== "JSONEachRow") return { body: "1\tArgo\n" };
  if (/^select \* from ships$/i.test(body)) return rows(ships);
  if (/^select name from ships$/i.test(body)) return rows(['{"name":"Argo"}', '{"name":"Beagle"}']);
  if (/^select \* from empty$/i.test(body)) return rows([]);
  if (/throwIf/.test(body)) {
    const [code, text] = [
      395,
      "Value passed to 'throwIf' function is non-zero: while executing. (FUNCTION_THROW_IF_VALUE_IS_NON_ZERO)",
    ] as const;
    if (query.get("wait_end_of_query") === "1" && !isDeaf) return refused(500, code, text);
    const said = `Code: ${code}. DB::Exception: ${text} ${version}`;
    const read = ['{"id":1}', '{"id":2}'];
    if (/asRow/.test(body)) return rows([...read, JSON.stringify({ exception: said })]);
    // Newer servers put a marker before the error, so that clients do not mistake it for a row.
    if (/marked/.test(body))
      return rows([...read, "__exception__\r", "dmrdfnujjqvszhav\r", said, "97 dmrdfnujjqvszhav\r"]);
    return rows([...read, said]);
  }
  if (/secrets/.test(body))
    return refused(
      403,
      497,
      `${username}: Not enough privileges. To execute this query, it's necessary to have the grant SELECT(key) ON orders.secrets. (ACCESS_DENIED)`,
    );
  if (/^select/i.test(body)) return refused(404, 60, "Table orders.wrecks does not exist. (UNKNOWN_TABLE)");
  return refused(
    400,
    62,
    `Syntax error: failed at position 1 (${body}): ${body}. Expected one of: SELECT, WITH. (SYNTAX_ERROR)`,
  );
}

export const clickhouse: Readonly<Record<string, StandIn>> = {
  "clickhouse.example": (asked) => answer(asked, { isDeaf: false }),
  /** This proxy forwards the response unbuffered and ignores wait_end_of_query. */
  "deaf.clickhouse.example": (asked) => answer(asked, { isDeaf: true }),
};
