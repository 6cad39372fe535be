// People can attach only resources that they may read as evidence, because evidence copies the resource's state and its
// script reads the resource.
import { expect, test } from "vitest";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { idOf } from "#tests/support/estate.ts";
import { startTestServer } from "#tests/support/test-server.ts";

const { person } = await openEstate(await startTestServer({ env: { ROLE: "web" } }));
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

test("a person cannot link a resource of a kind that they may not read, or write a script that reads it", async () => {
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

test("a person cannot link an individual resource that they may not read", async () => {
  const config_id = idOf("config", 3);
  const limited = await person({ roles: ["responder"], rules: [{ action: "read", config_id, deny: true }] });
  const { status } = await write(limited, "POST", "/evidences", { hypothesis_id, type: "config", config_id });
  expect(status).toBe(403);
});

test("exports leave out the copy of a resource if the reader may not read resources of its kind", async () => {
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
