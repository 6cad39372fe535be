// Tests every write request of existing clients, unchanged.
import { describe, expect, test } from "vitest";
import { startTestServer } from "../../support/test-server.ts";
import { after, clientInUse, expectFields, type Row } from "./client.ts";

const { send } = await clientInUse(await startTestServer());

type Written = [proves: string, method: string, path: string, body: unknown, fields: string];
const by = { created_by: "{person 1}" };
const now = "now()";
const fresh = "{new 1}";

const written: Written[] = [
  [
    "DA-20 DA-111",
    "POST",
    "/db/incidents?select=*",
    {
      id: fresh,
      title: "Disk",
      description: "",
      severity: "Medium",
      type: "availability",
      status: "open",
      ...by,
      commander_id: "{person 1}",
      communicator_id: "{person 1}",
      created_at: now,
      updated_at: now,
    },
    "id incident_id title severity created_at",
  ],
  ["DA-20", "PATCH", `/db/incidents?id=eq.${fresh}`, { title: "Disk full" }, "id title"],
  ["", "PATCH", `/db/incidents?id=eq.${fresh}`, { severity: "critical", type: "security" }, "severity"],
  [
    "DA-25 DA-112",
    "POST",
    "/db/hypotheses",
    { id: fresh, ...by, incident_id: fresh, title: "Logs", type: "root", status: "possible" },
    "id title",
  ],
  [
    "",
    "POST",
    "/db/hypotheses",
    {
      id: "{new 2}",
      ...by,
      incident_id: fresh,
      title: "No rotation",
      type: "factor",
      status: "possible",
      parent_id: fresh,
    },
    "id parent_id",
  ],
  ["DA-25", "PATCH", `/db/hypotheses?id=eq.${fresh}`, { status: "proven" }, "id status"],
  [
    "DA-26 DA-113",
    "POST",
    "/db/evidences",
    {
      id: fresh,
      config_id: "{config 1}",
      config_analysis_id: null,
      config_change_id: null,
      component_id: "{component 1}",
      check_id: null,
      ...by,
      hypothesis_id: fresh,
      evidence: { lines: ["a"] },
      type: "config",
      description: "Look",
      properties: {},
      definition_of_done: false,
      done: false,
      script: null,
    },
    "id type evidence",
  ],
  ["DA-26", "PATCH", `/db/evidences?id=eq.${fresh}`, { definition_of_done: true }, "definition_of_done"],
  ["", "PATCH", `/db/evidences?id=eq.${fresh}`, { done: true }, "done"],
  ["", "PATCH", `/db/evidences?id=eq.${fresh}`, { script: "true", definition_of_done: true }, "script"],
  [
    "",
    "PATCH",
    `/db/evidences?id=eq.${fresh}`,
    { description: "There", evidence: { lines: ["a"], comment: "b" } },
    "description",
  ],
  [
    "DA-27",
    "POST",
    "/db/comments",
    { ...by, incident_id: fresh, hypothesis_id: fresh, comment: "On it" },
    "id comment created_at",
  ],
  [
    "",
    "POST",
    "/db/responders?select=*",
    {
      id: fresh,
      type: "person",
      incident_id: fresh,
      ...by,
      team_id: null,
      person_id: "{person 2}",
      properties: { responderType: "person" },
    },
    "id properties",
  ],
  ["DA-05 DA-06", "PATCH", `/db/responders?id=eq.${fresh}`, { deleted_at: now }, "deleted_at"],
  ["DA-27", "DELETE", `/db/comments?hypothesis_id=eq.${fresh}`, undefined, "id"],
  ["DA-26", "DELETE", `/db/evidences?hypothesis_id=eq.${fresh}`, undefined, "id"],
  ["DA-25", "DELETE", '/db/hypotheses?id=in.("{new 2}")', undefined, "id"],
  ["DA-25", "DELETE", `/db/hypotheses?id=eq.${fresh}`, undefined, "id"],
  [
    "DA-77",
    "POST",
    "/config/config_component_relationships",
    { component_id: "{component 1}", config_id: "{config 5}", selector_id: "manual" },
    "component_id selector_id",
  ],
  [
    "DA-77",
    "DELETE",
    "/config/config_component_relationships?component_id=eq.{component 1}&config_id=eq.{config 5}&selector_id=eq.manual",
    undefined,
    "deleted_at",
  ],
  [
    "DA-32",
    "POST",
    "/db/team_members",
    [
      { team_id: "{team 2}", person_id: "{person 3}" },
      { team_id: "{team 2}", person_id: "{person 4}" },
    ],
    "team_id person_id",
  ],
  ["DA-32", "DELETE", "/db/team_members?person_id=eq.{person 3}", undefined, "person_id"],
  ["DA-33", "PATCH", "/db/agents?id=eq.{agent 5}", { properties: { region: "us" } }, "id properties"],
  ["DA-33 DA-06", "PATCH", "/db/agents?id=eq.{agent 5}", { deleted_at: now, cleanup: true }, "id deleted_at"],
  ["DA-34", "PATCH", "/db/components?id=eq.{component 3}", { hidden: true }, "hidden"],
  ["DA-63", "POST", "/db/properties", { name: "a.flag", value: "true", ...by }, "name value"],
  ["DA-63", "PATCH", "/db/properties?name=eq.a.flag", { value: "false" }, "value"],
  ["DA-63", "DELETE", "/db/properties?name=eq.a.flag", undefined, "name"],
  [
    "DA-60",
    "POST",
    "/db/permissions",
    {
      id: fresh,
      action: "read",
      deny: false,
      description: "May look",
      object: "catalog",
      person_id: "{person 2}",
      source: "UI",
      ...by,
    },
    "id subject subject_type",
  ],
  [
    "DA-61",
    "PATCH",
    `/db/permissions?id=eq.${fresh}`,
    { action: "update", deny: true, updated_by: "{person 2}" },
    "action updated_by",
  ],
  ["DA-62", "DELETE", `/db/permissions?id=eq.${fresh}`, undefined, "id"],
  [
    "DA-57",
    "PATCH",
    "/db/notification_silences?id=eq.{silence 1}",
    {
      id: "{silence 1}",
      name: "Quiet",
      filter: "",
      updated_at: now,
      source: "UI",
      canary_id: null,
      check_id: null,
      component_id: null,
      config_id: "{config 1}",
      from: "{before}",
      until: null,
      description: "Work",
      recursive: true,
      namespace: "",
    },
    "name until recursive",
  ],
  ["DA-57 DA-05", "PATCH", "/db/notification_silences?id=eq.{silence 1}", { deleted_at: now }, "deleted_at"],
  ["", "POST", "/db/saved_query", { id: fresh, query: "type=Pod", description: "Pods", icon: "search" }, "id query"],
  ["", "PATCH", `/db/saved_query?id=eq.${fresh}`, { description: "All pods" }, "description"],
  ["", "DELETE", `/db/saved_query?id=eq.${fresh}`, undefined, "id"],
];

