import { expect, test, describe } from "vitest";
import { scraperEntry } from "../spec/entry.ts";
import type { Found, FoundChange, Item, JudgeChange, Scraped } from "./found.ts";
import { scrape } from "./scrape.ts";

const scraper = {
  id: "8b8f4b3e-9f0c-4d7e-8a5b-0d9e3c1f2a4b",
  name: "inventory",
  namespace: "ops",
  labels: { team: "x" },
};
const schema = scraperEntry({});
const now = Date.parse("2026-11-15T12:00:00Z");

async function found(entry: object, given: readonly Scraped[], isFull = false) {
  const all: Found[] = [];
  const late: string[] = [];
  const judges = new Map<Item, JudgeChange>();
  const source = (async function* () {
    yield* given;
  })();
  const context = { scraper, isFull, warn: (warning: string) => void late.push(warning), now: () => now, judges };
  for await (const one of scrape(source, schema.parse(entry), context)) all.push(one);
  return {
    all,
    late,
    items: all.flatMap((one) => (one.kind === "item" ? [one.item] : [])),
    errors: all.flatMap((one) => (one.kind === "error" ? [one.error] : [])),
    warnings: all.flatMap((one) => (one.kind === "warning" ? [one.warning] : [])),
    news: all.flatMap((one) => (one.kind === "news" ? [one.news] : [])),
    judges: [...judges.values()],
  };
}

const one = async (entry: object, document: unknown, more: Partial<Scraped> = {}): Promise<Item> => {
  const { items, errors } = await found(entry, [{ document, ...more }]);
  expect(errors).toEqual([]);
  expect(items).toHaveLength(1);
  return items[0]!;
};

const minimal = { id: "$.id", type: "App" };

describe("formats", () => {
  test.each<[string, Partial<Scraped> & { document: unknown }, object, unknown]>([
    ["a value", { document: { id: "1" } }, {}, { id: "1" }],
    ["JSON", { document: '{"id": "1", "n": 1.5}', format: "json" }, {}, { id: "1", n: 1.5 }],
    ["a text without a format is JSON or YAML", { document: "id: '1'" }, {}, { id: "1" }],
    ["YAML", { document: "id: '1'\nl: [a, b]", format: "yaml" }, {}, { id: "1", l: ["a", "b"] }],
    [
      "YAML that merges",
      { document: "a: &a {x: 1}\nb: {<<: *a}\nid: '1'", format: "yaml" },
      {},
      { a: { x: 1 }, b: { x: 1 }, id: "1" },
    ],
    [
      "what the entry says counts",
      { document: "id=1\na.b = c\\\n  d", format: "json" },
      { format: "properties" },
      { id: "1", "a.b": "cd" },
    ],
    [
      "anything else is kept as a text",
      { document: "<x/>", format: "xml" },
      { id: "x" },
      { format: "xml", content: "<x/>" },
    ],
    [
      "what JSON has not",
      { document: { id: "1", d: new Date(now), b: 5n, u: undefined, f: Number.NaN } },
      {},
      { id: "1", d: "2026-11-15T12:00:00.000Z", b: 5, f: null },
    ],
    ["what PostgreSQL has not", { document: { id: "1", "k\0": "a\0b\ud800" } }, {}, { id: "1", k: "ab\ufffd" }],
  ])("%s", async (_, { document, ...more }, entry, wanted) => {
    expect((await one({ ...minimal, ...entry }, document, more)).config).toEqual(wanted);
  });

  test.each<[string, unknown, string]>([
    ["broken YAML", "a: [", "cannot be read as JSON"],
    ["a text that is none", "just words", "no id"],
    [
      "an alias bomb",
      `a: &a [x,x,x,x,x,x,x,x,x,x]\n${"bcdefgh"
        .split("")
        .map((key, at) => `${key}: &${key} [${Array(10).fill(`*${"abcdefg"[at]}`).join(",")}]`)
        .join("\n")}`,
      "cannot be read",
    ],
    ["what is too deep", JSON.parse("[".repeat(5_000) + "]".repeat(5_000)), "200 levels deep"],
    ["what is too deep in a text", "[".repeat(100_000) + "]".repeat(100_000), "200 levels deep"],
  ])("%s is an error, and the others are found", async (_, document, wanted) => {
    const { items, errors } = await found(minimal, [{ document, source: "a.yaml" }, { document: { id: "2" } }]);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^a\.yaml: /);
    expect(errors[0]).toContain(wanted);
    expect(items.map(({ id }) => id)).toEqual(["2"]);
  });

  test("keys of prototypes are keys like any other", async () => {
    const document = JSON.parse(
      '{"id":"1","__proto__":{"polluted":true},"constructor":{"prototype":{"x":1}}}',
    ) as unknown;
    const item = await one(
      { ...minimal, name: "$.constructor.prototype.x", transform: { exclude: [{ jsonpath: "$.constructor" }] } },
      document,
    );
    expect(Object.hasOwn(item.config as object, "__proto__")).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(item.name).toBe("1");
    expect(Object.keys(item.config as object)).toEqual(["id", "__proto__"]);
  });
});

