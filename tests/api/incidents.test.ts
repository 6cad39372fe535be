// Tests incidents over HTTP: accepted writes, concurrent edits, redaction, the state of evidence, and the timeline.
import { expect, test } from "vitest";
import { openEstate, type Someone } from "../permissions/estate-server.ts";
import { idOf } from "../support/estate.ts";
import { until } from "../support/running-system.ts";
import { startTestServer } from "../support/test-server.ts";

const { db, person } = await openEstate(await startTestServer());
const [admin, responder, viewer] = [
  await person({ roles: ["admin"] }),
  await person({ roles: ["responder"] }),
  await person({ roles: ["viewer"] }),
];

type Row = Record<string, unknown>;
const representation = { prefer: "return=representation" };
const create = async (path: string, body: object, who = responder) => {
  const answer = await who.ask(path, { method: "POST", body, headers: representation });
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as Row[])[0]!;
};
const patch = (who: Someone, path: string, body: object, headers: Record<string, string> = {}) =>
  who.ask(path, { method: "PATCH", body, headers: { ...representation, ...headers } });
const remove = (who: Someone, path: string) => who.ask(path, { method: "DELETE", headers: representation });
const histories = async (incident: unknown, type: string) =>
  (await responder.ask(`/incident_histories?incident_id=eq.${String(incident)}&type=eq.${type}&order=created_at,id`))
    .body as Row[];

test("IN-04 IN-05 IN-14 IN-23 IN-25 an incident has its fields, and every change of status is allowed", async () => {
  const incident = await create("/incidents", { title: "Shop is down", severity: "High" });
  expect(incident).toMatchObject({
    status: "open",
    severity: "high",
    type: "availability",
    commander_id: responder.id,
  });
  const hypothesis = await create("/hypotheses", { incident_id: incident["id"], title: "DNS", type: "root" });
  expect(hypothesis).toMatchObject({ title: "DNS", status: "possible", type: "root" });
  const statuses = ["new", "closed", "investigating", "cancelled", "mitigated", "new", "resolved", "open"];
  for (const status of statuses) {
    const { body } = await patch(responder, `/incidents?id=eq.${incident["id"] as string}`, { status });
    expect(body).toMatchObject([{ status }]);
  }
  expect((await histories(incident["id"], "incident.status_updated")).map((row) => row["description"])).toEqual(
    statuses,
  );
  // An older name for the same status.
  expect(await histories(incident["id"], "incident_status.updated")).toHaveLength(statuses.length);
  expect((await patch(responder, `/incidents?id=eq.${incident["id"] as string}`, { status: "gone" })).status).toBe(400);
});

test("IN-24 severities are accepted with a capital, and stored in lower case", async () => {
  for (const severity of ["Info", "Warning", "Low", "Medium", "High", "Blocker", "Critical"])
    expect(await create("/incidents", { title: severity, severity })).toMatchObject({
      severity: severity.toLowerCase(),
    });
  expect(await create("/incidents", { title: "default" })).toMatchObject({ severity: "low" });
  const refused = await responder.ask("/incidents", { method: "POST", body: { title: "x", severity: "Fatal" } });
  expect(refused.status).toBe(400);
});

test("IN-02 IN-06 an incident is read with its hypotheses, evidence, responders and comments", async () => {
  const incident = await create("/incidents", { title: "all parts" });
  const hypothesis = await create("/hypotheses", { incident_id: incident["id"], title: "h", type: "root" });
  // All fields of the payload that the link dialog sends.
  const linked = {
    created_by: responder.id,
    check_id: idOf("check", 1),
    config_id: null,
    config_change_id: null,
    config_analysis_id: null,
    component_id: null,
    hypothesis_id: hypothesis["id"],
    evidence: { includeMessages: true },
    type: "check",
    description: "it fails",
  };
  const evidence = await create("/evidences", linked);
  await create("/responders", { incident_id: incident["id"], type: "person", person_id: viewer.id });
  await create("/comments", { incident_id: incident["id"], hypothesis_id: hypothesis["id"], comment: "on it" });
  const { body } = await viewer.ask(
    `/incidents?id=eq.${incident["id"] as string}&select=title,hypotheses(title,evidences(*),comments(comment)),responders(type,person_id)`,
  );
  expect(body).toMatchObject([
    {
      title: "all parts",
      hypotheses: [
        {
          title: "h",
          evidences: [{ ...linked, id: evidence["id"], evidence: { includeMessages: true, then: { kind: "check" } } }],
          comments: [{ comment: "on it" }],
        },
      ],
      responders: [{ type: "person", person_id: viewer.id }],
    },
  ]);
});

