// Tests requests of existing clients that go beyond PostgREST's grammar: they are accepted exactly where those clients
// send them, and rejected elsewhere.
import { expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";
import { openHarbour } from "./fixture.ts";

const { get, ask } = await openHarbour(await startTestServer());
const encode = encodeURIComponent;
const ids = async (query: string) => {
  const { status, body } = await get(`/ships?${query}`);
  return status === 200 ? (body as { id: number }[]).map(({ id }) => id) : body;
};

test.each([
  ["name.filter=Albatross,Dodo", [1, 4]],
  ["name.filter=!Albatross,!Dodo", [2, 3]],
  ["name.filter=Albatross,Barnacle,!Barnacle", [1]],
  ["name.filter=A*", [1]],
  ["name.filter=*o", [4]],
  ["name.filter=*r*", [1, 2, 3]],
  ["name.filter=A*,Dodo", [1, 4]],
  ["name.filter=A*,B*", [1, 2]],
  ["name.filter=!A*,!B*", [3, 4]],
  ["name.filter=*r*,!B*", [1, 3]],
  ["name.filter=", [1, 2, 3, 4]],
  ["name.filter=Al%25", []],
  ["name.filter=Al%2562atross", [1]],
  ["name.filter=A%252a,Dodo", [4]],
  ["name.filter=%2500", []],
  ["tons.filter=100,300", [1, 3]],
  [`${encode("labels->>app")}.filter=f*,!ferry`, [1]],
  [`${encode("labels->>app")}.filter=!`, [1, 2, 3, 4]],
  [`${encode("created_at->>x")}.filter=a`, []],
  [`${encode("labels->>app.kubernetes.io/name")}.filter=web`, [1]],
  [`created_at.filter=${encode(">2026-02-15")}`, [3, 4]],
  [`created_at.filter=${encode("<2026-02-15")}`, [1, 2]],
  ["created_at.filter=2026-02-15", [1, 2]],
  [`created_at.filter=${encode("=2026-02-01T00:00:00Z")}`, [2]],
  [`created_at.filter=${encode("2026-02-01T00:00:00Z||+1M")}`, [1, 2]],
  [`created_at.filter=${encode(">2026-01-15,<2026-03-15")}`, [2, 3]],
  [`created_at.filter=${encode("<now-100y")}`, []],
])("filters ships by %s", async (query, expected) => {
  expect(await ids(`select=id&order=id&${query}`)).toEqual(expected);
});

test("rejects a date filter that is not a point in time", async () => {
  expect(await get(`/ships?created_at.filter=${encode(">soon")}`)).toMatchObject({
    status: 400,
    body: { code: "PGRST100" },
  });
});

const dateColumns =
  "acknowledged check_time closed created_at deleted_at end_time expires_at first_observed last_attempt last_login last_observed last_received last_runtime last_scraped_time last_seen last_transition_time next_runtime resolved scheduled_time silenced_at start_time time time_end time_start updated_at";

test.each(dateColumns.split(" "))("%s is a date column and accepts a point in time", async (column) => {
  expect(await get(`/ports?${column}.filter=nonsense`)).toMatchObject({
    status: 400,
    body: { code: "PGRST100", details: expect.stringContaining("a point in time such as >now-1d") },
  });
});

test("the .filter operator works on embeds as well", async () => {
  expect((await get("/ships?id=eq.1&select=voyages(title)&voyages.title.filter=!out")).body).toEqual([
    { voyages: [{ title: "home" }] },
  ]);
});

test("several selects are merged; the last order and the last limit apply", async () => {
  expect((await get("/ships?select=id&id=eq.1&select=port:home_port_id(name)")).body).toEqual([
    { id: 1, port: { name: "Antwerp" } },
  ]);
  expect(await ids("select=id&order=id.asc&order=id.desc&limit=4&limit=2")).toEqual([4, 3]);
});

test("ignores empty pairs, and a name with a bracket but no value", async () => {
  expect(await ids("&select=id&&id=eq.1&")).toEqual([1]);
  expect(await ids("id=eq.1&select(*,voyages(*))")).toEqual([1]);
});

test("accepts an extra bracket, a cast on an embed, and spaces in lists", async () => {
  expect((await get("/ships?id=eq.1&select=id,created_by(id,name))")).body).toEqual([
    { id: 1, created_by: { id: 1, name: "Ada" } },
  ]);
  expect(
    (await get(`/ships?id=eq.1&select=${encode("voyages:voyages(id)::jsonb, port:home_port_id( id , name )")}`)).body,
  ).toEqual([{ voyages: [{ id: 1 }, { id: 2 }], port: { id: 1, name: "Antwerp" } }]);
  expect(await get("/ships?select=id,created_by((id)")).toMatchObject({ status: 400 });
});

test("in a logic tree, a column name may contain dots and ends before the operator", async () => {
  expect(await ids(`select=id&or=(${encode("labels->>app.kubernetes.io/name.eq.web")})`)).toEqual([1]);
  expect(await ids(`select=id&order=id&or=(${encode("and(labels->>app.neq.ferry,labels->>app.neq.x)")})`)).toEqual([
    1, 4,
  ]);
});

test("an alias may be the same as a column name, and an embed may replace that column", async () => {
  expect((await get("/ships?id=eq.1&select=id,created_at:home_port_id(id, name)")).body).toEqual([
    { id: 1, created_at: { id: 1, name: "Antwerp" } },
  ]);
});

test("accepts an empty operand, and an order on a to-one embed", async () => {
  expect(await ids("select=id&order=id&name=not.eq.")).toEqual([1, 2, 3, 4]);
  expect(await ids("select=id,port:home_port_id(name)&order=id&port.order=name")).toEqual([1, 2, 3, 4]);
});

test("accepts filters on unselected embeds only in requests that existing clients send", async () => {
  const component = "hypotheses.evidences.component_id=eq.00000000-0000-0000-0000-000000000009";
  expect(await get(`/incident_summary?${component}`)).toMatchObject({ status: 200, body: [] });
  expect(await get(`/incident_summary?select=id,hypotheses(id)&${component}`)).toMatchObject({ status: 200, body: [] });
  expect(await get("/incident_summary?hypotheses.comments.id=is.null")).toMatchObject({
    status: 400,
    body: { code: "PGRST108" },
  });
  expect(await get(`/incidents?${component}`)).toMatchObject({ status: 400, body: { code: "PGRST108" } });
});

test("a control field of a write, such as cleanup, is accepted only for its own table", async () => {
  const patch = (path: string, body: object) =>
    ask(path, { method: "PATCH", body, headers: { prefer: "tx=rollback" } });
  const nobody = "id=eq.00000000-0000-0000-0000-0000000000ff";
  expect((await patch(`/agents?${nobody}`, { description: "x", cleanup: true })).status).toBe(204);
  expect(await patch(`/agents?${nobody}`, { tidy: true })).toMatchObject({ status: 400, body: { code: "PGRST204" } });
  expect(await patch(`/teams?${nobody}`, { cleanup: true })).toMatchObject({ status: 400, body: { code: "PGRST204" } });
});

test("a filter on an unselected embed does not change the selected embeds", async () => {
  const [person] = (await get("/people?select=id&limit=1")).body as [{ id: string }];
  const make = async (path: string, body: object) => {
    const full = { prefer: "return=representation" };
    const reply = await ask(path, { method: "POST", body: { ...body, created_by: person.id }, headers: full });
    return (reply.body as [{ id: string }])[0].id;
  };
  const incident = await make("/incidents", {
    title: "Filtered",
    type: "availability",
    status: "open",
    severity: "low",
  });
  const about = { incident_id: incident, type: "root", title: "dns", status: "likely" };
  const hypothesis = await make("/hypotheses", about);
  await make("/evidences", { hypothesis_id: hypothesis, type: "log", evidence: {} });
  const found = async (select: string, type = "log") =>
    (await get(`/incident_summary?id=eq.${incident}&hypotheses.evidences.type=eq.${type}${select}`)).body;
  expect(await found("")).toMatchObject([{ title: "Filtered", status: "open" }]);
  expect(await found("&select=title")).toEqual([{ title: "Filtered" }]);
  expect(await found("&select=title,created_by(id),hypotheses(title)")).toEqual([
    { title: "Filtered", created_by: { id: expect.any(String) }, hypotheses: [{ title: "dns" }] },
  ]);
  expect(await found("", "check")).toEqual([]);
  // A filter on a selected embed keeps the row, as in every other relation.
  expect(await found("&select=title,hypotheses(evidences(type))", "check")).toEqual([
    { title: "Filtered", hypotheses: [{ evidences: [] }] },
  ]);
});

test("severities are found whether the first letter is a capital or not", async () => {
  const [person] = (await get("/people?select=id&limit=1")).body as [{ id: string }];
  const by = { created_by: person.id, commander_id: person.id, communicator_id: person.id };
  const body = { ...by, title: "Capital", type: "availability", status: "open", severity: "Medium", description: "" };
  expect((await ask("/incidents", { method: "POST", body })).status).toBe(201);
  const found = async (filter: string) =>
    ((await get(`/incidents?select=severity&title=eq.Capital&limit=1&${filter}`)).body as unknown[]).length;
  expect(await found("severity=eq.Medium")).toBe(1);
  expect(await found("severity=in.(Medium,High)")).toBe(1);
  expect(await found("severity.filter=Medium,!Low")).toBe(1);
  expect(await found("severity=eq.High")).toBe(0);
  expect(await found("status=eq.Open")).toBe(0);
});