describe("items", () => {
  const document = { hosts: [{ id: 1 }, { id: 2 }, { name: "no id" }, null] };

  test.each<[string, unknown]>([
    ["JSONPath", "$.hosts[*]"],
    ["JSONPath to a list", "$.hosts"],
    ["CEL", { expr: "config.hosts" }],
    ["JMESPath", { jmespath: "hosts[]" }],
  ])("by %s, each through everything else, and the document itself is none", async (_, items) => {
    const made = await found({ ...minimal, items }, [
      { document, id: "whole", name: "whole", source: "http://x", tags: { site: "b" } },
    ]);
    expect(made.items.map(({ id, name, source, tags }) => ({ id, name, source, tags }))).toEqual([
      { id: "1", name: "1", source: "http://x", tags: { site: "b" } },
      { id: "2", name: "2", source: "http://x", tags: { site: "b" } },
    ]);
    expect(made.errors).toEqual(["http://x: There is no id: $.id finds nothing."]);
  });

  test("none are none", async () => {
    expect((await found({ ...minimal, items: "$.hosts[*]" }, [{ document: {} }])).all).toEqual([]);
  });
});

describe("fields", () => {
  test("what is written is found, what a kind knows stands where nothing is written", async () => {
    const item = await one(
      {
        id: { expr: "config.region + '/' + string(config.serial)" },
        name: { jmespath: "names[0]" },
        type: "@.kind",
        status: "$.state",
        description: "as it stands",
        labels: { app: "$.app", team: "ops", gone: "$.nothing", bad: "$.names" },
        tags: [
          { name: "site", jsonpath: "$.site" },
          { name: "app", label: "app" },
          { name: "none", jsonpath: "$.nothing" },
        ],
      },
      { region: "eu", serial: 7, names: ["db", "x"], kind: "VM", state: "Running", app: "shop", site: 3 },
      { id: "of the kind", class: "Host", icon: "vm", labels: { app: "old", own: "1" }, tags: { region: "eu" } },
    );
    expect(item).toMatchObject({
      id: "eu/7",
      name: "db",
      type: "VM",
      class: "Host",
      status: "Running",
      description: "as it stands",
      icon: "vm",
      tags: { region: "eu", site: "3", app: "shop" },
      labels: { app: "shop", own: "1", team: "ops", region: "eu", site: "3" },
    });
    expect(item.health).toBeUndefined();
  });

  test.each<[string, object, object, string]>([
    ["no id", { type: "A" }, {}, "It has no id"],
    ["an id that is not there", { type: "A", id: "$.x" }, {}, "There is no id: $.x finds nothing."],
    ["an id that is empty", { type: "A", id: "$.x" }, { x: " " }, "There is no id"],
    ["an id that is an object", { type: "A", id: "$.x" }, { x: {} }, "Its id cannot be told: It comes to an object"],
    ["no type", { id: "a" }, {}, "a has no type"],
    ["a name that is not there", { id: "a", type: "A", name: "$.x" }, {}, "There is no name"],
    ["a class that is not there", { id: "a", type: "A", class: "$.x" }, {}, "There is no class"],
    ["an expression that fails", { id: { expr: "config.x.y" }, type: "A" }, {}, "Its id cannot be told: "],
    ["an id that no index holds", { id: "$.x", type: "A" }, { x: "x".repeat(1_001) }, "longer than 1000"],
  ])("%s is an error", async (_, entry, document, wanted) => {
    const { errors, items } = await found(entry, [{ document }]);
    expect(items).toEqual([]);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(wanted);
  });

  test.each<[unknown, string | undefined, string | undefined]>([
    ["2026-01-02T03:04:05Z", undefined, "2026-01-02T03:04:05.000Z"],
    ["2026-01-02T03:04:05+02:00", undefined, "2026-01-02T01:04:05.000Z"],
    [1_767_322_800, undefined, "2026-01-02T03:00:00.000Z"],
    [1_767_322_800_000, undefined, "2026-01-02T03:00:00.000Z"],
    ["02/01/2026", "02/01/2006", "2026-01-02T00:00:00.000Z"],
    ["2026-01-02", "DateOnly", "2026-01-02T00:00:00.000Z"],
    ["yesterday", undefined, undefined],
    ["2026-01-02", "02/01/2006", undefined],
    [{}, undefined, undefined],
  ])("the time %j in the layout %s", async (time, timestampFormat, wanted) => {
    const entry = { ...minimal, createFields: ["$.nothing", "$.at"], deleteFields: ["$.gone"], timestampFormat };
    const item = await one(entry, { id: "1", at: time, gone: time });
    expect(item.createdAt?.toISOString()).toBe(wanted);
    expect(item.deletedAt?.toISOString()).toBe(wanted);
    expect(item.deleteReason).toBe(wanted && "FROM_DELETE_FIELD");
  });

  test("a long name is cut, and so is a long status", async () => {
    const item = await one({ ...minimal, name: "$.n", status: "$.n" }, { id: "1", n: "n".repeat(5_000) });
    expect(item.name).toHaveLength(500);
    expect(item.status).toHaveLength(200);
  });
});

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
      const { items, errors } = await found({ ...minimal, transform }, [{ document, id: "whole" }]);
      expect(errors).toEqual([]);
      expect(items.map(({ id, config }) => ({ id, config }))).toEqual([
        { id: "a", config: { id: "a", cores: 1 } },
        { id: "b", config: { id: "b", cores: 2 } },
      ]);
    }
  });

  test("JSONPath finds them", async () => {
    const { items } = await found({ ...minimal, transform: { jsonpath: "$.vms" } }, [{ document }]);
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
        config: { id: "inner", z: 1 },
      },
      { id: "d", labels: { not: 5 }, status: "on", other: true },
    ];
    const { items, errors } = await found({ id: "$.id", type: "Usual", transform: { expr: "config.made" } }, [
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
      config: { id: "inner", z: 1 },
    });
    expect(items[1]).toMatchObject({ id: "d", type: "Usual", status: "on", labels: {}, config: made[1] });
  });

  test.each<[string, object, string]>([
    ["fails", { expr: "config.nothing.at.all" }, "The script failed: "],
    ["comes to words", { expr: "'words'" }, "a text that is no JSON"],
    ["comes to figures", { expr: "[1, 2]" }, "something else than a list of objects"],
    ["throws", { javascript: "throw new Error('no')" }, "The script failed: "],
    ["never ends", { javascript: "for (;;) {}" }, "The script failed: "],
  ])("one that %s is an error", async (_, transform, wanted) => {
    const { items, errors } = await found({ ...minimal, transform }, [{ document: {} }]);
    expect(items).toEqual([]);
    expect(errors[0]).toContain(wanted);
  });

  test("nothing is no item", async () => {
    expect((await found({ ...minimal, transform: { expr: "[]" } }, [{ document: {} }])).all).toEqual([]);
  });
});