test("IN-26 a filter for one spelling of technical debt finds incidents with both spellings", async () => {
  const ids: unknown[] = [];
  for (const type of ["technicalDebt", "technical_debt"])
    ids.push((await create("/incidents", { title: "Old library", type }))["id"]);
  for (const filter of ["eq.technical_debt", "eq.technicalDebt", "in.(cost,technical_debt)"])
    for (const relation of ["incidents", "incident_summary"]) {
      const { body } = await viewer.ask(`/${relation}?type=${filter}&title=eq.Old library&select=id,type`);
      expect({ filter, relation, body }).toEqual({
        filter,
        relation,
        body: expect.arrayContaining(ids.map((id) => ({ id, type: "technicalDebt" }))) as unknown,
      });
    }
});

test("an incident cannot be deleted; its parts can be deleted, which adds rows to the history", async () => {
  const incident = await create("/incidents", { title: "Shop is down" });
  const path = `id=eq.${incident["id"] as string}`;
  expect(await remove(admin, `/incidents?${path}`)).toMatchObject({
    status: 405,
    body: {
      message: "Incidents cannot be deleted. Close the incident instead.",
      hint: expect.stringContaining("closed") as unknown,
    },
  });
  expect((await remove(viewer, `/incidents?${path}`)).status).toBe(403);
  const hypothesis = await create("/hypotheses", { incident_id: incident["id"], title: "DNS", type: "root" });
  const parts = { incident_id: incident["id"], hypothesis_id: hypothesis["id"] };
  const comment = await create("/comments", { ...parts, comment: "on it" });
  const evidence = await create("/evidences", {
    hypothesis_id: hypothesis["id"],
    type: "check",
    check_id: idOf("check", 1),
  });
  for (const [relation, row] of [
    ["comments", comment],
    ["evidences", evidence],
    ["hypotheses", hypothesis],
  ] as const)
    expect((await remove(responder, `/${relation}?id=eq.${row["id"] as string}`)).body).toHaveLength(1);
  for (const type of ["comment.deleted", "evidence.deleted", "hypothesis.deleted"])
    expect(await histories(incident["id"], type)).toMatchObject([{ created_by: responder.id }]);
});

test("IN-27 evidence has one of the seven types", async () => {
  const incident = await create("/incidents", { title: "Seven types" });
  const hypothesis = await create("/hypotheses", { incident_id: incident["id"], title: "DNS", type: "root" });
  for (const [type, columns] of [
    ["log", { evidence: { lines: [] } }],
    ["config", { config_id: idOf("config", 1) }],
    ["topology", { component_id: idOf("component", 1) }],
    ["check", { check_id: idOf("check", 1) }],
    ["config_analysis", { config_analysis_id: idOf("analysis", 1) }],
    ["config_change", { config_change_id: idOf("change", 1) }],
    ["comment", { evidence: { comment: "by hand" } }],
  ] as const)
    expect(await create("/evidences", { hypothesis_id: hypothesis["id"], type, ...columns })).toMatchObject({ type });
  const other = { hypothesis_id: hypothesis["id"], type: "rumour" };
  expect((await admin.ask("/evidences", { method: "POST", body: other })).status).toBe(400);
});

test("an edit with If-Match is refused if the row has changed, and returns the current row; without If-Match, the history keeps the former text", async () => {
  const [ada, grace] = [await person({ roles: ["responder"] }), await person({ roles: ["responder"] })];
  const incident = await create("/incidents", { title: "first" });
  const path = `/incidents?id=eq.${incident["id"] as string}`;
  const tag = `"${incident["updated_at"] as string}"`;
  expect(await patch(ada, path, { title: "by Ada" }, { "if-match": tag })).toMatchObject({ status: 200 });
  expect(await patch(grace, path, { title: "by Grace" }, { "if-match": tag })).toMatchObject({
    status: 412,
    body: {
      code: "changed",
      message: "Somebody else has changed this since you read it.",
      current: { id: incident["id"], title: "by Ada" },
    },
  });
  const now = ((await grace.ask(path)).body as Row[])[0]!;
  const again = await patch(grace, path, { title: "by both" }, { "if-match": `"${now["updated_at"] as string}"` });
  expect(again.status).toBe(200);
  expect((await patch(ada, path, { title: "by Ada again" })).status).toBe(200);
  expect(await histories(incident["id"], "incident.title_updated")).toMatchObject([
    { description: "first", created_by: ada.id },
    { description: "by Ada", created_by: grace.id },
    { description: "by both", created_by: ada.id },
  ]);
  expect((await patch(ada, path, { title: "x" }, { "if-match": '"undefined"' })).status).toBe(412);
  // The response to a refused edit contains no data if the caller is not allowed to write the row.
  expect((await patch(viewer, path, { title: "x" }, { "if-match": tag })).status).toBe(403);
});

