import { sql } from "kysely";
import { expect, test } from "vitest";
import { startLocalServer } from "#tests/support/local-server.ts";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";

const { db, person } = await openEstate(await startTestServer({ env: { ROLE: "web" } }));
const [admin, editor, viewer] = [
  await person({ roles: ["admin"] }),
  await person({ roles: ["editor"] }),
  await person({ roles: ["viewer"] }),
];
const target = await startLocalServer();
let held: (() => void)[] = [];
target.answer = (request, response) => {
  const answer = () =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ path: request.url, authorization: request.headers.authorization ?? "", n: [1, 2] }));
  if (request.url === "/held") held.push(answer);
  else answer();
};

type Body = Record<string, unknown>;
const attempt = async (
  check: Body,
  { who = editor, spec = {}, ...canary }: { who?: typeof editor; spec?: Body } & Body = {},
) => {
  const body = {
    name: "draft",
    spec: { ...spec, http: [{ name: "tried", ...check }] },
    check: { type: "http" },
    ...canary,
  };
  const { status, body: answer } = await who.ask("/api/canary/try", { method: "POST", body });
  return { status, ...(answer as Body) };
};

test("runs an unsaved check like a saved check, returns the result and stores nothing", async () => {
  const counts = sql<{ n: number }>`
    select (select count(*) from canaries) + (select count(*) from checks) + (select count(*) from check_statuses) as n`;
  const before = await counts.execute(db);
  const tried = await attempt(
    {
      url: `${target.url}/orders?of=$(.canary.namespace)`,
      test: { expr: "json.path == '/orders?of=retail'" },
      display: { expr: "'saw ' + json.path" },
      metrics: [{ name: "parts", type: "gauge", value: "size(json.n)" }],
      labels: { app: "shop" },
    },
    { namespace: "retail", labels: { team: "web" } },
  );
  expect(tried).toMatchObject({
    status: 200,
    name: "tried",
    type: "http",
    namespace: "retail",
    pass: true,
    invalid: false,
    could_not_check: false,
    message: "saw /orders?of=retail",
    error: "",
    labels: { app: "shop", team: "web" },
    detail: { status: 200 },
    data: { code: 200, json: { n: [1, 2] } },
    metrics: expect.arrayContaining([{ name: "parts", type: "gauge", labels: {}, value: 2 }]),
    made_checks: [],
  });
  expect(await counts.execute(db)).toEqual(before);
  const [deed] = await db
    .selectFrom("audit_log")
    .selectAll()
    .where("resource_type", "=", "canaries")
    .where("action", "=", "test")
    .execute();
  expect(deed).toMatchObject({ resource_name: "retail/draft", after: { check: "tried", verdict: "healthy" } });
});

test("a trial run also runs the dependencies, and returns the checks that the tested check would create", async () => {
  const spec = {
    tcp: [{ name: "port", endpoint: new URL(target.url).host }, { name: "not asked for" }],
  };
  const tried = await attempt(
    {
      url: `${target.url}/x`,
      dependsOn: ["port"],
      test: { expr: "outputs.port.pass" },
      transform: { expr: "range(60).map(i, {'name': 'n' + string(i), 'pass': i % 2 == 0, 'message': 'm'})" },
    },
    { spec },
  );
  expect(tried).toMatchObject({ pass: true, made_checks_total: 60 });
  expect(tried).toHaveProperty("made_checks.length", 50);
  expect(tried).toHaveProperty("made_checks.1", { name: "n1", type: "http", pass: false, message: "m", error: "" });
});

test("returns failures as the result that the check would have", async () => {
  expect(await attempt({ url: "ftp://x" })).toMatchObject({ status: 200, pass: false, invalid: true });
  expect(await attempt({ url: "http://127.0.0.1:1/" })).toMatchObject({
    status: 200,
    pass: false,
    invalid: false,
    error: expect.stringContaining("Nothing listens at 127.0.0.1:1."),
  });
  expect(await attempt({ url: target.url, connection: "connection://default/nowhere" })).toMatchObject({
    pass: false,
    invalid: true,
    error: expect.stringContaining("nowhere"),
  });
  expect(await attempt({ url: "http://169.254.169.254/latest" })).toMatchObject({ status: 200, pass: false });
});

