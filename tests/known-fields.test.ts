// Tests that the manifests in the product and its documentation have no unknown fields, and that the console's editor
// finds the same unknown fields as the server.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { repository } from "#lib/load/repository.ts";
import { createSpecs } from "#server/spec/specs.ts";
import { unknownKeys } from "#console/widgets/editor/unknown-keys.ts";
import { describeKind } from "#server/kinds.ts";
import { serverAreas } from "../main/areas.server.ts";
import { ownCanary } from "#areas/health/server/own-canaries.ts";
import { ownScraper } from "#areas/catalog/server/own-scrapers.ts";

const specs = createSpecs(serverAreas);
const kinds = serverAreas.flatMap(({ manifests = [] }) => manifests);

const warningsIn = (text: string) =>
  kinds.flatMap((kind) =>
    kind.read(text, { defaultName: "x" }).warnings.map(({ line, message }) => `${line}: ${message}`),
  );

const samples = ["passing", "failing", "scrapers"].flatMap((folder) =>
  readdirSync(join(repository, "tests/manifests", folder)).map((file) => join(folder, file)),
);

const tables: Readonly<Record<string, string>> = {
  Canary: "canaries",
  ScrapeConfig: "config_scrapers",
  ScrapePlugin: "scrape_plugins",
};

const documentsOf = (text: string) =>
  parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as { kind: string; spec: unknown };
  });

// Some samples contain placeholders such as `${port}` and cannot be read as manifests; their fields can still be
// checked.
test.each(samples)("the sample manifest %s has no unknown field", (file) => {
  const text = readFileSync(join(repository, "tests/manifests", file), "utf8");
  const documents = documentsOf(text);
  expect(documents.flatMap(({ kind, spec }) => specs.unknownIn(tables[kind]!, spec))).toEqual([]);
  expect(documents.every(({ kind }) => Object.hasOwn(tables, kind))).toBe(true);
});

const pages = ["README.md", ...readdirSync(join(repository, "docs")).map((name) => `docs/${name}`)].filter((path) =>
  path.endsWith(".md"),
);

test.each(pages)("the examples of %s have no unknown field", (path) => {
  const text = readFileSync(join(repository, path), "utf8");
  const examples = [...text.matchAll(/^```ya?ml\n(.*?)^```$/gms)].map(([, example]) => example!);
  expect(examples.flatMap((example) => warningsIn(example))).toEqual([]);
});

test("the canary and scraper of a new installation have no unknown field", () => {
  expect(specs.unknownIn("canaries", ownCanary.spec)).toEqual([]);
  expect(specs.unknownIn("config_scrapers", ownScraper.spec)).toEqual([]);
});

const resources = serverAreas.flatMap(({ kinds: all = [] }) => all.filter(({ family }) => family === "resource"));
const schemaOf = (table: string) =>
  describeKind(resources.find(({ type }) => type === table)!).schema as Parameters<typeof unknownKeys>[0];

test.each(readdirSync(join(repository, "tests/misspelt")))(
  "the editor finds the same unknown fields as the server in %s",
  (file) => {
    for (const { kind, spec } of documentsOf(readFileSync(join(repository, "tests/misspelt", file), "utf8"))) {
      const found = specs.unknownIn(tables[kind]!, spec).map(({ path, nearest }) => ({ path, nearest }));
      const inEditor = unknownKeys(schemaOf(tables[kind]!), spec).map(({ path, nearest }) => ({ path, nearest }));
      expect(found.length).toBeGreaterThan(0);
      expect(inEditor).toEqual(found);
    }
  },
);

test.each(samples)("the editor shows no warning for the sample manifest %s", (file) => {
  const text = readFileSync(join(repository, "tests/manifests", file), "utf8");
  for (const { kind, spec } of documentsOf(text)) expect(unknownKeys(schemaOf(tables[kind]!), spec)).toEqual([]);
});
