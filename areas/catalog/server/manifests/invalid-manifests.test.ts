// Tests invalid scraper manifests: each fault is reported with its line and a fix, and no scraper is created.
import { expect, test } from "vitest";
import { scraperKinds } from "../scrapers/index.ts";
import { scraperSpecOf } from "../spec/scraper.ts";
import { readScrapers } from "./scraper-manifests.ts";

const spec = scraperSpecOf(scraperKinds);
const head = "apiVersion: configs.flanksource.com/v1\nkind: ScrapeConfig\nmetadata: {name: x}\n";
const scraper = (written: string) => `${head}spec:\n${written.replaceAll(/^/gm, "  ")}\n`;

test.each<[what: string, text: string, line: number, message: RegExp]>([
  [
    "a message that ends with a full stop",
    scraper("http:\n  - url: http://a\n    id: $.a["),
    7,
    /^spec\.http\.0\.id This is not valid JSONPath.*[^.]\.$/,
  ],
  ["no spec", head, 1, /^spec is required/],
  ["a spec that is a list", `${head}spec: [1]\n`, 4, /^spec must be an object/],
  [
    "an invalid name",
    "apiVersion: configs.flanksource.com/v1\nkind: ScrapeConfig\nmetadata: {name: 5}\nspec: {}\n",
    3,
    /^metadata\.name /,
  ],
  [
    "another group",
    "apiVersion: v1\nkind: ScrapeConfig\nmetadata: {name: x}\nspec: {}\n",
    1,
    /^apiVersion must be configs\.flanksource\.com\/v1/,
  ],
  ["entries that are not a list", scraper("http: https://cmdb.local"), 5, /^spec\.http must be a list/],
  ["an empty entry", scraper("http:\n  - null"), 6, /^spec\.http\.0 /],
  ["an entry that is a text", scraper("file: [/etc]"), 5, /^spec\.file\.0 /],
  ["an invalid schedule", scraper("schedule: often"), 5, /^spec\.schedule /],
  ["a schedule that is a number", scraper("schedule: 5"), 5, /^spec\.schedule /],
  ["an invalid timeout", scraper("timeout: soon"), 5, /^spec\.timeout /],
  [
    "an unknown log level",
    scraper("logLevel: loud"),
    5,
    /^spec\.logLevel must be one of trace, debug, info, warn, error/,
  ],
  ["an http without an address", scraper("http:\n  - id: $.id"), 6, /^spec\.http\.0\.url /],
  [
    "an empty query",
    scraper("sql:\n  - connection: postgres://h/d\n    query: ''"),
    7,
    /^spec\.sql\.0\.query is required/,
  ],
  [
    "an unknown driver",
    scraper("sql:\n  - connection: x\n    query: q\n    driver: oracle"),
    8,
    /^spec\.sql\.0\.driver must be one of postgres, mysql, mssql, clickhouse/,
  ],
  ["no script", scraper("exec:\n  - id: $.id"), 6, /^spec\.exec\.0\.script /],
  [
    "no state",
    scraper("terraform:\n  - state: {}"),
    6,
    /^spec\.terraform\.0\.state\.local is required, unless there is s3, gcs or http/,
  ],
  ["no cluster", scraper("kubernetes:\n  - namespace: x"), 6, /^spec\.kubernetes\.0\.clusterName /],
  [
    "the same cluster twice",
    scraper("kubernetes:\n  - clusterName: a\n  - clusterName: a"),
    7,
    /^spec\.kubernetes\.1\.clusterName is already used by another entry/,
  ],
  [
    "an invalid JSONPath",
    scraper("exec:\n  - script: x\n    id: $.a["),
    7,
    /^spec\.exec\.0\.id This is not valid JSONPath/,
  ],
  [
    "an invalid expression",
    scraper("exec:\n  - script: x\n    items: {expr: 'config.'}"),
    7,
    /^spec\.exec\.0\.items\.expr /,
  ],
  [
    "six tags",
    scraper(`exec:\n  - script: x\n    tags: {a: '1', b: '1', c: '1', d: '1', e: '1', f: '1'}`),
    7,
    /^spec\.exec\.0\.tags must be 5 at most/,
  ],
  [
    "an unknown part of the machine",
    scraper("system:\n  - parts: [soul]"),
    6,
    /^spec\.system\.0\.parts\.0 must be one of host/,
  ],
  [
    "YAML with exponential aliases",
    `a: &a [x, x, x, x, x, x, x, x, x, x]\n${[..."bcdefg"].map((name, at) => `${name}: &${name} [${`*${"abcdef"[at]}, `.repeat(10)}]\n`).join("")}`,
    1,
    /Excessive alias count/,
  ],
  ["an unknown alias", `${head}spec: *nobody\n`, 1, /nobody/],
  ["a truncated document", `${head}spec: {http: [\n`, 5, /./],
  ["tabs", `${head}spec:\n\thttp: []\n`, 5, /[Tt]ab/],
])("reports %s with its line", (_, text, line, message) => {
  const { items, faults } = readScrapers(text, spec);
  expect(items).toEqual([]);
  expect(faults[0]).toMatchObject({ line, message: expect.stringMatching(message) as string });
});

test("reports files that are not text or too long, and still reads the other documents of a file", () => {
  for (const text of [
    "\0\0\0",
    "\u{1F4A5}",
    "[".repeat(50_000),
    "&a [*a]",
    `${head}spec: {http: [&a {url: *a}]}`,
    "x".repeat(5_000_000),
  ]) {
    const { items, faults } = readScrapers(text, spec);
    expect(items).toEqual([]);
    expect(faults.length).toBeGreaterThan(0);
  }
  const both = readScrapers(
    `${scraper("schedule: often")}---\n${scraper("schedule: '@daily'").replace("name: x", "name: y")}`,
    spec,
  );
  expect([both.items.map(({ name }) => name), both.faults.length]).toEqual([["y"], 1]);
});

test("treats __proto__ and constructor as ordinary fields", () => {
  const { items, faults } = readScrapers(
    scraper("__proto__: [{a: 1}]\nconstructor: [{b: 1}]\nexec: [{script: x, __proto__: {c: 1}}]"),
    spec,
  );
  expect(faults).toEqual([]);
  expect(items).toHaveLength(1);
  expect(({} as Record<string, unknown>)["c"]).toBeUndefined();
});