test("properties are filled in, for the items that they are about", async () => {
  const properties = [
    { name: "cores", value: "{{.config.cpu}}", unit: "cores" },
    { name: "console", text: "open", links: [{ url: "https://x/{{.config.id}}" }], newer: true },
    { name: "never", filter: "config.cpu > 10", text: "x" },
    { name: "broken", filter: "config.nothing > 10", text: "x" },
  ];
  const { items, warnings } = await found({ ...minimal, properties }, [
    {
      document: { id: "1", cpu: 4 },
      properties: [
        { name: "old", text: "kept" },
        { name: "cores", value: 1 },
      ],
    },
  ]);
  expect(items[0]!.properties).toEqual([
    { name: "old", text: "kept" },
    { name: "cores", value: 4, unit: "cores" },
    { name: "console", text: "open", links: [{ url: "https://x/1" }], newer: true },
  ]);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("The property broken cannot be told");
});

describe("what is kept", () => {
  const document = {
    id: "1",
    a: { b: 1, c: 2 },
    l: [
      { s: 1, t: 1 },
      { s: 2, t: 2 },
      { s: 3, t: 3 },
    ],
    password: "p",
    deep: { z: [3, 1] },
  };

  test.each<[string, object, unknown]>([
    [
      "a field",
      { exclude: [{ jsonpath: "$.a.b" }, { jsonpath: ".l" }, { jsonpath: "$.deep" }, { jsonpath: "$.password" }] },
      { id: "1", a: { c: 2 } },
    ],
    [
      "some elements",
      { include: [{ jsonpath: "$.l" }], exclude: [{ jsonpath: "$.l[?@.s > 1]" }] },
      { l: [{ s: 1, t: 1 }] },
    ],
    [
      "of every element",
      { include: [{ jsonpath: "$.l" }], exclude: [{ jsonpath: "$..t" }] },
      { l: [{ s: 1 }, { s: 2 }, { s: 3 }] },
    ],
    [
      "only what is named",
      { include: [{ jsonpath: "$.a.c" }, { jsonpath: "$.l[1].s" }] },
      { a: { c: 2 }, l: [{ s: 2 }] },
    ],
    [
      "only of the types",
      {
        include: [{ jsonpath: "$.id" }, { jsonpath: "$.a", types: ["!App"] }],
        exclude: [{ jsonpath: "$.id", types: ["Other*"] }],
      },
      { id: "1" },
    ],
    [
      "by pattern",
      { include: [{ jsonpath: "$.a" }], exclude: [{ jsonpath: "$.a.b", types: ["Kube*", "Ap*"] }] },
      { a: { c: 2 } },
    ],
    [
      "what is not there",
      { include: [{ jsonpath: "$.a" }], exclude: [{ jsonpath: "$.x.y[5]" }] },
      { a: { b: 1, c: 2 } },
    ],
  ])("%s", async (_, transform, wanted) => {
    expect((await one({ ...minimal, transform }, document)).config).toEqual(wanted);
  });

  test.each<[string, object, unknown, unknown]>([
    ["a text", { selector: "true", jsonpath: "$.password", value: "hidden" }, "hidden", [3, 1]],
    ["stars unless said", { selector: "has(config.password)", jsonpath: "$.password" }, "***", [3, 1]],
    [
      "its sum",
      { selector: "config_type == 'App'", jsonpath: "$.password", value: "md5sum" },
      "83878c91171338902e0fe0fb97a8c47a",
      [3, 1],
    ],
    [
      "the sum of a document",
      { selector: "true", jsonpath: "$.deep.z", value: "md5sum" },
      "p",
      "4f7b6553ae969adb0080afef53e10435",
    ],
    ["not of others", { selector: "config_type == 'Other'", jsonpath: "$.password" }, "p", [3, 1]],
    ["not when it cannot be told", { selector: "config.nothing.here", jsonpath: "$.password" }, "p", [3, 1]],
    ["not without a selector", { jsonpath: "$.password" }, "p", [3, 1]],
  ])("hidden is %s", async (_, mask, password, z) => {
    const { config } = await one({ ...minimal, transform: { mask: [mask] } }, document);
    const kept = config as { password: unknown; deep: { z: unknown } };
    expect(kept.password).toBe(password);
    expect(kept.deep.z).toEqual(z);
  });
});

