// People can attach a resource as evidence only if they are allowed to read it, because evidence copies the resource's
// state and its script reads the resource.
import { expect, test } from "vitest";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { idOf } from "#tests/support/estate.ts";
import { startTestServer } from "#tests/support/test-server.ts";

const { db, person } = await openEstate(await startTestServer({ env: { ROLE: "web" } }));
const responder = await person({ roles: ["responder"] });

type Row = Record<string, string>;
const write = (who: Someone, method: string, path: string, body: object) =>
  who.ask(path, { method, body, headers: { prefer: "return=representation" } });
const post = async (path: string, body: object) => {
  const answer = await write(responder, "POST", path, body);
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as Row[])[0]!;
};

const incident = await post("/incidents", { title: "rights" });
const { id: hypothesis_id } = await post("/hypotheses", { incident_id: incident["id"], title: "h", type: "root" });

const links = [
  { object: "canaries", type: "check", column: "check_id", id: idOf("check", 1) },
  { object: "topologies", type: "topology", column: "component_id", id: idOf("component", 1) },
  { object: "config_scrapers", type: "config", column: "config_id", id: idOf("config", 1) },
  { object: "config_scrapers", type: "config_change", column: "config_change_id", id: idOf("change", 1) },
  { object: "config_scrapers", type: "config_analysis", column: "config_analysis_id", id: idOf("analysis", 1) },
] as const;

test("a person cannot link a resource of a kind that they are not allowed to read, or write a script that reads it", async () => {
  for (const { object, type, column, id } of links) {
    const limited = await person({ roles: ["responder"], rules: [{ action: "read", object, deny: true }] });
    const refused = { status: 403, body: { message: `${column}: you need permission to read ${object}.` } };
    const row = { hypothesis_id, type, [column]: id };
    expect(await write(limited, "POST", "/evidences", row)).toMatchObject(refused);
    const linking = await post("/evidences", row);
    const path = `/evidences?id=eq.${linking["id"]!}`;
    expect(await write(limited, "PATCH", path, { script: "true" })).toMatchObject(refused);
    const free = await post("/evidences", { hypothesis_id, type: "comment" });
    expect(await write(limited, "PATCH", `/evidences?id=eq.${free["id"]!}`, { [column]: id })).toMatchObject(refused);
    expect(await write(limited, "PATCH", path, { description: "seen" })).toMatchObject({ status: 200 });
  }
});

test("a person cannot link an individual resource that they are not allowed to read", async () => {
  const config_id = idOf("config", 3);
  const limited = await person({ roles: ["responder"], rules: [{ action: "read", config_id, deny: true }] });
  const { status } = await write(limited, "POST", "/evidences", { hypothesis_id, type: "config", config_id });
  expect(status).toBe(403);
});

test("exports leave out the copy of a resource if the reader is not allowed to read resources of its kind", async () => {
  const limited = await person({ roles: ["viewer"], rules: [{ action: "read", object: "canaries", deny: true }] });
  const path = `/api/incidents/${incident["id"]!}/export.html`;
  expect((await responder.ask(path)).text).toContain("&quot;kind&quot;: &quot;check&quot;");
  const { status, text } = await limited.ask(path);
  expect({ status, hasCheck: text.includes("&quot;kind&quot;: &quot;check&quot;") }).toEqual({
    status: 200,
    hasCheck: false,
  });
  expect(text).toContain("&quot;kind&quot;: &quot;component&quot;");
});

