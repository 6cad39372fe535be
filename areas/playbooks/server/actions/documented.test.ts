// Every kind of action has a section in docs/playbook-actions.md with a valid example.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { repository } from "#lib/load/repository.ts";
import { describeKind } from "#server/kinds.ts";
import { unknownFields } from "#server/spec/unknown-fields.ts";
import { actionKinds } from "./index.ts";

const page = readFileSync(join(repository, "docs/playbook-actions.md"), "utf8");
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split("\n")[0]!, section] as const),
);

test("the documentation lists exactly the existing kinds", () => {
  expect([...sections.keys()].toSorted()).toEqual(actionKinds.map(({ type }) => type).toSorted());
});

test("every kind has a JSON schema for the editor", () => {
  for (const kind of actionKinds)
    expect(describeKind(kind)).toMatchObject({ type: kind.type, schema: { type: "object", properties: {} } });
});

test("fields with a format may also be templates, which are checked after rendering", () => {
  const template = "{{.params.x}}";
  const blocks: Record<string, object> = {
    http: { url: template, method: template },
    sql: { url: template, query: template, driver: template },
    pod: { name: template, spec: { containers: [{ name: template }] } },
    logs: { loki: { since: template, limit: template, direction: template } },
    ai: { prompt: template, backend: template, changes: { since: template } },
  };
  const faults = Object.entries(blocks).map(([type, block]) => {
    const { spec } = actionKinds.find((kind) => kind.type === type)!;
    return spec.safeParse(block).error?.issues ?? [];
  });
  expect(faults.flat()).toEqual([]);
  const { spec } = actionKinds.find(({ type }) => type === "logs")!;
  expect(spec.safeParse({ loki: { since: "{{" } }).success).toBe(false);
  expect(spec.safeParse({ loki: { since: "soon" } }).success).toBe(false);
});

test.each(actionKinds.map(({ type }) => type))("the example of %s is valid", (type) => {
  const example = /```yaml\n([\s\S]*?)```/.exec(sections.get(type) ?? "")?.[1] ?? "";
  const block = (parse(example) as Record<string, unknown>)[type];
  const { spec } = actionKinds.find((kind) => kind.type === type)!;
  expect(spec.safeParse(block).error?.issues).toBeUndefined();
  expect(unknownFields(spec, block)).toEqual([]);
});
