// A redacted text must not reappear in script results, in the reasons in the history, or in the saved post-mortem.
import { expect, test } from "vitest";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { idOf } from "#tests/support/estate.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { settleDone } from "../done/settle.ts";

const server = await startTestServer({ env: { ROLE: "web" } });
const { db, person } = await openEstate(server);
const [admin, responder] = [await person({ roles: ["admin"] }), await person({ roles: ["responder"] })];

type Row = Record<string, string>;
const post = async (path: string, body: object) => {
  const answer = await responder.ask(path, { method: "POST", body, headers: { prefer: "return=representation" } });
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as Row[])[0]!;
};

test("script results, automatic changes and the saved post-mortem do not restore a redacted text", async () => {
  const secret = "canaryRx_pass*word";
  const incident = await post("/incidents", { title: "leak" });
  const hypothesis = await post("/hypotheses", { incident_id: incident["id"], title: "h", type: "root" });
  const comment = await post("/comments", { incident_id: incident["id"], comment: `it is ${secret}` });
  const evidence = await post("/evidences", {
    hypothesis_id: hypothesis["id"],
    type: "check",
    check_id: idOf("check", 1),
    description: `the login ${secret} works`,
    definition_of_done: true,
    script: `int("${secret}") == 1`,
  });
  await db.updateTable("incidents").set({ status: "resolved" }).where("id", "=", incident["id"]!).execute();
  await settleDone(server.system);
  const histories = `/incident_histories?incident_id=eq.${incident["id"]!}`;
  expect((await admin.ask(histories)).text).toContain("Opened again");

  const postmortem = `/api/incidents/${incident["id"]!}/postmortem`;
  const { markdown } = (await responder.ask(postmortem)).body as { markdown: string };
  expect(markdown).toContain("canaryRx");
  const body = { markdown: `${markdown}\n\nAda wrote: it is ${secret}. We learned a lot.`, publish: true };
  expect((await responder.ask(postmortem, { method: "PUT", body })).status).toBe(200);

  for (const [table, { id }] of [
    ["comments", comment],
    ["evidences", evidence],
  ] as const)
    expect(
      (await admin.ask("/api/incidents/redact", { method: "POST", body: { table, id, reason: "a password" } })).status,
    ).toBe(204);
  await db.updateTable("evidences").set({ done: null }).where("id", "=", evidence["id"]!).execute();
  await settleDone(server.system);

  for (const path of [
    `/evidences?id=eq.${evidence["id"]!}`,
    histories,
    postmortem,
    `/api/incidents/${incident["id"]!}/timeline`,
    `/api/incidents/${incident["id"]!}/export.html`,
  ]) {
    const { status, text } = await admin.ask(path);
    expect({ path, status, leaks: text.includes("canaryRx") }).toEqual({ path, status: 200, leaks: false });
  }
  expect(((await responder.ask(postmortem)).body as { markdown: string }).markdown).toContain(
    "Ada wrote: (redacted). We learned a lot.",
  );
});
