// Tests the JSON schemas for editors: they are served under the file names that existing consoles load, and generated
// from the schemas that validate the same documents when they are saved.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { type JsonSchema, problemsOf, resolved } from "#console/widgets/form/json-schema.ts";
import { repository } from "#lib/load/repository.ts";
import { serverAreas } from "../../main/areas.server.ts";
import { filled } from "../support/filled-manifest.ts";
import { openEstate } from "../permissions/estate-server.ts";
import { startTestServer } from "../support/test-server.ts";

const { person } = await openEstate(await startTestServer());
const viewer = await person({ roles: ["viewer"] });

const read = async (file: string) => {
  const { status, body } = await viewer.ask(`/api/schemas/${file}`);
  expect({ file, status }).toEqual({ file, status: 200 });
  return body as JsonSchema & { $schema: string; title: string; description?: string };
};

/** File names that existing consoles request. */
const inUse = [
  "canary.spec",
  "scrape_config.spec",
  "config_scraper.spec",
  "topology.spec",
  "playbook-spec",
  ...["kubernetes", "azure", "kubernetesfile", "sql", "trivy", "aws", "file", "githubactions", "azuredevops"].map(
    (type) => `config_${type}`,
  ),
  ...["application", "canary", "component", "connection", "logging_config"].flatMap((name) => [name, `${name}.spec`]),
  "health_http",
  "health_icmp",
].map((name) => `${name}.schema.json`);

const all = serverAreas.flatMap(({ schemas = [] }) => schemas.map(({ name }) => `${name}.schema.json`));

const keywords = new Set(
  `$schema $ref $defs title description examples deprecated default type enum const properties required additionalProperties
   propertyNames items anyOf oneOf allOf not minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum
   multipleOf minItems maxItems pattern format`.split(/\s+/),
);

/**
 * Returns the keywords of a schema and of all schemas inside it. Keys of `properties` and `$defs` are names, not
 * keywords.
 */
function* keywordsIn(schema: unknown): Generator<string> {
  if (Array.isArray(schema)) for (const item of schema) yield* keywordsIn(item);
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return;
  for (const [keyword, value] of Object.entries(schema)) {
    yield keyword;
    if (keyword === "properties" || keyword === "$defs")
      for (const inner of Object.values(value)) yield* keywordsIn(inner);
    else if (!["enum", "const", "default", "examples"].includes(keyword)) yield* keywordsIn(value);
  }
}

test.each(inUse)("serves %s, which existing consoles load", async (file) => {
  expect(await read(file)).toMatchObject({ $schema: expect.stringContaining("json-schema.org"), type: "object" });
});

test.each(all)("%s has a title and only keywords of JSON Schema", async (file) => {
  const schema = await read(file);
  expect(schema.title).not.toBe("");
  expect([...new Set(keywordsIn(schema))].filter((keyword) => !keywords.has(keyword))).toEqual([]);
});

test("every kind of check and scraper has a file", () => {
  const kinds = serverAreas.flatMap((area) => area.kinds ?? []);
  const prefixes: Readonly<Record<string, string>> = { check: "health", scraper: "config" };
  const files = kinds.flatMap(({ family, type }) =>
    Object.hasOwn(prefixes, family) ? [`${prefixes[family]}_${type.toLowerCase()}.schema.json`] : [],
  );
  expect(files.length).toBeGreaterThan(30);
  expect(all).toEqual(expect.arrayContaining(files));
});

describe("the schemas of manifests", () => {
  const manifests: Readonly<Record<string, string>> = {
    Canary: "canary.schema.json",
    ScrapeConfig: "scrape_config.schema.json",
    ScrapePlugin: "scrape_plugin.schema.json",
  };
  const samples = ["passing", "scrapers"].flatMap((folder) =>
    readdirSync(join(repository, "tests/manifests", folder)).map((file) => join(folder, file)),
  );

  /** Placeholders in the samples that represent numbers. */
  const ports = ["dns", "samba", "ssh"];

  test.each(samples)("the schemas of manifests accept the sample %s", async (file) => {
    const text = readFileSync(join(repository, "tests/manifests", file), "utf8");
    const names = [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!);
    const places = Object.fromEntries(names.map((name) => [name, ports.includes(name) ? 1234 : name]));
    for (const document of parseAllDocuments(text)) {
      const manifest = filled(document.toJS(), places) as { kind: string };
      expect(problemsOf(await read(manifests[manifest.kind]!), manifest)).toEqual([]);
    }
  });

  test("the schemas reject a manifest of another kind, and a check without its required field", async () => {
    const schema = await read("canary.schema.json");
    const manifest = {
      apiVersion: "canaries.flanksource.com/v1",
      kind: "Topology",
      metadata: { name: "shop" },
      spec: { tcp: [{ name: "database" }] },
    };
    expect(problemsOf(schema, manifest).map(({ path }) => path.join("."))).toEqual(["kind", "spec.tcp.0.endpoint"]);
  });
});

test("form labels become titles, so that editors show them", async () => {
  const schema = await read("canary.spec.schema.json");
  expect(resolved(schema.properties!["schedule"], schema)).toMatchObject({ title: "Schedule" });
});

test("the schema of a scraper type that this version cannot run contains a note and the common fields of all scrapers", async () => {
  const { description, properties } = await read("config_aws.schema.json");
  expect(description).toMatch(/type aws cannot be run by this version/);
  expect(properties).toHaveProperty("transform");
});

test("the playbook schema has the fields of a playbook, and the write hook validates with it", async () => {
  const schema = await read("playbook-spec.schema.json");
  expect(Object.keys(schema.properties!)).toEqual(
    expect.arrayContaining(["on", "parameters", "approval", "filters", "actions"]),
  );
  const spec = { approval: { type: "most" }, actions: [{ exec: { script: "true" } }] };
  const wrong = ["approval.type", "actions.0.name"];
  expect(problemsOf(schema, spec).map(({ path }) => path.join("."))).toEqual(expect.arrayContaining(wrong));
  const editor = await person({ roles: ["editor"] });
  const refused = await editor.ask("/playbooks", { method: "POST", body: { name: "restart", spec } });
  expect(refused.status).toBe(400);
  for (const path of wrong) expect(refused.text).toContain(path);
});

test("an unknown name gets 404 with a list of all names", async () => {
  for (const name of ["canry.spec.schema.json", "canary.spec", "__proto__", "..%2F..%2Fpackage.json"]) {
    const { status, body } = await viewer.ask(`/api/schemas/${name}`);
    expect({ name, status }).toEqual({ name, status: 404 });
    expect(body).toMatchObject({ files: all.toSorted() });
  }
});

test("a name may have capital letters", async () => {
  expect(await read("config_kubernetesFile.schema.json")).toEqual(await read("config_kubernetesfile.schema.json"));
});

test("a client that already has the current file gets 304", async () => {
  const path = "/api/schemas/canary.spec.schema.json";
  const { headers } = await viewer.ask(path);
  const etag = headers.get("etag")!;
  expect(headers.get("cache-control")).toBe("private, no-cache");
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  const known = await viewer.ask(path, { headers: { "if-none-match": etag } });
  expect({ status: known.status, text: known.text }).toEqual({ status: 304, text: "" });
});
