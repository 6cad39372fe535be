// Tests that the example in docs/logs.md is a valid manifest, and that the page documents every system and field.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readers } from "../readers/index.ts";
import { lineFields } from "../source/entry-fields.ts";
import { readLogBackends } from "./manifests.ts";
import { entriesIn } from "./spec.ts";

const page = readFileSync(new URL("../../../../docs/logs.md", import.meta.url), "utf8");

test("the example is a valid log backend without unknown fields, and has every system", () => {
  const [example] = /(?<=^```yaml\n)apiVersion.*?(?=^```$)/ms.exec(page) ?? [];
  const { items, faults, warnings } = readLogBackends(example!);
  expect([faults, warnings, items.length]).toEqual([[], [], 1]);
  expect(entriesIn(items[0]!.spec).map(({ reader }) => reader.type)).toEqual(readers.map(({ type }) => type));
});

test("docs/logs.md has a section for every system, and documents the fields of lines", () => {
  expect(readers.filter(({ type }) => !page.includes(`\n### ${type}\n`)).map(({ type }) => type)).toEqual([]);
  expect(Object.keys(lineFields).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
