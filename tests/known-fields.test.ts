// Whatever the product ships or shows as an example has no unknown field.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { repository } from "#server/repository.ts";
import { createSpecs } from "#server/spec/specs.ts";
import { serverAreas } from "../main/areas.server.ts";
import { ownCanary } from "../areas/health/server/own-canaries.ts";
import { ownScraper } from "../areas/catalog/server/own-scrapers.ts";

const specs = createSpecs(serverAreas);
const kinds = serverAreas.flatMap(({ manifests = [] }) => manifests);

const warningsIn = (text: string) =>
  kinds.flatMap((kind) =>
    kind.read(text, { usualName: "x" }).warnings.map(({ line, message }) => `${line}: ${message}`),
  );

const samples = ["passing", "failing", "scrapers"].flatMap((folder) =>
  readdirSync(join(repository, "tests/manifests", folder)).map((file) => join(folder, file)),
);

const tables: Readonly<Record<string, string>> = { Canary: "canaries", ScrapeConfig: "config_scrapers" };

// Tests fill in `${port}` and the like, so that some samples cannot be read as they are; their fields can be judged.
test.each(samples)("the sample manifest %s has no unknown field", (file) => {
  const text = readFileSync(join(repository, "tests/manifests", file), "utf8");
  const documents = parseAllDocuments(text).map((document) => document.toJS() as { kind: string; spec: unknown });
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

test("what a new installation begins with has no unknown field", () => {
  expect(specs.unknownIn("canaries", ownCanary.spec)).toEqual([]);
  expect(specs.unknownIn("config_scrapers", ownScraper.spec)).toEqual([]);
});