test("a hypothesis can only be moved within the tree of its incident", async () => {
  const [one, other] = [await create("/incidents", { title: "one" }), await create("/incidents", { title: "other" })];
  const root = await create("/hypotheses", { incident_id: one["id"], title: "root", type: "root" });
  const factor = await create("/hypotheses", {
    incident_id: one["id"],
    title: "f",
    type: "factor",
    parent_id: root["id"],
  });
  const foreign = await create("/hypotheses", { incident_id: other["id"], title: "g", type: "factor" });
  const path = `/hypotheses?id=eq.${factor["id"] as string}`;
  expect(await patch(responder, path, { parent_id: foreign["id"] })).toMatchObject({
    status: 400,
    body: { message: "parent_id: the parent belongs to another incident" },
  });
  expect((await patch(responder, path, { parent_id: factor["id"] })).status).toBe(400);
  expect((await patch(responder, path, { incident_id: other["id"] })).status).toBe(400);
  const comment = { incident_id: other["id"], hypothesis_id: factor["id"], comment: "x" };
  expect(await responder.ask("/comments", { method: "POST", body: comment })).toMatchObject({
    status: 400,
    body: { message: "hypothesis_id: belongs to another incident" },
  });
});

test("clients cannot set columns that only the server sets", async () => {
  const incident = await create("/incidents", { title: "x" });
  const added = await create("/responders", {
    incident_id: incident["id"],
    type: "vmware",
    status: "delivered",
    status_reason: "forged",
    external_id: "HR-17",
  });
  expect(added).toMatchObject({ status: "recorded", external_id: null });
  const path = `/responders?id=eq.${added["id"] as string}`;
  expect((await patch(responder, path, { status: "delivered" })).status).toBe(400);
  expect((await patch(admin, path, { external_id: "HR-17" })).status).toBe(400);
  expect((await patch(responder, path, { ...added, index: 2 })).status).toBe(200);
  const comment = await create("/comments", { incident_id: incident["id"], comment: "x", redacted_at: "now()" });
  expect(comment["redacted_at"]).toBeNull();
  const mirrored = { external_id: "10001", external_created_by: "The director", responder_id: added["id"] };
  const forged = await create("/comments", { incident_id: incident["id"], comment: "x", ...mirrored });
  expect(forged).toMatchObject({ external_id: null, external_created_by: null, responder_id: null });
  for (const [column, value] of Object.entries(mirrored))
    expect((await patch(responder, `/comments?id=eq.${forged["id"] as string}`, { [column]: value })).status).toBe(400);
});

