import { describe, expect, test } from "vitest";
import { minimal, scraped } from "../../../../tests/scraped.ts";

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
  ])("%s makes other documents", async (_, script) => {
    for (const transform of [{ script }, script]) {
      const { items, errors } = await scraped({ ...minimal, transform }, [{ document, id: "whole" }]);
      expect(errors).toEqual([]);
      expect(items.map(({ id, config }) => ({ id, config }))).toEqual([
        { id: "a", config: { id: "a", cores: 1 } },
        { id: "b", config: { id: "b", cores: 2 } },
      ]);
    }
  });

  test("JSONPath finds them", async () => {
    const { items } = await scraped({ ...minimal, transform: { jsonpath: "$.vms" } }, [{ document }]);
    expect(items.map(({ id }) => id)).toEqual(["a", "b"]);
  });

  test("what they say of an item counts, when it has a config", async () => {
    const made = [
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
    const { items, errors } = await scraped({ id: "$.id", type: "Usual", transform: { expr: "config.made" } }, [
      { document: { made } },
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
    expect(items[1]).toMatchObject({ id: "d", type: "Usual", status: "on", labels: {}, config: made[1] });
  });

  test("what does not fit is no field of an item, and what is too long is cut", async () => {
    const made = [
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
    const { items } = await scraped({ ...minimal, transform: { expr: "config.made" } }, [{ document: { made } }]);
    expect(items).toMatchObject([{ health: "unhealthy" }, { properties: [{ name: "port", value: 80 }] }]);
    expect([items[0]!.properties, items[1]!.health]).toEqual([undefined, undefined]);
    const { labels, tags } = items[0]!;
    expect([labels!["short"], labels!["long"]!.length]).toEqual(["x", 1_000]);
    expect(Object.entries(tags!).map(([key, value]) => [key.length, value.length])).toEqual([[1_000, 1_000]]);
  });

  test.each<[string, object, string]>([
    ["fails", { expr: "config + 1" }, "The script failed: "],
    ["comes to words", { expr: "'words'" }, "a text that is no JSON"],
    ["comes to figures", { expr: "[1, 2]" }, "something else than a list of objects"],
    ["throws", { javascript: "throw new Error('no')" }, "The script failed: "],
    ["never ends", { javascript: "for (;;) {}" }, "The script failed: "],
  ])("one that %s is an error", async (_, transform, wanted) => {
    const { items, errors } = await scraped({ ...minimal, transform }, [{ document: {} }]);
    expect(items).toEqual([]);
    expect(errors[0]).toContain(wanted);
  });

  test("nothing is no item", async () => {
    expect((await scraped({ ...minimal, transform: { expr: "[]" } }, [{ document: {} }])).all).toEqual([]);
  });
});