describe("health", () => {
  test.each<[string, object, { status?: string | undefined; health?: string | undefined }]>([
    ["a state", { status: "running" }, { status: "running", health: "healthy" }],
    ["a state elsewhere", { State: "In Use" }, { status: "In Use", health: "healthy" }],
    ["a name inside", { State: { Code: 16, Name: "stopped" } }, { status: "stopped", health: "unknown" }],
    ["by its ending", { DBInstanceStatus: "restore-error" }, { status: "restore-error", health: "unhealthy" }],
    [
      "of a stack",
      { StackStatus: "UPDATE_ROLLBACK_COMPLETE" },
      { status: "UPDATE_ROLLBACK_COMPLETE", health: "warning" },
    ],
    ["failed", { status: "UPDATE_FAILED" }, { status: "UPDATE_FAILED", health: "unhealthy" }],
    ["a word that says nothing", { status: "purple" }, { status: "purple", health: "unknown" }],
    ["no state", { x: 1 }, { status: undefined, health: undefined }],
    [
      "an object of Kubernetes",
      { apiVersion: "v1", kind: "PersistentVolumeClaim", status: { phase: "Lost" } },
      { status: "Lost", health: "unhealthy" },
    ],
  ])("of %s", async (_, document, wanted) => {
    const { status, health } = await one(minimal, { id: "1", ...document });
    expect({ status, health }).toEqual(wanted);
  });

  test.each<[string, string]>([
    ["Healthy", "healthy"],
    ["warning", "warning"],
    ["failed", "unhealthy"],
    ["purple", "unknown"],
  ])("as it is said: %s", async (said, wanted) => {
    expect((await one({ ...minimal, health: "$.h" }, { id: "1", h: said, status: "running" })).health).toBe(wanted);
  });

  test("a status that is said is not told from the document", async () => {
    const { status, health } = await one({ ...minimal, status: "$.s" }, { id: "1", s: "own", state: "failed" });
    expect({ status, health }).toEqual({ status: "own", health: undefined });
  });
});

