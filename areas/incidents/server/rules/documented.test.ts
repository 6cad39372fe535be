import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { incidentRuleSpec } from "../spec.ts";
import { ruleManifests } from "./rule-manifests.ts";

const page = readFileSync("docs/incidents.md", "utf8");

test("the example in docs/incidents.md is a valid rule without unknown fields", () => {
  const [, example = ""] = /```yaml\n(.*?)```/s.exec(page)!;
  const { items, faults, warnings } = ruleManifests.read(example, { defaultName: "example" });
  expect({ names: items.map(({ name }) => name), faults, warnings }).toEqual({
    names: ["harbour-outage"],
    faults: [],
    warnings: [],
  });
});

test("docs/incidents.md describes every field of a rule", () => {
  const undescribed = Object.keys(incidentRuleSpec.shape).filter((field) => !page.includes(`\`${field}`));
  expect(undescribed).toEqual([]);
});
