// Tests queries to a stand-in that implements the documented HTTP interface of ClickHouse.
import { expect, test } from "vitest";
import { scrapeOnce } from "#tests/servers/scrape-once.ts";
import { clickhouse, clickhouseUser } from "#tests/services/clickhouse.ts";
import { startStandIns } from "#tests/services/stand-in.ts";

const standIns = await startStandIns(clickhouse);
const { outbound } = standIns;
const { username, password } = clickhouseUser;
const auth = { username: { value: username }, password: { value: password } };
const rowsOf = (query: string, more: object = {}) =>
  scrapeOnce("sql", { url: "https://clickhouse.example:8443?database=orders", auth, query, ...more }, { outbound });

test("yields a document per row: values are strings with all digits, NULL is null", async () => {
  const { found, error } = await rowsOf("SELECT * FROM ships");
  expect(error).toBeUndefined();
  expect(found.map(({ document }) => document)).toEqual([
    {
      id: "18446744073709551615",
      name: "Argo",
      tons: "1234567890123456.789",
      crew: "[1,2]",
      sunk: null,
      built: "2024-01-02",
    },
    { id: "2", name: 'Beagle "II"', tons: "7.50", crew: "[]", sunk: null, built: "2024-01-03" },
  ]);
  const [asked] = standIns.asked();
  expect(asked).toMatchObject({ method: "POST", body: "SELECT * FROM ships" });
  expect(Object.fromEntries(asked!.query)).toEqual({
    database: "orders",
    default_format: "JSONEachRow",
    wait_end_of_query: "1",
  });
});

test("uses the value of a single column as the document, and finds no documents if there are no rows", async () => {
  expect((await rowsOf("SELECT name FROM ships")).found.map(({ document }) => document)).toEqual(["Argo", "Beagle"]);
  expect(await rowsOf("SELECT * FROM empty")).toMatchObject({ found: [], failed: [] });
});

test.each([
  ["clickhouse://clickhouse.example/orders", "clickhouse.example:8123"],
  ["clickhouse://clickhouse.example/orders?secure=true", "clickhouse.example:8443"],
  [`clickhouse://${username}:${password}@clickhouse.example:9999/orders`, "clickhouse.example:9999"],
])("accepts a short URL: %s", async (url, host) => {
  standIns.asked();
  const { found, error } = await rowsOf("SELECT name FROM ships", {
    url,
    ...(url.includes("@") && { auth: undefined }),
  });
  expect([error, found.length]).toEqual([undefined, 2]);
  expect(standIns.asked().map((asked) => asked.host)).toEqual([host]);
});

test.each<[what: string, query: string, more: object, message: RegExp]>([
  [
    "an unknown table",
    "SELECT * FROM wrecks",
    {},
    /refuses the query \(404\): DB::Exception: Table orders\.wrecks does not exist\. \(UNKNOWN_TABLE\)\. Check the query/,
  ],
  ["a syntax error", "SELEKT", {}, /refuses the query \(400\): DB::Exception: Syntax error/],
  [
    "a table that the user is not allowed to read",
    "SELECT key FROM secrets",
    {},
    /refuses the query \(403\): .*Not enough privileges.*Check the permissions of the user/,
  ],
  [
    "an unknown database",
    "SELECT 1",
    { url: "https://clickhouse.example:8443" },
    /\(404\): DB::Exception: Database default does not exist/,
  ],
  [
    "a wrong password",
    "SELECT 1",
    { auth: { ...auth, password: { value: "guessed" } } },
    /ClickHouse refused the username or the password/,
  ],
  [
    "another format",
    "SELECT * FROM ships FORMAT TSV",
    {},
    /not in the JSONEachRow format of ClickHouse\. Check the URL, and leave FORMAT out/,
  ],
  [
    "a failure during the query",
    "SELECT throwIf(number = 2) FROM numbers(5)",
    {},
    /refuses the query \(500\): DB::Exception: Value passed to 'throwIf'/,
  ],
])("reports the message of ClickHouse for %s", async (_, query, more, message) => {
  const { found, error } = await rowsOf(query, more);
  expect(found).toEqual([]);
  expect(error).toMatch(message);
  expect(error).not.toMatch(/guessed|canaryH|version 24/);
});

test.each(["", " /* asRow */", " /* marked */"])(
  "reports an exception that follows the rows of a successful response%s",
  async (how) => {
    const { found, error } = await rowsOf(`SELECT throwIf(number = 2) FROM numbers(5)${how}`, {
      url: "https://deaf.clickhouse.example?database=orders",
    });
    expect(found.map(({ document }) => document)).toEqual(["1", "2"]);
    expect(error).toMatch(/ClickHouse failed after some rows: DB::Exception: Value passed to 'throwIf'/);
  },
);

test("reports a server that is not ClickHouse", async () => {
  const instead = standIns.instead(() => ({ status: 502, body: "<html>Bad Gateway</html>" }));
  const spec = { url: "https://clickhouse.example", auth, query: "SELECT 1" };
  expect((await scrapeOnce("sql", spec, { outbound: instead })).error).toMatch(
    /The server is not ClickHouse: it responded with the status 502\. Check the URL/,
  );
  expect((await scrapeOnce("sql", spec, { outbound: standIns.down })).error).toMatch(/Nothing listens at/);
});

test("accepts the type clickhouse with its field clickhouseURL", async () => {
  const query = "SELECT name FROM ships";
  const entry = { clickhouseURL: "clickhouse://clickhouse.example/orders", ...auth, query };
  const { found, error } = await scrapeOnce("clickhouse", entry, { outbound });
  expect([error, found]).toEqual([undefined, [{ document: "Argo" }, { document: "Beagle" }]]);
  const connections = {
    "connection://ops/events": { url: "https://clickhouse.example?database=orders", username, password },
  };
  const by = await scrapeOnce(
    "clickhouse",
    { connection: "connection://ops/events", query },
    { outbound, connections },
  );
  expect(by.found).toEqual(found);
  expect((await scrapeOnce("clickhouse", { ...entry, awsS3: {} }, { outbound })).invalid).toContain(
    "awsS3 is not supported",
  );
  expect((await scrapeOnce("clickhouse", { query })).invalid).toContain("is required, or a connection");
});
