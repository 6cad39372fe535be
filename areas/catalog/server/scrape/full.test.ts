import { describe, expect, test } from "vitest";
import { scraped } from "#tests/support/scraped.ts";

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

  test("a document contains config, changes and analysis", async () => {
    const { items, warnings, news } = await scraped(
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
    expect(warnings).toEqual(['"odd" is not a type of insight; other is used.']);
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

  test("a document without a config can only contain changes of other items and does not need an id", async () => {
    const { all } = await scraped(
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
    [
      "no owner",
      { external_change_id: "c", change_type: "x" },
      "neither the change nor its document has an external_id",
    ],
    ["no type", { external_id: "a", external_change_id: "c" }, "A change without a change_type"],
    ["no key", { external_id: "a", change_type: "x" }, "A change without an external_change_id"],
  ])("a change with %s is ignored with a warning", async (_, broken, wanted) => {
    const { warnings, news } = await scraped(
      entry,
      [{ document: { changes: [broken, { ...change, external_id: "A1" }] } }],
      true,
    );
    expect(warnings).toEqual([expect.stringContaining(wanted)]);
    expect(news).toMatchObject([{ changes: [{ externalId: "c1" }] }]);
  });

  test("a document mentions its own item and the items of its changes, including ignored changes", async () => {
    const { news } = await scraped(
      entry,
      [
        { document: { external_id: "A1", config_type: "Car", changes: [] } },
        { document: { changes: [{ external_id: "A2" }], analysis: [{ external_configs: [{ external_id: "A3" }] }] } },
      ],
      true,
    );
    expect(news).toEqual([
      { changes: [], insights: [], mentions: [{ externalId: "A1", type: "Car" }] },
      { changes: [], insights: [], mentions: [{ externalId: "A2" }, { externalId: "A3" }] },
    ]);
  });

  test("a document without the full mode keys is the item itself", async () => {
    const document = { reg_no: "A1", status: "running" };
    expect((await scraped(entry, [{ document }], true)).items).toMatchObject([
      { id: "A1", type: "Car", config: document, health: "healthy" },
    ]);
  });

  test("changes of a document without config belong to the item with the id and type of the entry", async () => {
    const document = { reg_no: "A1", type: "Normal", external_id: "event-7", changes: [change] };
    expect((await scraped(entry, [{ document }], true)).news).toMatchObject([
      { changes: [{ of: { externalId: "A1", type: "Car" } }] },
    ]);
  });

  test("a list is not a valid document in full mode", async () => {
    expect((await scraped(entry, [{ document: [1] }], true)).errors).toEqual([expect.stringContaining("In full mode")]);
  });

  test.each<[string, object, string]>([
    ["an action", { changes: [{ ...change, action: "fly" }] }, '"fly" is not an action of a change'],
    ["a time", { changes: [{ ...change, created_at: "soon" }] }, "created_at of a change is not an RFC 3339 time"],
    [
      "a status",
      { analysis: [{ analyzer: "x", status: "odd" }] },
      '"odd" is not a status of an insight; open is used.',
    ],
    ["a value of changes", { changes: change }, "changes is not a list and is ignored."],
    [
      "data about people",
      { access_logs: [{ user: "u" }], users: [{}], groups: [] },
      "access_logs, users: permissions and access logs",
    ],
  ])("a document with %s, which is not supported, gets a warning", async (_, more, wanted) => {
    const { items, warnings } = await scraped(entry, [{ document: { reg_no: "A1", config: {}, ...more } }], true);
    expect(items).toHaveLength(1);
    expect(warnings).toEqual([expect.stringContaining(wanted)]);
  });

  test("an unknown severity is passed on and reported while saving", async () => {
    const document = { reg_no: "A1", config: {}, changes: [{ ...change, severity: "awful" }] };
    expect((await scraped(entry, [{ document }], true)).items).toMatchObject([{ changes: [{ severity: "awful" }] }]);
  });

  test("costs are read from the fields next to config", async () => {
    const document = { reg_no: "A1", config: {}, cost_per_minute: "0.5", cost_total_30d: 30, cost_total_1d: "much" };
    expect((await scraped(entry, [{ document }], true)).items).toMatchObject([
      { costs: { perMinute: 0.5, total30d: 30, total1d: undefined } },
    ]);
  });

  test("full mode can be set for a single entry", async () => {
    const { items } = await scraped({ ...entry, full: true }, [{ document: { reg_no: "A1", config: { a: 1 } } }]);
    expect(items).toMatchObject([{ id: "A1", config: { a: 1 } }]);
  });
});