test("readers who may not read a resource kind see no copies, lines or script results of that kind", async () => {
  const rows = [
    { object: "canaries", type: "check", check_id: idOf("check", 1), evidence: { lines: ["a line"] } },
    { object: "topologies", type: "topology", component_id: idOf("component", 1) },
    {
      object: "config_scrapers",
      type: "config",
      config_id: idOf("config", 1),
      evidence: { lines: { 1: "secret: x" } },
    },
    { object: "config_scrapers", type: "config_change", config_change_id: idOf("change", 1) },
    { object: "config_scrapers", type: "config_analysis", config_analysis_id: idOf("analysis", 1) },
    { object: "logging_backends", type: "log", evidence: { lines: [{ message: "it broke" }] } },
  ] as const;
  const { id: incidentId } = await post("/incidents", { title: "copies" });
  const { id: hypothesis } = await post("/hypotheses", { incident_id: incidentId, title: "h", type: "root" });
  for (const { object, ...row } of rows) {
    const { id } = await post("/evidences", { hypothesis_id: hypothesis, ...row });
    await db.updateTable("evidences").set({ script_result: "it was hunter2" }).where("id", "=", id!).execute();
    const limited = await person({ roles: ["responder"], rules: [{ action: "read", object, deny: true }] });
    const path = `/evidences?id=eq.${id!}`;
    const seen = (await responder.ask(path)).body as object[];
    expect(seen).toMatchObject([{ evidence: expect.anything(), script_result: "it was hunter2" }]);

    expect((await limited.ask(path)).body).toMatchObject([{ id, type: row.type, evidence: null, script_result: null }]);
    const nested = await limited.ask(
      `/incidents?id=eq.${incidentId!}&select=hypotheses(evidences(id,evidence,copy:evidence->then->>name))`,
    );
    const [{ hypotheses }] = nested.body as [{ hypotheses: [{ evidences: object[] }] }];
    expect(hypotheses[0].evidences.find((each) => (each as Row)["id"] === id)).toEqual({
      id,
      evidence: null,
      copy: null,
    });
    for (const filter of ["evidence=not.is.null", "evidence->>lines=not.is.null", "script_result=like.*hunter2"])
      expect((await limited.ask(`${path}&${filter}`)).body).toEqual([]);

    const stale = await limited.ask(path, {
      method: "PATCH",
      body: { description: "x" },
      headers: { "if-match": '"1"' },
    });
    expect(stale).toMatchObject({ status: 412, body: { current: { id } } });
    expect(stale.text).not.toMatch(/hunter2|lines|then/);
    expect(await write(limited, "PATCH", path, { evidence: {} })).toMatchObject({ status: 403 });
    expect(await write(limited, "PATCH", path, { description: `seen ${row.type}` })).toMatchObject({
      status: 200,
      body: [{ evidence: null, script_result: null }],
    });
    expect((await responder.ask(`${path}&select=evidence,script_result`)).body).toMatchObject([
      { evidence: (seen[0] as { evidence: object }).evidence, script_result: "it was hunter2" },
    ]);
  }
});

test("readers who are limited to certain rows do not see the copy of a deleted resource", async () => {
  const check = idOf("check", 2);
  const { id } = await post("/evidences", { hypothesis_id, type: "check", check_id: check });
  const limited = await person({
    roles: ["viewer"],
    rules: [{ action: "read", config_id: idOf("config", 3), deny: true }],
  });
  const path = `/evidences?id=eq.${id!}&select=evidence`;
  expect((await limited.ask(path)).body).toMatchObject([{ evidence: { then: { id: check } } }]);
  await db.updateTable("evidences").set({ check_id: null }).where("id", "=", id!).execute();
  expect((await limited.ask(path)).body).toEqual([{ evidence: null }]);
  expect((await responder.ask(path)).body).toMatchObject([{ evidence: { then: { id: check } } }]);
  const states = await limited.ask(`/api/incidents/${incident["id"]!}/evidence`);
  expect((states.body as Row[]).find((row) => row["id"] === id)).toMatchObject({ then: null });
});

test("the timeline does not name resources of a kind that the reader may not read", async () => {
  const { id: incidentId } = await post("/incidents", { title: "names" });
  const { id: hypothesis } = await post("/hypotheses", { incident_id: incidentId, title: "h", type: "root" });
  const evidence = await post("/evidences", { hypothesis_id: hypothesis, type: "check", check_id: idOf("check", 1) });
  const { name } = (evidence["evidence"] as unknown as { then: { name: string } }).then;
  const limited = await person({ roles: ["viewer"], rules: [{ action: "read", object: "canaries", deny: true }] });
  const path = `/api/incidents/${incidentId!}/timeline`;
  expect((await responder.ask(path)).text).toContain(`added check ${name}`);
  expect((await limited.ask(path)).text).not.toContain(name);
  expect((await write(responder, "DELETE", `/evidences?id=eq.${evidence["id"]!}`, {})).status).toBe(200);
  for (const text of [
    (await limited.ask(path)).text,
    (await limited.ask("/incident_histories?type=eq.evidence.deleted")).text,
  ])
    expect(text).not.toContain(name);
});
