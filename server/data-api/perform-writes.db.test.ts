import { sql } from "kysely";
import { expect, test } from "vitest";
import { problem } from "#language/problem.ts";
import { testDatabase } from "#tests/support/database.ts";
import { systemActor } from "../http/actor.ts";
import type { Tx } from "../db/pool.ts";
import type { Row, WriteHook, WriteVerb } from "../db/writes.ts";
import { createWrites } from "./perform-writes.ts";

const { databases: db } = await testDatabase();
await sql`create table probes (id integer primary key, name text not null, slug text)`.execute(db.system);

const seen: string[] = [];
const hook: WriteHook = {
  parse(row) {
    if (row["name"] === "") throw problem.badParts([{ path: "name", message: "is required" }]);
    return { ...row, name: String(row["name"]).trim() };
  },
  async prepare({ verb }, rows, before) {
    if (before.some((row) => row["name"] === "locked")) throw problem.conflict("A locked probe cannot be changed.");
    return verb === "delete" ? rows : rows.map((row) => ({ ...row, slug: String(row["name"]).toLowerCase() }));
  },
  async after({ verb, actor }, written) {
    seen.push(`${actor.kind} ${verb} ${written.length}`);
    if (written.some((row) => row["name"] === "Poison")) throw new Error("the audit failed");
  },
};
const writes = createWrites([{ name: "probes", writes: { probes: hook } }]);

const insert = (rows: readonly Row[]) =>
  db.system.transaction().execute((tx) =>
    writes.through(tx, systemActor, {
      relation: "probes",
      verb: "insert",
      rows,
      statement: async (prepared) => {
        const written: Row[] = [];
        for (const row of prepared) {
          const { rows: inserted } = await sql<Row>`
            insert into probes (id, name, slug) values (${row["id"]}, ${row["name"]}, ${row["slug"]}) returning *`.execute(
            tx,
          );
          written.push(...inserted);
        }
        return written;
      },
    }),
  );

const change = (
  verb: Exclude<WriteVerb, "insert">,
  id: number,
  row: Row,
  statement: (tx: Tx, row: Row) => Promise<{ rows: Row[] }>,
) =>
  db.system.transaction().execute((tx) =>
    writes.through(tx, systemActor, {
      relation: "probes",
      verb,
      rows: [row],
      lockBefore: async () => (await sql<Row>`select * from probes where id = ${id} for update`.execute(tx)).rows,
      statement: async (prepared) => (await statement(tx, prepared[0]!)).rows,
    }),
  );

const stored = async () => (await sql<Row>`select * from probes order by id`.execute(db.system)).rows;

test("a write is parsed, prepared, executed and followed up in one transaction", async () => {
  expect(await insert([{ id: 1, name: " Ada " }])).toEqual([{ id: 1, name: "Ada", slug: "ada" }]);
  expect(seen.at(-1)).toBe("system insert 1");
});

test("a row that the write hook rejects is not written", async () => {
  await expect(insert([{ id: 2, name: "" }])).rejects.toThrow("name: is required");
  expect(await stored()).toHaveLength(1);
});

test("a failure after the statement rolls the write back", async () => {
  await expect(insert([{ id: 3, name: "Poison" }])).rejects.toThrow("the audit failed");
  expect(await stored()).toHaveLength(1);
});

test("the write hook receives the stored rows of an update or a delete", async () => {
  await insert([{ id: 4, name: "locked" }]);
  const rename = (tx: Tx, row: Row) =>
    sql<Row>`update probes set name = ${row["name"]}, slug = ${row["slug"]} where id = 4 returning *`.execute(tx);
  await expect(change("update", 4, { name: "Free" }, rename)).rejects.toThrow("A locked probe cannot be changed.");
  const remove = (tx: Tx) => sql<Row>`delete from probes where id = 1 returning *`.execute(tx);
  expect(await change("delete", 1, {}, remove)).toHaveLength(1);
  expect(seen.at(-1)).toBe("system delete 1");
});

test("a table without a write hook is written unchanged, and a second write hook for a table is refused", async () => {
  const plain = createWrites([]);
  const statement = async (rows: readonly Row[]) => rows;
  const through = db.system
    .transaction()
    .execute((tx) => plain.through(tx, systemActor, { relation: "x", verb: "insert", rows: [{ a: 1 }], statement }));
  expect(await through).toEqual([{ a: 1 }]);
  expect(() =>
    createWrites([
      { name: "a", writes: { x: {} } },
      { name: "b", writes: { x: {} } },
    ]),
  ).toThrow(/second write hook for x/);
});
