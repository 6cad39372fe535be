import { expect, test } from "vitest";
import { levelsOf } from "./variable-levels.ts";

const keysOf = (variables: { key: string; dependsOn?: string[] }[]) => {
  const { levels, circular } = levelsOf(variables);
  return { levels: levels.map((level) => level.map(({ key }) => key)), circular };
};

test("the variables of a level depend only on variables of earlier levels", () => {
  const variables = [
    { key: "pod", dependsOn: ["namespace", "cluster"] },
    { key: "namespace", dependsOn: ["cluster"] },
    { key: "cluster" },
    { key: "severity", dependsOn: ["unknown"] },
  ];
  expect(keysOf(variables)).toEqual({ levels: [["cluster", "severity"], ["namespace"], ["pod"]], circular: [] });
});

test("variables that depend on each other in a circle are reported, and so are variables that depend on them", () => {
  const variables = [
    { key: "a", dependsOn: ["b"] },
    { key: "b", dependsOn: ["a"] },
    { key: "c", dependsOn: ["a"] },
    { key: "d" },
  ];
  expect(keysOf(variables)).toEqual({ levels: [["d"]], circular: ["a", "b", "c"] });
});
