// The rules of incidents that apply to every writer: the hypothesis tree, the spelling of types, the copies in
// evidence.
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { idOf } from "#tests/support/estate.ts";

const { ask, queryValue, undone, client } = await estateIn(await testDatabase());
const incident = idOf("incident", 1);
const author = idOf("person", 1);

const hypothesis = async (type: string, parent: string | null, of = incident): Promise<string> =>
  (await queryValue(
    "insert into hypotheses (incident_id, type, title, parent_id, created_by) values ($1, $2, 'x', $3, $4) returning id",
    [of, type, parent, author],
  )) as string;

/** Runs a statement that must fail, and returns its error message; the transaction stays usable. */
async function refused(work: () => Promise<unknown>): Promise<string> {
  await client.query("savepoint attempt");
  try {
    await work();
  } catch (error) {
    await client.query("rollback to attempt");
    return (error as Error).message;
  }
  return "accepted";
}

test("IN-29 a hypothesis tree has the levels root, factor and solution", () =>
  undone(async () => {
    const root = await hypothesis("root", null);
    const factor = await hypothesis("factor", root);
    const solution = await hypothesis("solution", factor);
    expect(await refused(() => hypothesis("factor", solution))).toBe(
      "parent_id: a solution has no hypotheses below it",
    );
    expect(await refused(() => hypothesis("root", root))).toBe("parent_id: a root hypothesis has no parent");
    expect(await refused(() => ask("update hypotheses set type = 'solution' where id = $1", [factor]))).toBe(
      "type: a hypothesis with others below it cannot be a solution",
    );
    expect(await refused(() => hypothesis("factor", idOf("hypothesis", 2)))).toBe(
      "parent_id: the parent belongs to another incident",
    );
  }));

test("a tree has no cycle", () =>
  undone(async () => {
    const top = await hypothesis("factor", null);
    const middle = await hypothesis("factor", top);
    const leaf = await hypothesis("factor", middle);
    const move = (id: string, parent: string) =>
      ask("update hypotheses set parent_id = $2 where id = $1", [id, parent]);
    for (const parent of [top, middle, leaf])
      expect(await refused(() => move(top, parent))).toBe("parent_id: a hypothesis cannot be below itself");
    expect(await refused(() => move(leaf, top))).toBe("accepted");
    expect(
      await queryValue(
        "select description from incident_histories where hypothesis_id = $1 and type = 'hypothesis.moved'",
        [leaf],
      ),
    ).toBe("x");
  }));

test("IN-26 technical_debt is stored as technicalDebt", () =>
  undone(async () => {
    for (const type of ["technical_debt", "technicalDebt"]) {
      await ask("update incidents set type = 'cost' where id = $1", [incident]);
      await ask("update incidents set type = $2 where id = $1", [incident, type]);
      expect(await queryValue("select type from incidents where id = $1", [incident])).toBe("technicalDebt");
    }
    expect(await refused(() => ask("update incidents set type = 'other' where id = $1", [incident]))).toContain(
      "incidents_type_check",
    );
  }));

const evidence = async (type: string, column: string, id: string, content: object | null = null) =>
  (
    await ask<{ evidence: Record<string, unknown> }>(
      `insert into evidences (hypothesis_id, type, ${column}, evidence, created_by) values ($1, $2, $3, $4, $5) returning evidence`,
      [idOf("hypothesis", 1), type, id, content, author],
    )
  )[0]!.evidence;

test.each([
  ["check", "check_id", "check", { kind: "check" }],
  ["config", "config_id", "config", { kind: "config", type: expect.any(String) as unknown }],
  ["topology", "component_id", "component", { kind: "component" }],
  ["config_change", "config_change_id", "change", { kind: "config_change", config: expect.anything() as unknown }],
  ["config_analysis", "config_analysis_id", "analysis", { kind: "config_analysis" }],
  ["log", "component_id", "component", { kind: "component" }],
])("IN-27 evidence of type %s keeps a copy of its resource", (type, column, thing, expected) =>
  undone(async () => {
    const id = idOf(thing, 1);
    const stored = await evidence(type, column, id, { lines: ["a"], then: "forged" });
    expect(stored).toMatchObject({ lines: ["a"], then: { id, ...expected } });
    expect(stored["then"]).toMatchObject({ name: expect.any(String) as unknown, at: expect.any(String) as unknown });
  }),
);

test("the stored copy of a resource does not change when the resource or the evidence changes", () =>
  undone(async () => {
    const check = idOf("check", 1);
    await ask("update checks set status = 'unhealthy' where id = $1", [check]);
    const { then } = await evidence("check", "check_id", check);
    expect(then).toMatchObject({ status: "unhealthy", health: "unhealthy" });
    await ask("update checks set status = 'healthy' where id = $1", [check]);
    await ask(
      `update evidences set evidence = '{"comment": "x", "then": null}' where check_id = $1 and evidence is not null`,
      [check],
    );
    const [row] = await ask<{ evidence: object; now: object }>(
      `select evidence, evidence_resource(type, check_id, null, null, null, null) as now
       from   evidences where check_id = $1 order by created_at desc, id desc limit 1`,
      [check],
    );
    expect(row!.evidence).toEqual({ comment: "x", then });
    expect(row!.now).toMatchObject({ status: "healthy" });
  }));

test("evidence without a resource stores only the fields that were sent", () =>
  undone(async () => {
    expect(await evidence("comment", "check_id", idOf("check", 1), { comment: "done by hand" })).toEqual({
      comment: "done by hand",
    });
  }));
