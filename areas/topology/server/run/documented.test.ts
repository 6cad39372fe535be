// Tests that the example in docs/topology.md is a valid manifest, and that the page documents every field.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { componentSpec, propertySpec, topologySpec } from "../spec.ts";
import { readTopologies } from "./topology-manifests.ts";

const page = readFileSync(new URL("../../../../docs/topology.md", import.meta.url), "utf8");

test("the example is a valid topology without unknown fields", () => {
  const examples = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text]) => text!);
  expect(examples).toHaveLength(1);
  const { items, faults, warnings } = readTopologies(examples[0]!);
  expect([faults, warnings, items.length]).toEqual([[], [], 1]);
});

test("docs/topology.md documents every field of a topology, a component and a property", () => {
  const words = [topologySpec, componentSpec, propertySpec].flatMap(({ shape }) => Object.keys(shape));
  expect(words.filter((word) => !page.includes(`\`${word}\``))).toEqual([]);
});