describe("relationships", () => {
  const related = async (rule: object, document: object = {}, more: Partial<Scraped> = {}) => {
    const { items, warnings } = await found({ ...minimal, type: "Cloud::VM", transform: { relationship: [rule] } }, [
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
      "by labels",
      { labels: { app: "a b" } },
      [{ to: { selector: { scope: scraper.id, labelSelector: "app=a%20b" } }, relation: "VM", isNamed: true }],
    ],
    [
      "called as it says",
      { name: { value: "db-*" }, relation: "Uses" },
      [{ to: { selector: { name: "db-*", scope: scraper.id } }, relation: "Uses", isNamed: true }],
    ],
    ["a field that comes to nothing takes all with it", { name: { label: "none" }, type: { value: "X" } }, []],
    ["nothing but a scope is nothing", { scope: { value: "all" } }, []],
    ["not of others", { filter: "config_type == 'Other'", name: { value: "x" } }, []],
    [
      "by a list of selectors",
      { expr: "[{'external_id': 'a', 'type': 'T'}, {'name': config.host, 'scope': 'all'}]" },
      [
        { to: { item: { externalId: "a", type: "T" } }, relation: "VMT", isNamed: true },
        { to: { selector: { name: "h%2c1%2a" } }, relation: "VM", isNamed: true },
      ],
    ],
  ])("%s", async (_, rule, wanted) => {
    const made = await related(rule, {}, { labels: { rack: "r1" } });
    expect(made.warnings).toEqual([]);
    expect(made.found).toEqual(wanted);
  });

  test("what cannot be told is a warning, and the item is there", async () => {
    const { found: none, warnings } = await related({ name: { expr: "config.nothing.here" } });
    expect(none).toEqual([]);
    expect(warnings[0]).toContain("A relationship cannot be told");
  });

  test("those that a kind found stay", async () => {
    const own = { to: { item: { externalId: "n" } }, relation: "NodePod" };
    expect((await related({ labels: {} }, {}, { relationships: [own] })).found).toEqual([{ ...own, isNamed: false }]);
  });
});