describe("writes (DA-05 DA-06 DA-20 DA-25 DA-26 DA-27 DA-32 DA-33 DA-34 DA-57 DA-60 DA-61 DA-62 DA-63 DA-77 DA-111 DA-112 DA-113)", () => {
  test.each(written)("%s %s %s", async (_proves, method, path, body, fields) => {
    const { status, text, rows } = await send(method, path, { body });
    expect({ status, text: status < 300 ? "" : text }).toEqual({ status: method === "POST" ? 201 : 200, text: "" });
    expectFields(rows, fields);
  });

  /**
   * Each row goes through the steps of an editor: a form creates it; it is read, sent back as a whole with a change,
   * and marked as deleted.
   */
  const edited: [proves: string, table: string, form: Row, change: Row][] = [
    ["DA-31", "teams", { name: "A team", icon: "group", spec: {}, source: "UI" }, { icon: "star" }],
    ["", "incident_rules", { name: "A rule", spec: {}, source: "UI" }, { spec: { description: "x" } }],
    [
      "DA-116",
      "config_scrapers",
      { name: "A scraper", namespace: "default", spec: { schedule: "@every 5m" }, source: "UI" },
      { description: "x" },
    ],
    [
      "DA-114",
      "topologies",
      { name: "A topology", namespace: "default", labels: {}, spec: {}, source: "UI" },
      { labels: { a: "b" } },
    ],
    [
      "DA-42",
      "canaries",
      { name: "A canary", namespace: "default", labels: {}, spec: { http: [] }, source: "UI" },
      { labels: { a: "b" } },
    ],
    [
      "DA-65",
      "connections",
      { name: "A connection", namespace: "default", type: "http", url: "https://example.org", source: "UI" },
      { url: "https://example.com" },
    ],
    ["DA-118", "logging_backends", { name: "Logs", labels: {}, spec: {}, source: "UI" }, { labels: { a: "b" } }],
    [
      "DA-56",
      "notifications",
      {
        name: "A notification",
        title: "Told",
        events: ["check.failed"],
        filter: "",
        person_id: "{person 1}",
        source: "UI",
      },
      { title: "Else" },
    ],
    [
      "",
      "applications",
      { name: "An application", namespace: "default", spec: {}, source: "UI" },
      { description: "x" },
    ],
    [
      "DA-48",
      "playbooks",
      {
        name: "a-playbook",
        title: "A playbook",
        spec: { actions: [] },
        icon: "play",
        category: "Repairs",
        source: "UI",
      },
      { title: "Else" },
    ],
  ];
  test.each(edited)(
    "DA-05 DA-117 (DA-31 DA-42 DA-48 DA-56 DA-65 DA-114 DA-116 DA-118) %s %s can be created, read, updated as a whole, and deleted softly",
    async (_proves, table, form, change) => {
      const created = await send("POST", `/db/${table}`, { body: { ...form, ...by } });
      expect(created).toMatchObject({ status: 201, rows: [{ name: form["name"], deleted_at: null }] });
      const at = `/db/${table}?id=eq.${String(created.rows[0]!["id"])}`;
      const { rows } = await send("GET", at);
      const updated = await send("PATCH", at, { body: { ...rows[0], ...change } });
      expect(updated).toMatchObject({ status: 200, rows: [change] });
      const deleted = await send("PATCH", at, { body: { deleted_at: now } });
      expect(deleted).toMatchObject({ status: 200, rows: [{ deleted_at: expect.any(String) }] });
      expect((await send("GET", `${at}&deleted_at=is.null`)).rows).toEqual([]);
    },
  );

  test("DA-64 views are created, updated as a whole, and deleted permanently", async () => {
    const panels = [{ name: "Items", type: "number", query: "select count(*) as value from items" }];
    const aView = { display: {}, queries: { items: { configs: { agent: "all" } } }, panels };
    const { rows } = await send("POST", "/db/views", {
      body: { name: "a-view", namespace: "default", spec: aView, source: "UI", ...by },
    });
    const at = `/db/views?id=eq.${String(rows[0]!["id"])}`;
    expect(await send("PATCH", at, { body: { ...rows[0], updated_at: after.toISOString() } })).toMatchObject({
      status: 200,
    });
    expect(await send("DELETE", at)).toMatchObject({ status: 200, rows: [{ name: "a-view" }] });
    expect((await send("GET", at)).rows).toEqual([]);
  });

  test("DA-05 DELETE marks rows as deleted in tables that have the column", async () => {
    const { status, rows } = await send("DELETE", "/db/canaries?id=eq.{canary 12}");
    expect({ status, rows }).toMatchObject({ status: 200, rows: [{ deleted_at: expect.any(String) }] });
    expect((await send("GET", "/db/canaries?id=eq.{canary 12}")).rows).toHaveLength(1);
  });
});
