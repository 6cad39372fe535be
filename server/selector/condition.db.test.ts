// Runs selector conditions in PostgreSQL: for every kind of condition on every column, either the statement is valid or
// the selector is refused.
import { CompiledQuery, sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { Selector, Term } from "#lib/selector/selector.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem } from "#tests/support/running-system.ts";
import { condition, Statement } from "./condition.ts";

const { databases: db } = await testDatabase();
const system = await runSystem(db);
afterAll(() => system.stop());

const relations = ["components", "config_items", "checks", "canaries", "config_changes", "playbooks"];

async function find(relation: string, selector: Selector): Promise<string[]> {
  const { columns } = system.catalog.current.relations.get(relation)!;
  const statement = new Statement();
  const where = condition(selector, { kind: { relation }, columns }, statement);
  const text = `select r.id::text as id from ${relation} r where ${where}`;
  const { rows } = await db.system.executeQuery(CompiledQuery.raw(text, statement.values));
  return (rows as { id: string }[]).map(({ id }) => id);
}

const has = (path: readonly string[]): Term => ({ kind: "has", path, negated: false, at: 0 });

test("PostgreSQL accepts each kind of term on each column, with and without a key", async () => {
  await sql`insert into components (name, labels, properties) values ('pod', '{"app": "web"}', '[{"name": "cpu", "text": "2"}]')`.execute(
    db.system,
  );
  const match = { include: [["a"], ["a", ""]], exclude: [["b"]] };
  const termsAt = (path: readonly string[]): Term[] => [
    has(path),
    { kind: "is", path, match, negated: true, at: 0 },
    ...["1", "now-1d", "now+9000y", "2026-01-01", "9".repeat(200_000)].map((value): Term => ({
      kind: "compare",
      path,
      operator: "<",
      value,
      at: 0,
    })),
  ];
  const refused: string[] = [];
  for (const relation of relations)
    for (const column of system.catalog.current.relations.get(relation)!.columns.keys())
      for (const term of [...termsAt([column]), ...termsAt([column, "key"])])
        await find(relation, term).catch((error: unknown) => {
          if (!(error instanceof Unreadable))
            refused.push(`${relation}: ${JSON.stringify(term).slice(0, 200)}: ${String(error)}`);
        });
  expect(refused).toEqual([]);
});

test("a field without a key matches rows in which the field has a value", async () => {
  const add = async (values: string) => {
    const { rows } = await sql<{ id: string }>`
      insert into components (name, owner, labels, properties) values ('service', ${sql.raw(values)}) returning id`.execute(
      db.system,
    );
    return rows[0]!.id;
  };
  const owned = await add(`'ada', null, null`);
  const labelled = await add(`null, '{"tier": "gold"}', '[]'`);
  const measured = await add(`null, '{}', '[{"name": "cpu", "text": "2"}]'`);
  const among = async (path: readonly string[]) =>
    (await find("components", has(path))).filter((id) => [owned, labelled, measured].includes(id));
  expect(await among(["owner"])).toEqual([owned]);
  expect(await among(["labels"])).toEqual([labelled]);
  expect(await among(["labels", "tier"])).toEqual([labelled]);
  expect(await among(["properties"])).toEqual([measured]);
  await expect(find("components", has(["owner", "name"]))).rejects.toThrow(Unreadable);
});

test("a stored number that is too long for PostgreSQL is not compared", async () => {
  await sql`insert into components (name, labels) values ('long', jsonb_build_object('size', repeat('9', 200000))), ('short', '{"size": "9"}')`.execute(
    db.system,
  );
  const found = await find("components", {
    kind: "compare",
    path: ["labels", "size"],
    operator: ">",
    value: "1",
    at: 0,
  });
  expect(found).toHaveLength(1);
});
