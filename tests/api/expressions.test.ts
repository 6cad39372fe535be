// Tests that the server validates expressions while they are typed and when a resource is saved.
import { beforeAll, expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";

const server = await startTestServer();
let cookie: string;
beforeAll(async () => void (cookie = await server.signIn()));

async function send(method: string, path: string, body?: object) {
  const answer = await server.fetch(path, {
    method,
    headers: { cookie, origin: server.url, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === "" ? null : JSON.parse(text)) as unknown };
}

const check = (notation: string, text: string) => send("POST", "/api/expressions/check", { notation, text });

test.each([
  [
    "cel",
    "json.all(i,\n  abrev(i))",
    { message: "There is no function abrev.", line: 2, column: 3, suggestion: "abbrev" },
  ],
  [
    "template",
    "{{ printff 1 }}",
    { message: "There is no function printff.", line: 1, column: 4, suggestion: "printf" },
  ],
  ["javascript", "a(\n]", { message: "Unexpected token ']'.", line: 2, column: 1, suggestion: null }],
])("an invalid expression is reported with its position: %s %j", async (notation, text, fault) => {
  expect(await check(notation, text)).toEqual({ status: 200, body: { faults: [fault] } });
});

test("valid expressions have no faults; an unknown notation and an expression that is too long are rejected", async () => {
  for (const [notation, text] of [
    ["cel", "not.known > 1"],
    ["template", "a $(b.c) {{ .d }}"],
    ["jsonpath", "$.a[0]"],
    ["cel", "success() && getAction('x').result.code == 200"],
    ["cel", "last_result().code == 200"],
    ["template", '{{ (getAction "x").result.stdout }}'],
    ["cel", ""],
  ] as const)
    expect(await check(notation, text)).toEqual({ status: 200, body: { faults: [] } });
  expect((await check("perl", "1")).status).toBe(400);
  expect((await check("cel", "1".repeat(70_000))).status).toBe(400);
});

test("every function has a signature and a line of help", async () => {
  const { body } = await send("GET", "/api/expressions/functions");
  const { functions } = body as { functions: { name: string; signature: string; help: string }[] };
  const byName = new Map(functions.map((fn) => [fn.name, fn]));
  expect(byName.get("abbrev")).toEqual({
    name: "abbrev",
    signature: "string.abbrev(int, int?)",
    help: expect.any(String) as string,
  });
  expect(byName.get("math.Add")?.signature).toBe("math.Add(any?, …)");
  expect(byName.get("jq")?.signature).toBe("jq(string, any)");
  expect(functions.filter(({ signature, help }) => signature === "" || help === "")).toEqual([]);
});

test("a resource with an invalid expression is rejected with the path of the field", async () => {
  const canary = (expr: string) =>
    send("POST", "/api/db/canaries", {
      name: "shop",
      namespace: "default",
      spec: { schedule: "@every 1m", http: [{ name: "front", url: "http://example.org", test: { expr } }] },
    });
  const refused = await canary("code ==\n  200 && abrev('x')");
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain("spec.http.0.test.expr");
  expect(JSON.stringify(refused.body)).toContain(
    "There is no function abrev (line 2, column 10). Did you mean abbrev?",
  );
  expect((await canary("code == 200")).status).toBe(201);
});

test.each([
  ["url", { url: "http://$(env.host/health" }, "spec.http.0.url", 'Unexpected character "/" (line 1, column 18)'],
  [
    "header",
    { headers: [{ name: "X-Id", value: "{{ uuidd 4 }}" }] },
    "spec.http.0.headers.0.value",
    "no function uuidd",
  ],
  ["label", { labels: { team: "a\n{{ if .x }}" } }, "spec.http.0.labels.team", "(line 2, column"],
  ["body", { method: "POST", body: "{{", templateBody: true }, "spec.http.0.body", "is never closed"],
])("a resource with an invalid %s is refused with the path of the field", async (_, fields, path, sentence) => {
  const canary = (more: object) =>
    send("POST", "/api/db/canaries", {
      name: "shop-texts",
      namespace: "default",
      spec: { http: [{ name: "front", url: "http://example.org", ...more }] },
    });
  const refused = await canary(fields);
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ fields: [{ path, message: expect.stringContaining(sentence) as string }] });
});

test("a body without template marks may contain any characters, and templates are accepted", async () => {
  const spec = {
    http: [
      {
        name: "front",
        url: "http://$(env.host)/{{ .check.name }}",
        method: "POST",
        body: "{{ $(",
        labels: { team: "$(labels.team)" },
        headers: [{ name: "X", value: "{{ random.Alpha 4 }}" }],
      },
    ],
  };
  const taken = await send("POST", "/api/db/canaries", { name: "shop-filled", namespace: "default", spec });
  expect(taken.status).toBe(201);
});

test.each([
  ["notifications", { events: ["check.failed"], filter: "check.nam ==" }, "filter"],
  ["notifications", { events: ["check.failed"], title: "{{ .check.name" }, "title"],
  [
    "notifications",
    { events: ["check.failed"], custom_services: [{ name: "a", email: "a@example.org", properties: { to: "$(" } }] },
    "custom_services.0.properties.to",
  ],
  ["notification_silences", { name: "quiet", filter: "matchQery(check, 'x')" }, "filter"],
])("%s %j is refused with the path of the field", async (table, row, path) => {
  const refused = await send("POST", `/api/db/${table}`, row);
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({
    fields: [{ path, message: expect.stringContaining("(line 1, column") as string }],
  });
});
