import { expect, test } from "vitest";
import { Expressions } from "./expressions.ts";
import { noSums } from "./fold.ts";
import { ComponentGraph } from "./graph.ts";
import type { ComponentInputs } from "./inputs.ts";

const inputsOf = (id: string, parts: Partial<ComponentInputs> = {}): ComponentInputs => ({
  id,
  parents: [],
  ownHealth: "healthy",
  statedStatus: null,
  statusExpr: null,
  healthExpr: null,
  self: null,
  sums: noSums(),
  recheckAt: null,
  stored: { health: null, status: "", summary: null, costs: [] },
  ...parts,
});

/** Evaluating this expression takes much longer than a millisecond. */
const slowExpr = 'self.list.all(x, self.list.exists(y, y == x + 1 || y == 150)) ? "unhealthy" : "warning"';
const slowSelf = { list: Array.from({ length: 1_500 }, (_, index) => index) };

const healthOf = (graph: ComponentGraph, id: string) => graph.nodes.get(id)!.result!.health;

test("if an evaluation itself fails, its component becomes unknown and the others are evaluated", async () => {
  const reports: [string, unknown][] = [];
  const graph = new ComponentGraph(
    new Expressions({ budgetMs: Number.POSITIVE_INFINITY, report: (id, error) => void reports.push([id, error]) }),
  );
  // A text of this length is evaluated in the worker thread, and a symbol cannot be sent to it.
  const self = { text: `"${"a".repeat(3_000_000)}"`, mark: Symbol("mark") };
  await graph.evaluate(
    graph.apply(
      [
        inputsOf("root"),
        inputsOf("broken", { parents: ["root"], healthExpr: "self.text.JSON()", self }),
        inputsOf("other", { parents: ["root"], healthExpr: '"warning"' }),
      ],
      [],
    ),
  );
  expect([healthOf(graph, "broken"), healthOf(graph, "other"), healthOf(graph, "root")]).toEqual([
    "unknown",
    "warning",
    "warning",
  ]);
  expect(reports).toEqual([["broken", expect.objectContaining({ name: "DataCloneError" })]]);
});

test("slow expressions are evaluated later and keep their last result until then, and components without expressions do not wait", async () => {
  const graph = new ComponentGraph(new Expressions({ budgetMs: 1, quickMs: 0 }));
  const stored = { health: "healthy", status: "", summary: null, costs: [] } as const;
  const slow = ["a", "b", "c", "d"].map((id) =>
    inputsOf(id, { parents: ["root"], healthExpr: slowExpr, self: slowSelf, stored }),
  );
  const rounds: string[] = [];
  let affected = graph.apply([...slow, inputsOf("root"), inputsOf("plain", { ownHealth: "unhealthy" })], []);
  do {
    await graph.evaluate(affected);
    rounds.push(slow.map(({ id }) => (healthOf(graph, id) === "healthy" ? "-" : "x")).join(""));
    expect(healthOf(graph, "plain")).toBe("unhealthy");
    // The first two expressions are postponed repeatedly, but do not overtake the expressions that wait.
    affected = graph.apply(slow.slice(0, 2), []);
  } while (rounds.length < 20 && rounds.at(-1) !== "xxxx");
  expect(rounds).toEqual(["x---", "xx--", "xxx-", "xxxx"]);
  expect(graph.isPostponed).toBe(true);
});

test("a long computation does not block other work of the process", async () => {
  const graph = new ComponentGraph();
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await graph.evaluate(
    graph.apply(
      Array.from({ length: 30_000 }, (_, index) => inputsOf(String(index), { healthExpr: '"warning"', self: {} })),
      [],
    ),
  );
  isDone = true;
  expect(turns).toBeGreaterThan(1);
});
