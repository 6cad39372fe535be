// Tests every kind in the product: forms and the API validate with the same schema.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { KindDescription } from "#language/kinds.ts";
import { fieldNames } from "#language/field-marks.ts";
import { isRecord, problemsOf, resolved, variantsOf, type JsonSchema } from "#console/widgets/form/json-schema.ts";
import { serverAreas } from "../../main/areas.server.ts";
import { openEstate } from "../permissions/estate-server.ts";
import { startTestServer } from "../support/test-server.ts";

const { person } = await openEstate(await startTestServer());
const admin = await person({ roles: ["admin"] });
const kinds = serverAreas.flatMap((area) => area.kinds ?? []);

const typesOfConnections = kinds.flatMap(({ family, type }) => (family === "connection" ? [type] : []));

/** Yields every path to a string that can contain expressions. Enters lists once and recursive parts twice. */
function* computedIn(
  schemaOrRef: JsonSchema,
  root: JsonSchema,
  path: (string | number)[] = [],
): Generator<(string | number)[]> {
  const schema = resolved(schemaOrRef, root);
  if (schema.notation !== undefined || schema.isTemplated) yield path;
  const inner = (next: JsonSchema | boolean | undefined, step: string | number) =>
    isRecord(next) && path.filter((item) => item === step && step !== 0).length < 2
      ? computedIn(next, root, [...path, step])
      : [];
  for (const variant of variantsOf(schema) ?? []) yield* computedIn(variant, root, path);
  for (const [key, property] of Object.entries(schema.properties ?? {})) yield* inner(property, key);
  yield* inner(schema.items, 0);
  yield* inner(schema.additionalProperties, "any");
}

const holding = (path: readonly (string | number)[], leaf: string, more: object = {}): unknown =>
  path.reduceRight<unknown>((held, step) => (step === 0 ? [held] : { ...more, [step]: held }), leaf);

describe.each(kinds)("the $family $type", (kind) => {
  test("has a title and an icon", () => {
    expect(kind.title).not.toBe("");
    expect(kind.icon).not.toBe("");
  });

  test("is returned as a JSON schema that forms can display", async () => {
    const { status, body } = await admin.ask(`/api/kinds/${kind.family}?type=${kind.type}`);
    expect(status).toBe(200);
    const [description] = body as [KindDescription];
    expect(description).toMatchObject({ type: kind.type, title: kind.title, schema: { type: "object" } });
    const text = JSON.stringify(description.schema);
    for (const [, field] of text.matchAll(/"field":"([^"]+)"/g)) expect(fieldNames).toContain(field);
    for (const [, types] of text.matchAll(/"connectionTypes":\[([^\]]+)\]/g))
      expect(typesOfConnections).toEqual(expect.arrayContaining(JSON.parse(`[${types}]`)));
    // The console fetches the schema when a person opens the first resource.
    expect(text.length).toBeLessThan(100_000);
  });

  test("rejects an invalid expression with its path, line and column", () => {
    const schema = z.toJSONSchema(kind.spec, { io: "input", unrepresentable: "any" }) as JsonSchema;
    const isJudged = (path: readonly (string | number)[], spec: unknown) =>
      kind.spec
        .safeParse(spec)
        .error?.issues.some(
          (issue) => issue.path.join() === path.join() && /line \d+, column \d+|JSONPath/.test(issue.message),
        );
    const notJudged = [...computedIn(schema, schema)].filter(
      // An object that requires a name gets one, because otherwise only the missing name would be reported.
      (path) => !isJudged(path, holding(path, "{{ $(")) && !isJudged(path, holding(path, "{{ $(", { name: "one" })),
    );
    expect(notJudged).toEqual([]);
  });
});

test("canaries, topologies and views have fields with expressions", () => {
  for (const type of ["canaries", "topologies", "views"]) {
    const { spec } = kinds.find((kind) => kind.type === type)!;
    const schema = z.toJSONSchema(spec, { io: "input", unrepresentable: "any" }) as JsonSchema;
    expect([...computedIn(schema, schema)].length).toBeGreaterThan(8);
  }
});

test.each(kinds.filter(({ family }) => family === "resource"))(
  "the resource $type accepts an empty spec and keeps unknown fields",
  async ({ type, spec }) => {
    expect(spec.parse({})).toEqual({});
    expect(spec.parse({ newer: { than: "we are" } })).toEqual({ newer: { than: "we are" } });
    const [description] = (await admin.ask(`/api/kinds/resource?type=${type}`)).body as [KindDescription];
    expect(problemsOf(description.schema, {})).toEqual([]);
  },
);