test("locations and aliases are filled in; what ends in a slash had nothing to be filled in with", async () => {
  const transform = {
    locations: [
      { type: "App*", values: ["cluster://{{.tags.cluster}}", "zone://{{.config.zone}}/", ""] },
      { filter: "config_type == 'Other'", values: ["no"] },
      { filter: "config.nothing.x", values: ["no"] },
    ],
    aliases: [{ values: ["k8s/{{.config.id}}", "known"] }],
  };
  const { items, warnings } = await found({ ...minimal, transform }, [
    { document: { id: "1", zone: "z" }, tags: { cluster: "c" }, aliases: ["known"] },
  ]);
  expect(items[0]).toMatchObject({ locations: ["cluster://c"], aliases: ["known", "k8s/1"] });
  expect(warnings).toHaveLength(1);
});

test("locations and aliases may be only for items with a parent of a type, and have its name in them", async () => {
  const withParent = (pattern: string) => [{ values: ["at/{{.parent.id}}/{{.name}}"], withParent: pattern }];
  const inside = {
    document: { id: "1" },
    name: "web",
    parents: [
      { externalId: "owner", type: "Kubernetes::ReplicaSet" },
      { externalId: "shop", type: "Kubernetes::Namespace" },
    ],
  };
  const aliasesOf = async (pattern: string, given: Scraped) =>
    (await found({ ...minimal, transform: { aliases: withParent(pattern) } }, [given])).items[0]!.aliases;
  expect(await aliasesOf("*::Namespace", inside)).toEqual(["at/shop/web"]);
  expect(await aliasesOf("Kubernetes::*", inside)).toEqual(["at/owner/web"]);
  expect(await aliasesOf("*::Cluster", inside)).toBeUndefined();
  expect(await aliasesOf("*::Namespace", { document: { id: "1" }, name: "web" })).toBeUndefined();
});

describe("full mode", () => {
  const entry = { id: "$.reg_no", type: "Car" };
  const change = {
    external_change_id: "c1",
    change_type: "drive",
    summary: "drove",
    severity: "Low",
    created_at: "2026-01-02T03:04:05Z",
    details: { km: 5 },
  };

  test("a document holds config, changes and analysis", async () => {
    const { items, warnings, news } = await found(
      entry,
      [
        {
          document: {
            reg_no: "A1",
            config: { meta: "kept", status: "running" },
            changes: [change, { ...change, external_id: "B2", config_type: "Bus", scraper_id: "all" }],
            analysis: [
              { analyzer: "rust", analysis_type: "security", summary: "rusty" },
              {
                analyzer: "x",
                analysis_type: "odd",
                external_configs: [{ external_id: "B2", config_type: "Bus" }, { external_id: "B3" }],
              },
            ],
          },
        },
      ],
      true,
    );
    const drive = {
      externalId: "c1",
      type: "drive",
      summary: "drove",
      severity: "low",
      createdAt: new Date("2026-01-02T03:04:05Z"),
      details: { km: 5 },
    };
    expect(warnings).toEqual([]);
    expect(news).toEqual([]);
    expect(items).toEqual([
      expect.objectContaining({
        id: "A1",
        type: "Car",
        config: { meta: "kept", status: "running" },
        status: "running",
        health: "healthy",
        changes: [drive, { ...drive, of: { externalId: "B2", type: "Bus", scraper: "all" } }],
        insights: [
          { analyzer: "rust", type: "security", summary: "rusty" },
          { analyzer: "x", type: "other", of: { externalId: "B2", type: "Bus" } },
          { analyzer: "x", type: "other", of: { externalId: "B3" } },
        ],
      }),
    ]);
  });

  test("without a config it only tells of others, and needs no id", async () => {
    const { all } = await found(
      { id: "$.id", type: "Car" },
      [{ document: { external_id: "A1", config_type: "Car", changes: [change, { ...change, external_id: "B2" }] } }],
      true,
    );
    expect(all).toMatchObject([
      {
        kind: "news",
        news: { changes: [{ of: { externalId: "A1", type: "Car" } }, { of: { externalId: "B2" } }], insights: [] },
      },
    ]);
  });

  test.each<[string, object, string]>([
    ["no owner", { external_change_id: "c", change_type: "x" }, "no external_id"],
    ["no type", { external_id: "a", external_change_id: "c" }, "no change_type"],
    ["no key", { external_id: "a", change_type: "x" }, "no external_change_id"],
  ])("a change with %s is left out with a warning", async (_, broken, wanted) => {
    const { warnings, news } = await found(
      entry,
      [{ document: { changes: [broken, { ...change, external_id: "A1" }] } }],
      true,
    );
    expect(warnings).toEqual([expect.stringContaining(wanted)]);
    expect(news).toMatchObject([{ changes: [{ externalId: "c1" }] }]);
  });

  test.each([[{ document: { nothing: 1 } }], [{ document: [1] }]])("%j is an error", async (document) => {
    expect((await found(entry, [document], true)).errors).toEqual([expect.stringContaining("In full mode")]);
  });

  test("an entry may have it alone", async () => {
    const { items } = await found({ ...entry, full: true }, [{ document: { reg_no: "A1", config: { a: 1 } } }]);
    expect(items).toMatchObject([{ id: "A1", config: { a: 1 } }]);
  });
});

