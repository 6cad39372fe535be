// Tests that every example in docs/scrapers.md is a valid manifest, and that the page documents every field.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scraperKinds } from "../scrapers/index.ts";
import { scraperEntry } from "../spec/entry.ts";
import { scraperSpecOf } from "../spec/scraper.ts";
import { transform } from "../spec/transform.ts";
import { pluginSpec } from "../spec/plugin.ts";
import { readPlugins } from "./plugin-manifests.ts";
import { readScrapers } from "./scraper-manifests.ts";

const page = readFileSync(new URL("../../../../docs/scrapers.md", import.meta.url), "utf8");
const all = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text]) => text!);
const isPlugin = (text: string) => /^kind: ScrapePlugin$/m.test(text);
const examples = all.filter((text) => !isPlugin(text));
const spec = scraperSpecOf(scraperKinds);

test.each(examples.map((text) => [/name: ([\w-]+)/.exec(text)?.[1], text] as const))(
  "the example %s is a valid scraper",
  (_, text) => {
    const { items, faults, warnings } = readScrapers(text, spec);
    expect(faults).toEqual([]);
    expect(items).toHaveLength(1);
    // The common fields of entries are valid, even for unsupported types.
    const entries = Object.values(items[0]!.spec).filter(Array.isArray).flat();
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) expect(scraperEntry({}).safeParse(entry).error?.issues ?? []).toEqual([]);
    expect(warnings).toEqual([]);
  },
);

test("the example of a plugin is valid", () => {
  const plugins = all.filter(isPlugin);
  expect(plugins).toHaveLength(1);
  const { items, faults, warnings } = readPlugins(plugins[0]!);
  expect([faults, warnings, items.length]).toEqual([[], [], 1]);
});

test("docs/scrapers.md documents every field of a scraper, an entry and a transform", () => {
  const words = [
    ...Object.keys(spec.shape).filter((word) => !scraperKinds.some(({ type }) => type === word)),
    ...Object.keys(scraperEntry({}).shape),
    ...Object.keys(transform.shape),
    ...Object.keys(pluginSpec.shape),
  ];
  const undocumented = words.filter((word) => !new RegExp(`\\b${word}\\b`).test(page));
  expect(undocumented).toEqual([]);
});

test("docs/scrapers.md has a section for every kind", () => {
  const sections = [...page.matchAll(/^## (.+)$/gm)].flatMap(([, title]) => title!.split(" and "));
  expect(scraperKinds.map(({ type }) => type).filter((type) => !sections.includes(type))).toEqual([]);
});
