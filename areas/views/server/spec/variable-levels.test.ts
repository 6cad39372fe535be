import { expect, test } from "vitest";
import { levelsOf } from "./variable-levels.ts";

const keysOf = (variables: { key: string; dependsOn?: string[] }[]) => {
  const { levels, circular } = levelsOf(variables);
  return { levels: levels.map((level) => level.map(({ key }) => key)), circular };
};

test("each level depends on earlier levels only", () => {
  const variables = [
    { key: "pod", dependsOn: ["namespace", "cluster"] },
    { key: "namespace", dependsOn: ["cluster"] },
    { key: "cluster" },
    { key: "severity", dependsOn: ["unknown"] },
  ];
  expect(keysOf(variables)).toEqual({ levels: [["cluster", "severity"], ["namespace"], ["pod"]], circular: [] });
});

test("variables in a circle are reported, and those that depend on them", () => {
  const variables = [
    { key: "a", dependsOn: ["b"] },
    { key: "b", dependsOn: ["a"] },
    { key: "c", dependsOn: ["a"] },
    { key: "d" },
  ];
  expect(keysOf(variables)).toEqual({ levels: [["d"]], circular: ["a", "b", "c"] });
});
