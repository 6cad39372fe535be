// Tests docs/checks.md: every example is a valid manifest, and every kind has its own section.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkKinds } from "../checks/index.ts";
import { readCanaries } from "./read-canaries.ts";

const page = readFileSync(new URL("../../../../docs/checks.md", import.meta.url), "utf8");
const examples = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text]) => text!);

test.each(examples.map((text) => [/name: ([\w-]+)/.exec(text)?.[1], text] as const))(
  "accepts the example %s as a canary",
  (_, text) => {
    const { canaries, faults, warnings } = readCanaries(text);
    expect([...faults, ...warnings]).toEqual([]);
    expect(canaries).toHaveLength(1);
    const known = new Set(checkKinds.map(({ type }) => type));
    const types = Object.keys(canaries[0]!.spec).filter((key) => key !== "schedule");
    expect(types.filter((type) => !known.has(type))).toEqual([]);
  },
);

test("docs/checks.md has one section for every kind", () => {
  const sections = [...page.matchAll(/^## (.+)$/gm)].flatMap(([, title]) => title!.split(", "));
  expect(sections.toSorted()).toEqual(checkKinds.map(({ type }) => type).toSorted());
  expect(examples.length).toBeGreaterThan(10);
});
