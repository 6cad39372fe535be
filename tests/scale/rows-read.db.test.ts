// Tests that each read request of the console's screens reads at most 5,000 rows plus 20 times the rows it returns, at
// a tenth of the full size.
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { clientConfig, rolesOf } from "#server/db/pool.ts";
import { seedDatabase } from "../../tools/seed/seed.ts";
import { fullSize, scaled } from "../../tools/seed/sizes.ts";
import { startTestServer } from "../support/test-server.ts";
import { estateWords, scaleQueries, type ScaleQuery } from "./queries.ts";
import { measure, tablesOfOnePage, type Statement } from "./rows-read.ts";

// The server has no workers, so that no other process writes to this database.
const server = await startTestServer({ env: { ROLE: "web" } });
await seedDatabase(server.database.connection, { sizes: scaled(fullSize, 0.1) });

const owner = new pg.Client(server.database.connection);
await owner.connect();
afterAll(() => owner.end());
const words = await estateWords(
  async (sql) => Object.values((await owner.query<pg.QueryResultRow>(sql)).rows[0] ?? {})[0],
);
const small = await tablesOfOnePage(owner);
// The client has the role and settings of the data API's connections.
const client = new pg.Client(clientConfig(server.database.connection, "scale", (await rolesOf(owner)).plain));
await client.connect();
afterAll(() => client.end());
const cookie = await server.signIn();

// Records the statements that the data API sends on behalf of an actor.
const sent: Statement[] = [];
for (const pool of [server.system.db.pools.plain]) {
  const query = pool.query.bind(pool) as (...all: unknown[]) => unknown;
  Object.assign(pool, {
    query: (asked: string | pg.QueryConfig, values?: unknown[], ...more: unknown[]) => {
      const text = typeof asked === "string" ? asked : asked.text;
      sent.push({ text, values: values ?? (typeof asked === "string" ? [] : (asked.values ?? [])) });
      return query(asked, values, ...more);
    },
  });
}

async function read({ path, counted = false }: ScaleQuery) {
  sent.length = 0;
  const answer = await server.fetch(`/api/db/${words(path)}`, {
    headers: { cookie, ...(counted ? { prefer: "count=exact" } : {}) },
  });
  const body: unknown = await answer.json();
  if (!answer.ok || !Array.isArray(body)) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`);
  const total = Number(answer.headers.get("content-range")?.split("/")[1]);
  let rows = 0;
  let ms = 0;
  for (const statement of sent) {
    const cost = await measure(client, statement, small);
    rows += cost.rows;
    ms += cost.ms;
  }
  // Rows that a request counts exactly are treated as returned rows.
  const answered = body.length + (counted ? total : 0);
  return { path, status: answer.status, answered, read: rows, allowed: 20 * answered + 5_000, ms: Math.round(ms) };
}

test("each query of the screens reads at most 5,000 rows plus 20 times the rows it returns", async () => {
  const all: Awaited<ReturnType<typeof read>>[] = [];
  for (const query of scaleQueries) all.push(await read(query));
  if (process.env["SCALE_REPORT"]) process.stdout.write(`${all.map((item) => JSON.stringify(item)).join("\n")}\n`);
  expect(all.filter(({ read, allowed }) => read > allowed)).toEqual([]);
  expect(all.length).toBeGreaterThan(120);
});
