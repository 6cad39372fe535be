import { expect, test } from "vitest";
import { z } from "zod";
import { text } from "#server/spec/parts.ts";
import { scraperEntry } from "./entry.ts";

const entry = scraperEntry({ url: text, name: text.optional().meta({ label: "Name of the state" }) });

const issuesOf = (written: unknown) => {
  const parsed = entry.safeParse(written);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
};

test("accepts existing manifests and keeps unknown fields", () => {
  const written = {
    url: "http://cmdb.local/hosts.json",
    items: "$.hosts[*]",
    id: "$.serial",
    type: "@.kind",
    class: "Host",
    status: { expr: "config.state" },
    tags: [{ name: "site", jsonpath: "$.site" }],
    labels: { app: "$.app", team: "ops" },
    newer: { than: "we" },
    transform: {
      script: { javascript: "JSON.stringify(config)" },
      exclude: [{ jsonpath: "$.lastSeen" }],
      mask: [{ selector: "has(config.password)", jsonpath: ".password", value: "md5sum" }],
      relationship: [
        { filter: "config_type == 'VM'", type: { value: "Hypervisor" }, name: { expr: "config.host" }, parent: true },
      ],
      changes: {
        mapping: [{ filter: "change_type == 'diff' && config_type == 'VM'", severity: "low" }],
        exclude: ["summary.contains('uptime')"],
      },
      locations: [{ type: "VM", values: ["cluster://{{.tags.cluster}}"] }],
    },
  };
  expect(entry.parse(written)).toEqual(written);
});

test.each([
  [{ id: "$.a[" }, "id This is not valid JSONPath"],
  [{ items: { expr: "config." } }, "items.expr "],
  [{ type: { jmespath: "a[" } }, "type.jmespath This is not valid JMESPath"],
  [{ id: 5 }, "id must be a string, a JSONPath, or an object"],
  [{ tags: ["a", "b", "c", "d", "e", "f"].map((name) => ({ name, value: "x" })) }, "tags must be 5 at most"],
  [{ tags: [{ name: "a" }, { name: "a" }] }, "tags.1.name occurs twice"],
  [{ properties: [{ name: "p", filter: "1 +" }] }, "properties.0.filter "],
  [{ properties: [{ name: "p", text: "{{ .x" }] }, "properties.0.text "],
  [{ transform: { exclude: [{}] } }, "transform.exclude.0.jsonpath "],
  [{ transform: { expr: "[" } }, "transform.expr "],
  [{ transform: { changes: { exclude: ["a =="] } } }, "transform.changes.exclude.0 "],
  [{ transform: { changes: { mapping: [{ action: "fly" }] } } }, "transform.changes.mapping.0.action must be one of"],
  [{ transform: { changes: { mapping: [{ action: "move" }] } } }, "transform.changes.mapping.0.target is required"],
  [{ transform: { aliases: [{ values: ["{{ end }}"] }] } }, "transform.aliases.0.values.0 "],
  [{ createFields: ["$["] }, "createFields.0 "],
])("refuses %j and names the wrong field", (written, wanted) => {
  const [first = ""] = issuesOf({ url: "x", ...written });
  expect(first.slice(0, wanted.length)).toBe(wanted);
});

test("a kind can override a common field; the form shows the fields of the kind first, and every field has a label", () => {
  const { properties } = z.toJSONSchema(entry, { io: "input" }) as { properties: Record<string, { label?: string }> };
  expect(Object.keys(properties).slice(0, 2)).toEqual(["url", "name"]);
  expect(properties["name"]!.label).toBe("Name of the state");
  expect(properties["id"]!.label).toBe("Id");
});
