// Tests that the example in docs/silences.md is a valid manifest, and that the page documents every field.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSilences, silenceSpec } from "./silence-manifests.ts";

const page = readFileSync(new URL("../../../../docs/silences.md", import.meta.url), "utf8");

test("the example is a valid silence without unknown fields", () => {
  const examples = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text]) => text!);
  expect(examples).toHaveLength(1);
  const { items, faults, warnings } = readSilences(examples[0]!);
  expect([faults, warnings, items.length]).toEqual([[], [], 1]);
});

test("docs/silences.md documents every field", () => {
  expect(Object.keys(silenceSpec.shape).filter((word) => !page.includes(`\`${word}\``))).toEqual([]);
});
