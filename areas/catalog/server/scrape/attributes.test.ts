import { describe, expect, test } from "vitest";
import { minimal, scrapedItem, scraped } from "#tests/support/scraped.ts";

describe("fields", () => {
  test("fields of the entry are evaluated, and fields that the entry does not set come from the kind", async () => {
    const item = await scrapedItem(
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
    ["no id", { type: "A" }, {}, "The item has no id"],
    ["a missing id", { type: "A", id: "$.x" }, {}, "The id is missing: $.x does not match anything."],
    ["an empty id", { type: "A", id: "$.x" }, { x: " " }, "The id is missing"],
    [
      "an id that is an object",
      { type: "A", id: "$.x" },
      { x: {} },
      "The id cannot be evaluated: The value is an object",
    ],
    ["no type", { id: "a" }, {}, "a has no type"],
    ["a missing name", { id: "a", type: "A", name: "$.x" }, {}, "The name is missing"],
    ["a missing class", { id: "a", type: "A", class: "$.x" }, {}, "The class is missing"],
    ["an expression that fails", { id: { expr: "config + 1" }, type: "A" }, {}, "The id cannot be evaluated: "],
    ["an id that is too long for an index", { id: "$.x", type: "A" }, { x: "x".repeat(1_001) }, "longer than 1000"],
  ])("%s is an error", async (_, entry, document, wanted) => {
    const { errors, items } = await scraped(entry, [{ document }]);
    expect(items).toEqual([]);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(wanted);
  });

  test.each<[unknown, string | undefined, string | undefined]>([
    ["2026-01-02T03:04:05Z", undefined, "2026-01-02T03:04:05.000Z"],
    ["2026-01-02T03:04:05+02:00", undefined, "2026-01-02T01:04:05.000Z"],
    ["2026-01-02 03:04:05.678901+00", undefined, "2026-01-02T03:04:05.678Z"],
    ["2026-01-02 03:04:05-0330", undefined, "2026-01-02T06:34:05.000Z"],
    ["2026-01-02T03:04:05", undefined, "2026-01-02T03:04:05.000Z"],
    ["2026-01-02 03:04", undefined, "2026-01-02T03:04:00.000Z"],
    ["2026-01-02", undefined, "2026-01-02T00:00:00.000Z"],
    ["0001-01-01T00:00:00Z", undefined, undefined],
    ["1767322800", undefined, "2026-01-02T03:00:00.000Z"],
    [1_767_322_800, undefined, "2026-01-02T03:00:00.000Z"],
    [1_767_322_800_000, undefined, "2026-01-02T03:00:00.000Z"],
    ["02/01/2026", "02/01/2006", "2026-01-02T00:00:00.000Z"],
    ["2026-01-02", "DateOnly", "2026-01-02T00:00:00.000Z"],
    ["yesterday", undefined, undefined],
    ["2026-01-02", "02/01/2006", undefined],
    [{}, undefined, undefined],
  ])("reads the time %j in the layout %s", async (time, timestampFormat, wanted) => {
    const entry = { ...minimal, createFields: ["$.nothing", "$.at"], deleteFields: ["$.gone"], timestampFormat };
    const item = await scrapedItem(entry, { id: "1", at: time, gone: time });
    expect(item.createdAt?.toISOString()).toBe(wanted);
    expect(item.deletedAt?.toISOString()).toBe(wanted);
    expect(item.deleteReason).toBe(wanted && "FROM_DELETE_FIELD");
  });

  test("an unreadable time is reported as a warning; a missing time is not reported", async () => {
    const entry = { ...minimal, createFields: ["$.a", "$.b"], deleteFields: ["$.gone"] };
    const warningsOf = async (document: object) =>
      (await scraped(entry, [{ document: { id: "1", ...document } }])).warnings;
    expect(await warningsOf({ a: "yesterday", gone: "Mon Jan 2" })).toEqual([
      "The value at $.a is not a valid time in RFC 3339. Set timestampFormat to its format.",
      "The value at $.gone is not a valid time in RFC 3339. Set timestampFormat to its format.",
    ]);
    expect(await warningsOf({ a: "yesterday", b: "2026-01-02T03:04:05Z", gone: null })).toEqual([]);
    expect(await warningsOf({ a: "", gone: "0001-01-01T00:00:00Z" })).toEqual([]);
  });

  test("a time without a zone does not depend on the zone of the server", async () => {
    const zone = process.env["TZ"];
    process.env["TZ"] = "America/Los_Angeles";
    try {
      const item = await scrapedItem({ ...minimal, createFields: ["$.at"] }, { id: "1", at: "2026-01-02 03:04:05" });
      expect(item.createdAt?.toISOString()).toBe("2026-01-02T03:04:05.000Z");
    } finally {
      if (zone === undefined) delete process.env["TZ"];
      else process.env["TZ"] = zone;
    }
  });

  test("control characters are removed from the name and kept in the id", async () => {
    const named = (id: string) => scrapedItem({ ...minimal, name: "$.id" }, { id });
    expect(await named("a\u0001\n\u0007b\u202Ec")).toMatchObject({ name: "a b c", id: "a\u0001\n\u0007b\u202Ec" });
    expect(await named("\u0001")).toMatchObject({ name: "\u0001", id: "\u0001" });
  });

  test("a long name and a long status are shortened", async () => {
    const item = await scrapedItem({ ...minimal, name: "$.n", status: "$.n" }, { id: "1", n: "n".repeat(5_000) });
    expect(item.name).toHaveLength(500);
    expect(item.status).toHaveLength(200);
  });
});

test("properties are evaluated for the items that match their filters", async () => {
  const properties = [
    { name: "cores", value: "{{.config.cpu}}", unit: "cores" },
    { name: "console", text: "open", links: [{ url: "https://x/{{.config.id}}" }], newer: true },
    { name: "never", filter: "config.cpu > 10", text: "x" },
    { name: "broken", filter: "config > 10", text: "x" },
  ];
  const { items, warnings } = await scraped({ ...minimal, properties }, [
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
  expect(warnings[0]).toContain("The property broken cannot be evaluated");
});

test("properties can use the attributes of the item and parts of the document that are not saved", async () => {
  const item = await scrapedItem(
    {
      ...minimal,
      properties: [
        { name: "of", filter: "config_type == 'App'", text: "{{.name}} {{.labels.team}}" },
        { name: "seen", text: "{{.config.seen}}" },
      ],
      labels: { team: "ops" },
      transform: { exclude: [{ jsonpath: "$.seen" }] },
    },
    { id: "1", seen: "today" },
  );
  expect(item.properties).toEqual([
    { name: "of", text: "1 ops" },
    { name: "seen", text: "today" },
  ]);
  expect(item.config).toEqual({ id: "1" });
});
