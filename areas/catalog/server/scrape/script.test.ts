import { describe, expect, test } from "vitest";
import { minimal, scraped } from "#tests/support/scraped.ts";

describe("scripts", () => {
  const document = {
    vms: [
      { id: "a", cpu: 1 },
      { id: "b", cpu: 2 },
    ],
  };

  test.each<[string, object]>([
    ["CEL", { expr: "config.vms.map(v, {'id': v.id, 'cores': v.cpu})" }],
    ["JavaScript", { javascript: "JSON.stringify(config.vms.map((v) => ({ id: v.id, cores: v.cpu })))" }],
    [
      "Go template",
      { gotemplate: '[{{range $i, $v := .config.vms}}{{if $i}},{{end}}{"id":"{{$v.id}}","cores":{{$v.cpu}}}{{end}}]' },
    ],
  ])("%s creates other documents", async (_, script) => {
    for (const transform of [{ script }, script]) {
      const { items, errors } = await scraped({ ...minimal, transform }, [{ document, id: "whole" }]);
      expect(errors).toEqual([]);
      expect(items.map(({ id, config }) => ({ id, config }))).toEqual([
        { id: "a", config: { id: "a", cores: 1 } },
        { id: "b", config: { id: "b", cores: 2 } },
      ]);
    }
  });

  test("a JSONPath selects documents", async () => {
    const { items } = await scraped({ ...minimal, transform: { jsonpath: "$.vms" } }, [{ document }]);
    expect(items.map(({ id }) => id)).toEqual(["a", "b"]);
  });

  test("fields of the output take precedence over the entry if the output has a config", async () => {
    const output = [
      {
        uuid: "u",
        name: "n",
        config_type: "VM",
        config_class: "Host",
        health: "warning",
        labels: { a: "b" },
        tags: { t: "1" },
        aliases: ["x"],
        cost_total_7d: 7.5,
        config: { id: "inner", z: 1 },
      },
      { id: "d", labels: { not: 5 }, status: "on", other: true },
    ];
    const { items, errors } = await scraped({ id: "$.id", type: "Usual", transform: { expr: "config.output" } }, [
      { document: { output } },
    ]);
    expect(errors).toEqual([]);
    expect(items[0]).toMatchObject({
      id: "u",
      name: "n",
      type: "VM",
      class: "Host",
      health: "warning",
      labels: { a: "b", t: "1" },
      tags: { t: "1" },
      aliases: ["x"],
      costs: { total7d: 7.5 },
      config: { id: "inner", z: 1 },
    });
    expect(items[1]!.costs).toBeUndefined();
    expect(items[1]).toMatchObject({ id: "d", type: "Usual", status: "on", labels: {}, config: output[1] });
  });

  test("values of the wrong type do not become fields of the item, and long values are shortened", async () => {
    const output = [
      {
        id: "1",
        config: {},
        health: "Unhealthy",
        properties: [{ name: "port", value: 80 }, { text: "nameless" }],
        labels: { short: "x", long: "l".repeat(5_000) },
        tags: { ["k".repeat(5_000)]: "t".repeat(5_000) },
      },
      { id: "2", config: {}, health: "splendid", properties: [{ name: "port", value: 80 }] },
    ];
    const { items } = await scraped({ ...minimal, transform: { expr: "config.output" } }, [{ document: { output } }]);
    expect(items).toMatchObject([{ health: "unhealthy" }, { properties: [{ name: "port", value: 80 }] }]);
    expect([items[0]!.properties, items[1]!.health]).toEqual([undefined, undefined]);
    const { labels, tags } = items[0]!;
    expect([labels!["short"], labels!["long"]!.length]).toEqual(["x", 1_000]);
    expect(Object.entries(tags!).map(([key, value]) => [key.length, value.length])).toEqual([[1_000, 1_000]]);
  });

  test.each<[string, object, string]>([
    ["fails", { expr: "config + 1" }, "The script failed: "],
    ["returns text", { expr: "'words'" }, "string that is not JSON"],
    ["returns numbers", { expr: "[1, 2]" }, "did not return a list of objects"],
    ["throws", { javascript: "throw new Error('no')" }, "The script failed: "],
    ["never ends", { javascript: "for (;;) {}" }, "The script failed: "],
  ])("a script that %s is reported as an error", async (_, transform, wanted) => {
    const { items, errors } = await scraped({ ...minimal, transform }, [{ document: {} }]);
    expect(items).toEqual([]);
    expect(errors[0]).toContain(wanted);
  });

  test("an empty list creates no items", async () => {
    expect((await scraped({ ...minimal, transform: { expr: "[]" } }, [{ document: {} }])).all).toEqual([]);
  });
});