test("when an administrator redacts a comment or evidence, the text is removed everywhere and a marker stays", async () => {
  const secret = "canaryRd-password";
  const incident = await create("/incidents", { title: "leak" });
  const hypothesis = await create("/hypotheses", { incident_id: incident["id"], title: "h", type: "root" });
  const comment = await create("/comments", { incident_id: incident["id"], comment: `first ${secret}` });
  await patch(responder, `/comments?id=eq.${comment["id"] as string}`, { comment: `second ${secret}` });
  const evidence = await create("/evidences", {
    hypothesis_id: hypothesis["id"],
    type: "log",
    component_id: idOf("component", 1),
    description: secret,
    evidence: { lines: [{ message: secret }] },
  });
  await patch(responder, `/evidences?id=eq.${evidence["id"] as string}`, { description: `again ${secret}` });
  await db
    .insertInto("notification_send_history")
    .values({
      source_event: "incident.comment.added",
      resource_id: incident["id"] as string,
      status: "sent",
      body: secret,
      body_payload: { text: secret },
      payload: { name: "incident.comment.added", id: incident["id"] as string, comment_id: comment["id"] as string },
    })
    .execute();

  const redact = (who: Someone, table: string, row: Row, reason = "a password") =>
    who.ask("/api/incidents/redact", { method: "POST", body: { table, id: row["id"], reason } });
  expect((await redact(responder, "comments", comment)).status).toBe(403);
  expect((await redact(admin, "comments", { id: incident["id"] })).status).toBe(404);
  expect((await redact(admin, "comments", comment, " ")).status).toBe(400);
  expect((await redact(admin, "comments", comment)).status).toBe(204);
  expect((await redact(admin, "evidences", evidence)).status).toBe(204);

  for (const path of [
    `/comments?incident_id=eq.${incident["id"] as string}`,
    `/evidences?hypothesis_id=eq.${hypothesis["id"] as string}`,
    `/incident_histories?incident_id=eq.${incident["id"] as string}`,
    `/notification_send_history?resource_id=eq.${incident["id"] as string}`,
    `/audit_log?resource_id=in.(${comment["id"] as string},${evidence["id"] as string})`,
    `/api/incidents/${incident["id"] as string}/timeline`,
    `/api/incidents/${incident["id"] as string}/evidence`,
  ]) {
    const { text } = await admin.ask(path);
    expect({ path, length: text.length > 2, leaks: text.includes(secret) }).toEqual({
      path,
      length: true,
      leaks: false,
    });
  }
  const marked = { redacted_by: admin.id, redaction_reason: "a password" };
  expect((await viewer.ask(`/comments?id=eq.${comment["id"] as string}`)).body).toMatchObject([
    { comment: "(redacted)", ...marked },
  ]);
  expect((await viewer.ask(`/evidences?id=eq.${evidence["id"] as string}`)).body).toMatchObject([
    { evidence: { redacted: true }, description: "(redacted)", ...marked },
  ]);
  expect(await histories(incident["id"], "comment.redacted")).toMatchObject([
    { reason: "a password", created_by: admin.id },
  ]);
  expect(await histories(incident["id"], "evidence.redacted")).toHaveLength(1);
  const rewrite = await patch(responder, `/comments?id=eq.${comment["id"] as string}`, { comment: "again" });
  expect(rewrite.status).toBe(409);
});

test("the evidence call returns the former and current state of each resource that the caller can read", async () => {
  const incident = await create("/incidents", { title: "red" });
  const hypothesis = await create("/hypotheses", { incident_id: incident["id"], title: "h", type: "root" });
  const check = idOf("check", 3);
  await db.updateTable("checks").set({ status: "unhealthy" }).where("id", "=", check).execute();
  const common = { hypothesis_id: hypothesis["id"], description: "" };
  const evidence = await create("/evidences", { ...common, type: "check", check_id: check });
  await create("/evidences", { ...common, type: "config", config_id: idOf("config", 3) });
  await create("/evidences", { ...common, type: "comment", evidence: { comment: "by hand" } });
  await db.updateTable("checks").set({ status: "healthy" }).where("id", "=", check).execute();
  const path = `/api/incidents/${incident["id"] as string}/evidence`;
  const read = async (who: Someone) => (await who.ask(path)).body as { then: Row | null; now: Row | null }[];
  const [first, second, third] = await read(viewer);
  expect(first).toMatchObject({
    id: evidence["id"],
    hypothesis_id: hypothesis["id"],
    then: { kind: "check", health: "unhealthy", at: expect.any(String) as unknown },
    now: { kind: "check", health: "healthy" },
  });
  expect(second).toMatchObject({ then: { kind: "config" }, now: { kind: "config" } });
  expect(third).toMatchObject({ then: null, now: null });
  const limited = await person({ roles: ["viewer"], rules: [{ action: "read", object: "canaries", deny: true }] });
  expect((await read(limited))[0]).toMatchObject({ then: null, now: null });
  const withoutItem = await person({
    roles: ["viewer"],
    rules: [{ action: "read", config_id: idOf("config", 3), deny: true }],
  });
  expect((await read(withoutItem)).map(({ now }) => now?.["kind"] ?? null)).toEqual(["check", null]);
  expect((await viewer.ask(`/api/incidents/${idOf("check", 1)}/evidence`)).status).toBe(404);
});