test("uses credentials and never returns them", async () => {
  const tried = await attempt({
    url: target.url,
    username: "ada",
    password: "correct-horse",
    display: { expr: "json.authorization" },
  });
  expect(tried).toMatchObject({ pass: true });
  const text = JSON.stringify(tried);
  expect(text).not.toContain("correct-horse");
  expect(text).not.toContain(Buffer.from("ada:correct-horse").toString("base64"));
  expect(target.requests.at(-1)!.headers.authorization).toBe(
    `Basic ${Buffer.from("ada:correct-horse").toString("base64")}`,
  );
});

test("requires the right to write canaries, and the administrator role for checks that run commands or read files on the server", async () => {
  expect(await attempt({ url: target.url }, { who: viewer })).toMatchObject({ status: 403 });
  expect(await attempt({ url: target.url }, { who: admin })).toMatchObject({ status: 200, pass: true });
  const folder = { folder: [{ name: "files", path: "/nowhere" }] };
  expect(await attempt({ url: target.url }, { spec: folder })).toMatchObject({
    status: 403,
    error: expect.stringContaining("Only administrators"),
  });
  expect(await attempt({ url: target.url }, { spec: folder, who: admin })).toMatchObject({ status: 200 });
});

test.each([
  [{ check: { type: "http", index: 3 } }, "check: does not exist in spec.http"],
  [{ check: { type: "dns" } }, "check: does not exist in spec.dns"],
  [{ check: {} }, "check.type"],
  [{ name: "" }, "name: is required"],
  [{ spec: { webhook: { name: "w" } }, check: { type: "webhook" } }, "only receives results"],
])("refuses %j", async (parts, message) => {
  expect(await attempt({ url: target.url }, parts)).toMatchObject({
    status: 400,
    error: expect.stringContaining(message),
  });
});

test("rejects too many concurrent requests with 429", async () => {
  held = [];
  const all = Array.from({ length: 25 }, () => attempt({ url: `${target.url}/held` }));
  const refused = await Promise.race(all);
  expect(refused).toMatchObject({ status: 429 });
  const release = setInterval(() => held.splice(0).forEach((answer) => answer()), 10);
  const answers = await Promise.all(all);
  clearInterval(release);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(24);
});

test("rules that allow a named canary to use a connection apply only to people who could save that canary", async () => {
  await db.insertInto("connections").values({ name: "hulls", type: "http", url: target.url }).execute();
  await db.insertInto("properties").values({ name: "permissions.connections", value: "strict" }).execute();
  const selectors = { canaries: ["trusted", "trusted file"] };
  await db.insertInto("permission_groups").values({ name: "yard", selectors, created_by: admin.id }).execute();
  await db
    .insertInto("permissions")
    .values({ action: "read", object: "connection", subject_type: "group", subject: "yard" })
    .execute();
  const check = { connection: "connection://default/hulls" };
  const refused = { pass: false, error: expect.stringContaining("needs permission to read") as string };
  expect(await attempt(check, { name: "trusted" })).toMatchObject(refused);
  const canary = { spec: JSON.stringify({ http: [check] }), namespace: "default" };
  await db
    .insertInto("canaries")
    .values([
      { ...canary, name: "trusted", source: "UI" },
      { ...canary, name: "trusted file", source: "file:trusted.yaml" },
    ])
    .execute();
  expect(await attempt(check, { name: "trusted" })).toMatchObject({ pass: true });
  expect(await attempt(check, { name: "trusted file" })).toMatchObject(refused);
  await db.deleteFrom("properties").where("name", "=", "permissions.connections").execute();
});