test("an unknown family gets 404", async () => {
  expect((await admin.ask("/api/kinds/nothing")).status).toBe(404);
});

describe("a save validates the spec", () => {
  const canary = (spec: unknown) => admin.ask("/canaries", { method: "POST", body: { name: `c-${count++}`, spec } });
  let count = 0;
  test.each([
    [{ http: [{ name: "a", url: "https://a" }] }, undefined],
    [{ http: [{ url: "https://a" }] }, { path: "spec.http.0.name" }],
    [{ http: [{ name: "a" }] }, { path: "spec.http.0.url" }],
    [{ http: [{ name: "a", url: "https://a", method: "HEAD" }] }, undefined],
    [{ http: [{ name: "a", url: "https://a", namespace: { name: "shop" } }] }, undefined],
    [{ http: [{ name: "a", url: "https://a", namespace: 5 }] }, { message: "must be a string" }],
    [{ http: [{ name: "a", url: "https://a", method: "patch", body: "x" }] }, undefined],
    [{ http: [{ name: "a", url: "https://a", method: "TRACE" }] }, { path: "spec.http.0.method" }],
    [{ tcp: [{ name: "a", endpoint: 5 }] }, { message: "must be a string" }],
    [{ schedule: "@sometimes" }, { path: "spec.schedule" }],
    [{ http: "https://a" }, { message: "must be a list" }],
    [{ somethingNew: [{ a: 1 }], http: [{ name: "a", url: "u", newField: 1 }] }, undefined],
    ["text", { path: "spec" }],
  ])("accepts a valid spec of a canary and names the invalid field otherwise: %o", async (spec, refused) => {
    const { status, body } = await canary(spec);
    expect([status, body]).toMatchObject(refused ? [400, { fields: [refused] }] : [201, undefined]);
  });

  test("reports the invalid field in specs of topologies, rules, views and log backends", async () => {
    for (const [table, spec, path] of [
      ["topologies", { components: [{ name: "a", components: [{ name: 1 }] }] }, "spec.components.0.components.0.name"],
      [
        "topologies",
        { components: [{ name: "a", lookup: { http: [{ name: "b" }] } }] },
        "spec.components.0.lookup.http.0.url",
      ],
      ["incident_rules", { filter: { age: "old" } }, "spec.filter.age"],
      ["views", { columns: [{ name: "a", type: "colour" }] }, "spec.columns.0.type"],
      ["logging_backends", { backends: [{ cloudwatch: { log_group: "" } }] }, "spec.backends.0.cloudwatch.log_group"],
    ] as const) {
      const { status, body } = await admin.ask(`/${table}`, { method: "POST", body: { name: "x", spec } });
      expect([table, status, body]).toMatchObject([table, 400, { fields: [{ path }] }]);
    }
  });
});

test("SE-75 a resource keeps its name and namespace; labels, spec, icon and schedule can be edited, and source and agent are returned", async () => {
  const fields = "id,name,namespace,labels,spec,schedule,source,agent_id,agent:agents(id,name)";
  const written = async (method: string, path: string, body: object) =>
    (await admin.ask(path, { method, body, headers: { prefer: "return=representation" } })).body as [{ id: string }];
  const topology = { name: "shop", namespace: "north", labels: { team: "a" }, spec: {}, schedule: "@every 5m" };
  const [created] = await written("POST", `/topologies?select=${fields}`, topology);
  expect(created).toEqual({ ...topology, id: expect.any(String), source: "UI", agent_id: local.id, agent: local });
  const edited = { ...topology, labels: { team: "b" }, spec: { icon: "x" }, schedule: "@hourly" };
  expect(await written("PATCH", `/topologies?id=eq.${created.id}&select=${fields}`, edited)).toEqual([
    { ...created, ...edited },
  ]);
  const [team] = await written("POST", "/teams?select=id,name,icon", { name: "north", icon: "anchor" });
  expect(await written("PATCH", `/teams?id=eq.${team.id}&select=icon`, { icon: "ship" })).toEqual([{ icon: "ship" }]);
});

/** The agent of resources that run on this server. */
const local = { id: "00000000-0000-0000-0000-000000000000", name: "local" };
