// Tests the lists and silences of Alertmanager's API, with the requests that amtool sends.
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Role } from "#language/roles.ts";
import type { ShownAlert, ShownSilence } from "#areas/notifications/alertmanager.contract.ts";
import { openEstate } from "../permissions/estate-server.ts";
import { idOf } from "../support/estate.ts";
import { until } from "../support/running-system.ts";
import { startTestServer } from "../support/test-server.ts";

const server = await startTestServer({ env: { ROLE: "web" } });
const db = server.system.db.system;

const { person } = await openEstate(server);
const bearer = async (role: Role) => ({ authorization: `Bearer ${(await person({ roles: [role] })).token}` });
const [editor, viewer] = [await bearer("editor"), await bearer("viewer")];

async function ask<Body = unknown>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = editor,
) {
  const response = await server.fetch(`/api/v2/${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === "" ? undefined : JSON.parse(text)) as Body };
}

const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
const hour = 3_600_000;
const matcher = (name: string, value: string, isRegex = false, isEqual = true) => ({ name, value, isRegex, isEqual });
const silence = (more: object = {}) => ({
  matchers: [matcher("alertname", "Down")],
  startsAt: soon(-1_000),
  endsAt: soon(hour),
  createdBy: "ops",
  comment: "maintenance",
  ...more,
});

await ask("POST", "alerts", [
  {
    labels: { alertname: "Down", instance: "web-1" },
    annotations: { summary: "down" },
    generatorURL: "http://p/g",
    endsAt: soon(hour),
  },
  { labels: { alertname: "Down", instance: "web-2" }, endsAt: soon(hour) },
  { labels: { alertname: "Slow", instance: "web-1" }, endsAt: soon(hour) },
]);

const alerts = async (query: string) => (await ask<ShownAlert[]>("GET", `alerts?${query}`)).body;
const names = async (query: string) =>
  (await alerts(query)).map(({ labels }) => `${labels["alertname"]} ${labels["instance"]}`).toSorted();
const oneSilence = async (id: string) => (await ask<ShownSilence>("GET", `silence/${id}`)).body;
const stateOf = async (id: string) => (await oneSilence(id)).status.state;
const idsOf = async (query = "") => (await ask<ShownSilence[]>("GET", `silences?${query}`)).body.map(({ id }) => id);
const create = async (more: object = {}) =>
  (await ask<{ silenceID: string }>("POST", "silences", silence(more))).body.silenceID;

test("active alerts are listed with their labels, times and state, for people who may read checks", async () => {
  const { body } = await ask("GET", 'alerts?filter=alertname="Down"&filter=instance=~".*1"', undefined, viewer);
  expect(body).toEqual([
    {
      labels: { alertname: "Down", instance: "web-1" },
      annotations: { summary: "down" },
      startsAt: expect.stringMatching(/^20.*Z$/),
      endsAt: expect.stringMatching(/^20.*Z$/),
      updatedAt: expect.stringMatching(/^20.*Z$/),
      generatorURL: "http://p/g",
      fingerprint: expect.stringMatching(/^[\da-f]{16}$/),
      receivers: [{ name: "quarterdeck" }],
      status: { state: "active", silencedBy: [], inhibitedBy: [], mutedBy: [] },
    },
  ]);
  expect(await names("filter=instance!=web-1")).toEqual(["Down web-2"]);
  expect(await names("filter=alertname!~D.*&receiver=quarter.*")).toEqual(["Slow web-1"]);
  expect((await ask("GET", "alerts?receiver=other")).body).toEqual([]);
  expect((await ask("GET", "alerts?filter=nonsense")).body).toBe("bad matcher format: nonsense");
  expect((await ask("GET", "alerts?receiver=(")).status).toBe(400);
  expect((await ask("GET", "alerts", undefined, {})).status).toBe(401);
});

test("groups contain the alerts with the same name", async () => {
  const { body } = await ask<{ labels: object; receiver: { name: string }; alerts: unknown[] }[]>(
    "GET",
    "alerts/groups",
  );
  expect(body.map((group) => [group.labels, group.receiver.name, group.alerts.length])).toEqual([
    [{ alertname: "Down" }, "quarterdeck", 2],
    [{ alertname: "Slow" }, "quarterdeck", 1],
  ]);
});

test("the status and the receivers have the format that amtool reads", async () => {
  expect((await ask("GET", "status")).body).toMatchObject({
    cluster: { status: "disabled" },
    config: { original: expect.stringContaining("receiver: quarterdeck") },
  });
  expect((await ask("GET", "receivers")).body).toEqual([{ name: "quarterdeck" }]);
});

test("a silence with matchers suppresses the alerts that it matches, until it is expired", async () => {
  const id = await create();
  expect((await ask("GET", `silence/${id}`, undefined, viewer)).body).toEqual({
    id,
    status: { state: "active" },
    updatedAt: expect.any(String),
    startsAt: expect.any(String),
    endsAt: expect.any(String),
    comment: "maintenance",
    createdBy: "ops",
    matchers: [matcher("alertname", "Down")],
  });
  const { rows } =
    await sql`select name, description, matchers, author from notification_silences where id = ${id}`.execute(db);
  expect(rows).toEqual([
    { name: 'alertname="Down"', description: "maintenance", matchers: [matcher("alertname", "Down")], author: "ops" },
  ]);
  await until(async () => (await names("active=false")).join() === "Down web-1,Down web-2");
  expect((await alerts("active=false"))[0]!.status).toMatchObject({
    state: "suppressed",
    silencedBy: [id],
  });
  expect(await names("silenced=false")).toEqual(["Slow web-1"]);
  expect((await ask("DELETE", `silence/${id}`, undefined, viewer)).status).toBe(403);
  expect(await ask("DELETE", `silence/${id}`)).toEqual({ status: 200, body: undefined });
  expect(await stateOf(id)).toBe("expired");
  expect((await ask("DELETE", `silence/${id}`)).body).toBe(`silence ${id} already expired`);
  await until(async () => (await alerts("active=false")).length === 0);
});

test("a silence keeps its id while its matchers stay the same, and gets a new id when they change", async () => {
  const id = await create({ startsAt: soon(hour), endsAt: soon(2 * hour) });
  expect(await stateOf(id)).toBe("pending");
  const longer = await create({ id, startsAt: soon(hour), endsAt: soon(9 * hour), comment: "longer" });
  expect(longer).toBe(id);
  expect(await oneSilence(id)).toMatchObject({ comment: "longer", status: { state: "pending" } });
  const other = await create({ id, matchers: [matcher("alertname", "Slow")] });
  expect(other).not.toBe(id);
  expect(await stateOf(id)).toBe("expired");
  expect(await idsOf('filter=alertname="Slow"')).toEqual([other]);
});

test("the comment and the author may be empty; the default author is the owner of the token", async () => {
  const id = await create({ comment: "", createdBy: "" });
  expect(await oneSilence(id)).toMatchObject({ comment: "", createdBy: expect.stringMatching(/^Person \d+$/) });
  await ask("DELETE", `silence/${id}`);
});

test("a silence that cannot be replaced stays active", async () => {
  const id = await create();
  await sql`
    create function refuse_silence() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`.execute(
    db,
  );
  await sql`
    create trigger refuse_silence before insert on notification_silences for each row execute function refuse_silence()`.execute(
    db,
  );
  const answer = await ask("POST", "silences", silence({ id, matchers: [matcher("alertname", "Slow")] }));
  await sql`drop function refuse_silence cascade`.execute(db);
  expect(answer.status).toBe(500);
  expect(await stateOf(id)).toBe("active");
  await ask("DELETE", `silence/${id}`);
});

test("a filter finds a silence by each of its matchers, even if several match the same label", async () => {
  const id = await create({ matchers: [matcher("zone", "a|b", true), matcher("zone", "b", false, false)] });
  expect(await idsOf('filter=zone="a|b"')).toEqual([id]);
  expect(await idsOf("filter=zone=b")).toEqual([id]);
  expect(await idsOf("filter=zone=c")).toEqual([]);
  await ask("DELETE", `silence/${id}`);
});

test("a matcher for a label such as “constructor” does not match alerts without that label", async () => {
  const id = await create({ matchers: [matcher("alertname", "Down"), matcher("constructor", "y", true)] });
  const other = await create({ matchers: [matcher("alertname", "Slow")] });
  const suppressed = await until(
    () => names("active=false"),
    (found) => found.join() === "Slow web-1",
  );
  expect(suppressed).not.toContain("Down web-1");
  for (const own of [id, other]) await ask("DELETE", `silence/${own}`);
});

test("the error message for a refused silence contains a hint", async () => {
  const limited = {
    authorization: `Bearer ${(await person({ roles: ["editor"], rules: [{ action: "read", deny: true, canary_id: idOf("canary", 1) }] })).token}`,
  };
  expect(await ask("POST", "silences", silence(), limited)).toEqual({
    status: 403,
    body: "Only people who may read all resources can silence by matchers. Silence a single resource instead.",
  });
  // People with limited rights do not see the matchers of other people either, because matchers contain alert names.
  const id = await create();
  expect((await ask<unknown[]>("GET", "silences", undefined, limited)).body).toEqual([]);
  expect((await ask("GET", `silence/${id}`, undefined, limited)).status).toBe(404);
  await ask("DELETE", `silence/${id}`);
});

test("a request for more than 20,000 alerts is rejected, unless a filter shortens the list", async () => {
  await sql`
    insert into alerts (canary_id, fingerprint, check_id, labels, annotations, starts_at, reported)
    select canary_id, 'many ' || n, id, '{"alertname": "Many"}', '{}', now(), 'firing'
    from  (select canary_id, id from checks where type = 'alert' limit 1) c, generate_series(1, 20000) n`.execute(db);
  expect(await ask("GET", "alerts")).toEqual({
    status: 400,
    body: expect.stringContaining("There are more than 20000 active alerts. Add a filter"),
  });
  expect(await names("filter=alertname!=Many")).toHaveLength(3);
  await sql`delete from alerts where fingerprint like 'many %'`.execute(db);
});

test("silences without matchers also suppress alerts, but the Alertmanager API does not list them", async () => {
  const { rows } = await sql<{ id: string }>`
    insert into notification_silences (name, canary_id)
    select 'canary', id from canaries where namespace = 'alerts' returning id`.execute(db);
  await until(async () => (await alerts("active=false")).length === 3);
  for (const { status } of await alerts("")) expect(status.silencedBy).toContain(rows[0]!.id);
  expect(await idsOf()).not.toContain(rows[0]!.id);
  expect((await ask("GET", `silence/${rows[0]!.id}`)).status).toBe(404);
});

test.each<[string, object, string]>([
  ["no matchers", { matchers: [] }, "must contain at least one matcher"],
  ["a matcher of everything", { matchers: [matcher("a", ".*", true)] }, "does not match an empty label"],
  ["an invalid pattern", { matchers: [matcher("a", "(", true)] }, "matchers.0.value"],
  ["an end in the past", { endsAt: soon(-hour) }, "end time can't be in the past"],
  ["an end before its start", { startsAt: soon(2 * hour) }, "start time must be before end time"],
  ["no author", { createdBy: undefined }, "body.createdBy"],
  ["no comment", { comment: undefined }, "body.comment"],
])("a silence with %s is refused", async (_, more, message) => {
  expect(await ask("POST", "silences", silence(more))).toEqual({ status: 400, body: expect.stringContaining(message) });
});

test("silences need the right to write notifications, and an unknown silence returns 404", async () => {
  expect((await ask("POST", "silences", silence(), viewer)).status).toBe(403);
  const id = "00000000-0000-4000-8000-000000000001";
  expect(await ask("GET", `silence/${id}`)).toEqual({ status: 404, body: `There is no silence "${id}".` });
  expect((await ask("DELETE", `silence/${id}`)).status).toBe(404);
  expect((await ask("POST", "silences", silence({ id }))).status).toBe(404);
});