test("the timeline has the history, comments, messages, playbook runs, changes and transitions in order", async () => {
  const check = idOf("check", 4);
  const config = idOf("config", 4);
  await db.deleteFrom("check_statuses").where("check_id", "=", check).execute();
  await db.deleteFrom("config_changes").where("config_id", "=", config).execute();
  const incident = await create("/incidents", { title: "timeline" });
  const hypothesis = await create("/hypotheses", { incident_id: incident["id"], title: "DNS", type: "root" });
  await create("/evidences", { hypothesis_id: hypothesis["id"], type: "check", check_id: check });
  await create("/evidences", { hypothesis_id: hypothesis["id"], type: "config", config_id: config });
  await create("/comments", { incident_id: incident["id"], comment: "Looking" });
  for (const [seconds, status] of [
    [40, true],
    [30, false],
    [20, false],
    [10, true],
  ] as const)
    await db
      .insertInto("check_statuses")
      .values({
        check_id: check,
        time: new Date(Date.now() - seconds * 1_000).toISOString(),
        status,
        error: status ? null : "refused",
      })
      .execute();
  await db
    .insertInto("config_changes")
    .values({ config_id: config, change_type: "Scaling", summary: "3 to 0", severity: "high" })
    .execute();
  await db
    .insertInto("notification_send_history")
    .values({
      source_event: "incident.created",
      resource_id: incident["id"] as string,
      status: "sent",
      recipient: "ops@example.org",
    })
    .execute();
  const { id: playbook } = await db.selectFrom("playbooks").select("id").limit(1).executeTakeFirstOrThrow();
  await db
    .insertInto("playbook_runs")
    .values({ playbook_id: playbook, check_id: check, status: "failed", created_by: responder.id })
    .execute();
  await patch(responder, `/incidents?id=eq.${incident["id"] as string}`, { status: "resolved" });
  const { status, body } = await viewer.ask(`/api/incidents/${incident["id"] as string}/timeline`);
  expect(status).toBe(200);
  const { entries, isCut, from, to } = body as { entries: Row[]; isCut: boolean; from: string; to: string };
  expect(isCut).toBe(false);
  expect(from < to).toBe(true);
  const times = entries.map(({ at }) => Date.parse(at as string));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const ofLane = (lane: string) => entries.filter((entry) => entry["lane"] === lane);
  expect(ofLane("history").map(({ text }) => text)).toEqual([
    `created ${incident["incident_id"] as string}`,
    "added the hypothesis “DNS”",
    expect.stringMatching(/^added check /),
    expect.stringMatching(/^added config /),
    "marked the incident as resolved",
  ]);
  expect(ofLane("history").at(-1)).toMatchObject({ tone: "good", author: { id: responder.id } });
  expect(ofLane("comment")).toMatchObject([{ text: "Looking", author: { id: responder.id } }]);
  // The product itself may also send messages about the incident.
  expect(ofLane("message")).toContainEqual(
    expect.objectContaining({ text: "incident.created to ops@example.org: sent", tone: "good" }),
  );
  expect(ofLane("playbook")).toContainEqual(
    expect.objectContaining({
      text: expect.stringMatching(/^Playbook .+: failed$/) as unknown,
      tone: "bad",
      author: expect.objectContaining({ id: responder.id }) as unknown,
    }),
  );
  expect(ofLane("transition").map(({ tone }) => tone)).toEqual(["bad", "good"]);
  expect(ofLane("transition")[0]!["text"]).toMatch(/ is unhealthy: refused$/);
  expect(ofLane("change")).toMatchObject([
    { text: expect.stringMatching(/: Scaling, 3 to 0$/) as unknown, tone: "bad" },
  ]);
  const limited = await person({ roles: ["viewer"], rules: [{ action: "read", object: "canaries", deny: true }] });
  const seen = (await limited.ask(`/api/incidents/${incident["id"] as string}/timeline`)).body as { entries: Row[] };
  expect(seen.entries.filter(({ lane }) => lane === "transition")).toEqual([]);
});

test("when evidence of the definition of done is deleted, the event still contains the incident", async () => {
  const incident = await create("/incidents", { title: "done" });
  const hypothesis = await create("/hypotheses", { incident_id: incident["id"], title: "h", type: "root" });
  const evidence = await create("/evidences", {
    hypothesis_id: hypothesis["id"],
    type: "comment",
    definition_of_done: true,
  });
  const events = async () =>
    (
      await db.selectFrom("notification_events").select("event").where("name", "=", "incident.dod.removed").execute()
    ).map(({ event }) => event);
  await remove(responder, `/evidences?id=eq.${evidence["id"] as string}`);
  await until(events, (found) => found.length > 0);
  expect(await events()).toContainEqual({
    name: "incident.dod.removed",
    id: evidence["id"],
    incident_id: incident["id"],
  });
});
