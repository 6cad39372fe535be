// Tests the macros and operators of CEL, and the functions of scripts.
import { expect, test } from "vitest";
import { compile } from "../compile.ts";
import { ExpressionFault } from "../fault.ts";

test.each([
  // CEL's own macros and operators.
  ["[1, 2].fold(e, acc, acc + e) + [3].fold(e, acc, 10, acc + e)", {}, 16],
  ["m.fold(k, v, acc, acc + v) + m.fold(k, v, acc, '', acc + k)", { m: { b: "y", a: "x" } }, "xyab"],
  ["[[1, 2], [3]].fold(l, s, 0, s + l.fold(i, t, 0, t + i))", {}, 6],
  ["[].fold(e, acc, acc)", {}, null],
  ["[1, 2].all(i, i > 0) && [1, 2].exists(i, i == 2) && [1].exists_one(i, i == 1)", {}, true],
  // An error in one element is ignored if another element decides the result.
  ["[{}, {'a': 1}].exists(i, i.a == 1)", {}, true],
  ["{'a': 1}.all(k, k == 'a') && 'a' in {'a': 1} && has(m.b) && size([1]) == 1", { m: { b: 1 } }, true],
  ["' a '.trim() + 'A'.lowerAscii() + 'a'.upperAscii() + 'a,b'.split(',').join('-')", {}, "aaAa-b"],
  ["'abc'.indexOf('b') + 'abcb'.lastIndexOf('b') + int('3') + int(double('1.5'))", {}, 8],
  ["string(1) + string(bool('true')) + string(bytes('a')) + 'abc'.substring(1)", {}, "1trueabc"],
  ["type(1) == int && dyn(1) == 1 && uint(1) == 1u", {}, true],
  ["timestamp('2026-01-02T03:04:05Z').getHours() + duration('2h').getHours()", {}, 5],
])("evaluates %s", async (text, values, expected) => {
  expect(await (await compile("cel", text)).run(values, { within: 5_000 })).toEqual(expected);
});

test.each([
  ["[1].fold(1, acc, acc)", "fold needs names"],
  ["1.fold(e, acc, acc)", "a list or a map"],
  ["{'a': 1}.fold(e, acc, acc)", "fold of a map needs a key"],
  ["[1].fold(k, v, acc, 0, acc)", "fold of a list needs an item"],
  ["[1].all(i, i)", "needs a condition"],
  ["'a'.exists(i, true)", "a list or the keys of a map"],
])("refuses %s", async (text, sentence) => {
  const fault: unknown = await compile("cel", text)
    .then((expression) => expression.run({}, { within: 5_000 }))
    .catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(ExpressionFault);
  expect((fault as Error).message).toContain(sentence);
});

test("scripts can use the Kubernetes functions", async () => {
  const script = await compile(
    "javascript",
    "k8s.getNodeTopology(node, [pod]).components[0].name + k8s.isHealthy(node)",
  );
  const node = { kind: "Node", metadata: { name: "n1" }, status: { conditions: [{ type: "Ready", status: "True" }] } };
  const pod = { kind: "Pod", metadata: { name: "p1" }, spec: { nodeName: "n1" } };
  expect(await script.run({ node, pod }, { within: 5_000 })).toBe("p1true");
  const wrong = await compile("javascript", "k8s.podProperties(1)");
  await expect(wrong.run({}, { within: 5_000 })).rejects.toThrow("a Kubernetes object");
});