describe("changes", () => {
  const change = (more: Partial<FoundChange> = {}): FoundChange => ({
    externalId: "c",
    type: "diff",
    summary: "spec.replicas",
    ...more,
  });
  const judged = async (changes: object, given: FoundChange = change()) => {
    const { items, late } = await found({ ...minimal, transform: { changes } }, [
      { document: { id: "1", kind: "x" }, source: "src", changes: [given] },
    ]);
    return { change: items[0]!.changes![0]!, late };
  };

  test.each<[string, object, object]>([
    ["left out", { exclude: ["summary.contains('replicas')"] }, { action: "ignore" }],
    ["not left out", { exclude: ["summary.contains('uptime')"] }, {}],
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
      "one after the other",
      { mapping: [{ type: "A" }, { filter: "change_type == 'A'", severity: "high" }] },
      { type: "A", severity: "high" },
    ],
    ["of others alone", { mapping: [{ filter: "config_type == 'Other'", severity: "low" }] }, {}],
    ["ignored", { mapping: [{ filter: "change.change_type == 'diff'", action: "ignore" }] }, { action: "ignore" }],
    ["a deletion", { mapping: [{ action: "delete" }] }, { action: "delete" }],
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
  ])("%s", async (_, rules, wanted) => {
    const { change: made, late } = await judged(rules);
    expect(made).toEqual({ ...change(), ...wanted });
    expect(late).toEqual([]);
  });

  test("a rule that cannot be told changes nothing, and is told", async () => {
    const { change: made, late } = await judged({
      exclude: ["config.nothing.x"],
      mapping: [{ filter: "details.a.b == 1", severity: "low" }],
    });
    expect(made).toEqual(change());
    expect(late).toHaveLength(2);
  });

  test("what saving finds is judged by the same rules", async () => {
    const { judges } = await found({ ...minimal, transform: { changes: { mapping: [{ severity: "high" }] } } }, [
      { document: { id: "1" } },
    ]);
    expect(await judges[0]!(change())).toEqual({ ...change(), severity: "high" });
    expect((await found(minimal, [{ document: { id: "1" } }])).judges).toEqual([]);
  });

  test("a kind that only tells of others says of whom", async () => {
    const { news, warnings } = await found({ transform: { changes: { exclude: ["change_type == 'noise'"] } } }, [
      {
        changes: [change({ of: { externalId: "a" } }), change({ of: { externalId: "a" }, type: "noise" }), change()],
        type: "Event",
      },
    ]);
    expect(news).toMatchObject([{ changes: [{ of: { externalId: "a" } }, { action: "ignore" }] }]);
    expect(warnings).toEqual(["1 changes or insights do not say whose they are."]);
  });
});

test("documents are taken one by one, as somebody asks for the next", async () => {
  let made = 0;
  const endless = (async function* () {
    for (;;) yield { document: { id: String((made += 1)) } };
  })();
  const context = { scraper, isFull: false, warn: () => {} };
  const items: string[] = [];
  for await (const one of scrape(endless, schema.parse(minimal), context)) {
    if (one.kind === "item") items.push(one.item.id);
    if (items.length === 120) break;
  }
  expect(made).toBe(120);
  expect(items.at(-1)).toBe("120");
});
