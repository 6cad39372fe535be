import { describe, expect, test } from "vitest";
import { minimal, scraped, scraper } from "#tests/support/scraped.ts";
import type { Scraped } from "./found.ts";

describe("relationships", () => {
  const related = async (rule: object, document: object = {}, more: Partial<Scraped> = {}) => {
    const { items, warnings } = await scraped({ ...minimal, type: "Cloud::VM", transform: { relationship: [rule] } }, [
      { document: { id: "1", host: "h,1*", ...document }, ...more },
    ]);
    return {
      found: items[0]!.relationships!.map(({ selectorId, ...rest }) => ({
        ...rest,
        isNamed: /^[\da-f]{32}$/.test(selectorId!),
      })),
      warnings,
    };
  };

  test.each<[string, object, unknown]>([
    [
      "by a selector of its own scraper",
      { type: { value: "Hypervisor" }, name: { expr: "config.host" }, parent: true },
      [
        {
          to: { selector: { name: "h%2c1%2a", types: ["Hypervisor"], scope: scraper.id } },
          relation: "VMHypervisor",
          isParent: true,
          isNamed: true,
        },
      ],
    ],
    [
      "of all scrapers",
      { name: { label: "rack" }, scope: { value: "all" } },
      [{ to: { selector: { name: "r1" } }, relation: "VM", isNamed: true }],
    ],
    [
      "by what the source calls it",
      { external_id: { expr: "config.host" }, type: { value: "A::Host" } },
      [{ to: { item: { externalId: "h,1*", type: "A::Host" } }, relation: "VMHost", isNamed: true }],
    ],
    [
      "by JSON text from an expression",
      { expr: `'[{"name": "' + config.host + '", "type": "Rack"}]'` },
      [
        {
          to: { selector: { name: "h%2c1%2a", types: ["Rack"], scope: scraper.id } },
          relation: "VMRack",
          isNamed: true,
        },
      ],
    ],
    ["by an empty text from an expression", { expr: `''` }, []],
    [
      "by labels",
      { labels: { app: "a b" } },
      [{ to: { selector: { scope: scraper.id, labelSelector: "app=a%20b" } }, relation: "VM", isNamed: true }],
    ],
    [
      "called as it says",
      { name: { value: "db-*" }, relation: "Uses" },
      [{ to: { selector: { name: "db-*", scope: scraper.id } }, relation: "Uses", isNamed: true }],
    ],
    ["an empty field drops the whole selector", { name: { label: "none" }, type: { value: "X" } }, []],
    ["a scope alone selects nothing", { scope: { value: "all" } }, []],
    ["not if the filter does not match", { filter: "config_type == 'Other'", name: { value: "x" } }, []],
    [
      "by a list of selectors",
      { expr: "[{'external_id': 'a', 'type': 'T'}, {'name': config.host, 'scope': 'all'}]" },
      [
        { to: { item: { externalId: "a", type: "T" } }, relation: "VMT", isNamed: true },
        { to: { selector: { name: "h%2c1%2a" } }, relation: "VM", isNamed: true },
      ],
    ],
  ])("evaluates relationship rules: %s", async (_, rule, wanted) => {
    const result = await related(rule, {}, { labels: { rack: "r1" } });
    expect(result.warnings).toEqual([]);
    expect(result.found).toEqual(wanted);
  });

  test("a rule that cannot be evaluated is reported as a warning, and the item is saved", async () => {
    const { found: none, warnings } = await related({ name: { expr: "config + 1" } });
    expect(none).toEqual([]);
    expect(warnings[0]).toContain("Rule 1 of relationship cannot be evaluated");
  });

  test("relationships that the scraper kind found are kept", async () => {
    const own = { to: { item: { externalId: "n" } }, relation: "NodePod" };
    expect((await related({ labels: {} }, {}, { relationships: [own] })).found).toEqual([{ ...own, isNamed: false }]);
  });
});

test("locations and aliases are evaluated, and a result with a trailing slash is dropped", async () => {
  const transform = {
    locations: [
      { type: "App*", values: ["cluster://{{.tags.cluster}}", "zone://{{.config.zone}}/", ""] },
      { filter: "config_type == 'Other'", values: ["no"] },
      { filter: "config > 1", values: ["no"] },
    ],
    aliases: [{ values: ["k8s/{{.config.id}}", "known"] }],
  };
  const { items, warnings } = await scraped({ ...minimal, transform }, [
    { document: { id: "1", zone: "z" }, tags: { cluster: "c" }, aliases: ["known"] },
  ]);
  expect(items[0]).toMatchObject({ locations: ["cluster://c"], aliases: ["known", "k8s/1"] });
  expect(warnings).toHaveLength(1);
});

test("rules use the id as the name of an item without a name", async () => {
  const { items } = await scraped(
    {
      ...minimal,
      transform: {
        locations: [{ values: ["dc://{{.name}}/{{.config_class}}"] }],
        relationship: [{ filter: "name == '1'", name: { expr: "name" }, type: { value: "Twin" } }],
        mask: [{ selector: "name == '1' && config_class == 'App'", jsonpath: "$.secret" }],
      },
    },
    [{ document: { id: "1", secret: "s" } }],
  );
  expect(items).toMatchObject([{ name: "1", class: "App", locations: ["dc://1/App"], config: { secret: "***" } }]);
  expect(items[0]!.relationships).toHaveLength(1);
});

test("locations and aliases can be limited to items with a parent of a given type, and use the parent's id", async () => {
  const withParent = (pattern: string) => [{ values: ["at/{{.parent.id}}/{{.name}}"], withParent: pattern }];
  const inside = {
    document: { id: "1" },
    name: "web",
    parents: [
      { externalId: "owner", type: "Kubernetes::ReplicaSet" },
      { externalId: "shop", type: "Kubernetes::Namespace" },
    ],
  };
  const aliasesOf = async (pattern: string, input: Scraped) =>
    (await scraped({ ...minimal, transform: { aliases: withParent(pattern) } }, [input])).items[0]!.aliases;
  expect(await aliasesOf("*::Namespace", inside)).toEqual(["at/shop/web"]);
  expect(await aliasesOf("Kubernetes::*", inside)).toEqual(["at/owner/web"]);
  expect(await aliasesOf("*::Cluster", inside)).toBeUndefined();
  expect(await aliasesOf("*::Namespace", { document: { id: "1" }, name: "web" })).toBeUndefined();
});
