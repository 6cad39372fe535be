import { describe, expect, test } from "vitest";
import { minimal, scraped } from "#tests/support/scraped.ts";
import type { FoundChange } from "./found.ts";

describe("changes", () => {
  const change = (more: Partial<FoundChange> = {}): FoundChange => ({
    externalId: "c",
    type: "diff",
    summary: "spec.replicas",
    ...more,
  });
  const judged = async (changes: object, input: FoundChange = change()) => {
    const { items, late } = await scraped({ ...minimal, transform: { changes } }, [
      { document: { id: "1", kind: "x" }, source: "src", changes: [input] },
    ]);
    return { change: items[0]!.changes![0]!, late };
  };

  test.each<[string, object, object]>([
    ["excluded", { exclude: ["summary.contains('replicas')"] }, { action: "exclude" }],
    ["not excluded", { exclude: ["summary.contains('uptime')"] }, {}],
    [
      "in other words",
      {
        mapping: [
          {
            filter: "change_type == 'diff' && config_type == 'App'",
            severity: "low",
            type: "Scale",
            summary: "{{.summary}} of {{.config.kind}}",
          },
        ],
      },
      { severity: "low", type: "Scale", summary: "spec.replicas of x" },
    ],
    [
      "mapped by several rules in order",
      { mapping: [{ type: "A" }, { filter: "change_type == 'A'", severity: "high" }] },
      { type: "A", severity: "high" },
    ],
    [
      "unchanged if the filter does not match",
      { mapping: [{ filter: "config_type == 'Other'", severity: "low" }] },
      {},
    ],
    ["ignored", { mapping: [{ filter: "change.change_type == 'diff'", action: "ignore" }] }, { action: "ignore" }],
    ["mapped to a deletion", { mapping: [{ action: "delete" }] }, { action: "delete" }],
    [
      "somebody else's",
      { mapping: [{ config_id: "config.kind + '-1'", config_type: "Other", scraper_id: "all" }] },
      { of: { externalId: "x-1", type: "Other", scraper: "all" } },
    ],
    [
      "the parent's",
      { mapping: [{ action: "move-up", ancestor_type: "Cluster" }] },
      { action: "move-up", ancestorType: "Cluster" },
    ],
    [
      "copied",
      { mapping: [{ action: "copy", target: { types: ["Node"] } }] },
      { action: "copy", target: { types: ["Node"] } },
    ],
    [
      "by what the item is called",
      {
        mapping: [{ filter: "config_source == 'src' && config_external_id == '1' && source == ''", severity: "info" }],
      },
      { severity: "info" },
    ],
  ])("applies change rules: %s", async (_, rules, wanted) => {
    const { change: result, late } = await judged(rules);
    expect(result).toEqual({ ...change(), ...wanted });
    expect(late).toEqual([]);
  });

  test("a rule that cannot be evaluated changes nothing and is reported", async () => {
    const { change: result, late } = await judged({
      exclude: ["config + 1"],
      mapping: [{ filter: "details > 1", severity: "low" }],
    });
    expect(result).toEqual(change());
    expect(late).toHaveLength(2);
  });

  test("the rules apply to changes that are found while saving", async () => {
    const { judges } = await scraped({ ...minimal, transform: { changes: { mapping: [{ severity: "high" }] } } }, [
      { document: { id: "1" } },
    ]);
    expect(await judges[0]!(change())).toEqual({ ...change(), severity: "high" });
    expect((await scraped(minimal, [{ document: { id: "1" } }])).judges).toEqual([]);
  });

  test("changes in a document without an item must name the item that they belong to", async () => {
    const { news, warnings } = await scraped({ transform: { changes: { exclude: ["change_type == 'noise'"] } } }, [
      {
        changes: [change({ of: { externalId: "a" } }), change({ of: { externalId: "a" }, type: "noise" }), change()],
        type: "Event",
      },
    ]);
    expect(news).toMatchObject([{ changes: [{ of: { externalId: "a" } }, { action: "exclude" }] }]);
    expect(warnings).toEqual(["1 changes or insights do not name their item."]);
  });
});
