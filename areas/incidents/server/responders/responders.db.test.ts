import { afterAll, beforeEach, expect, test } from "vitest";
import { createJira } from "#tests/services/jira.ts";
import { makeAuthority } from "#tests/support/certificates.ts";
import { componentTree } from "#tests/support/component-tree.ts";
import { idOf } from "#tests/support/estate.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import { until } from "#tests/support/running-system.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { startSmtp } from "#tests/servers/smtp.ts";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";

const smtp = await startSmtp(makeAuthority().issue({ names: ["localhost"] }), "unused");
afterAll(() => smtp.stop());
const env = {
  SMTP_URL: `smtp://ada:unused@127.0.0.1:${smtp.plainPort}?Encryption=None`,
  MAIL_FROM: "Deck <deck@example.org>",
};
const { server, db, person } = await openEstate(await startTestServer({ env }));
const [admin, responder] = [await person({ roles: ["admin"] }), await person({ roles: ["responder"] })];

const tree = componentTree(server.system.db);

const hook = await startLocalServer();
const jiraServer = await startLocalServer();
const token = "canaryJi-api-token";
const jira = createJira({ username: "deck@example.org", token, projects: ["OPS"] });

beforeEach(() => {
  hook.answer = json(200, {});
  hook.requests.length = 0;
  smtp.letters.length = 0;
  jiraServer.answer = (request, response, body) => {
    const { pathname: path, searchParams: query } = new URL(request.url!, "http://jira");
    const headers = request.headers as Record<string, string>;
    const { status = 200, body: reply } = jira.answer({ method: request.method!, path, query, headers, body });
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(reply));
  };
});

const post = async (who: Someone, path: string, body: object) => {
  const answer = await who.ask(path, { method: "POST", body, headers: { prefer: "return=representation" } });
  expect(answer.text).not.toContain(token);
  return (answer.body as Record<string, unknown>[])[0]! as Record<string, string>;
};

const newIncident = async (title = "Shop is down") => (await post(responder, "/incidents", { title }))["id"]!;

interface Added {
  status: string;
  status_reason: string;
  type: string;
  external_id: string | null;
}

/** Adds a responder and waits until the responder was contacted. */
async function add(row: object, who = responder): Promise<Added & { id: string }> {
  const { id } = await post(who, "/responders", row);
  const read = async () => ((await who.ask(`/responders?id=eq.${id!}`)).body as Added[])[0]!;
  return { id: id!, ...(await until(read, ({ status }) => status !== "pending")) };
}

test("a person is contacted through their own channels, or by email if there are none", async () => {
  const incident_id = await newIncident();
  const added = await add({ incident_id, type: "person", person_id: admin.id });
  expect(added).toMatchObject({
    status: "delivered",
    status_reason: expect.stringMatching(/^A message was sent to Person/) as unknown,
  });
  expect(smtp.letters).toHaveLength(1);
  expect(smtp.letters[0]!.text).toContain("Shop is down");
});

test("the stored type is the key in properties.responderType, given as a text or in an object; without a key it is team", async () => {
  const incident_id = await newIncident();
  const system = { incident_id, type: "system", team_id: idOf("team", 1) };
  const to = "oncall@example.org";
  expect(await add({ ...system, properties: { responderType: "email", to, subject: "Come" } })).toMatchObject({
    type: "email",
    status: "delivered",
  });
  expect(smtp.letters[0]!.text).toContain("Come");
  const option = { value: "service_now", label: "ServiceNow" };
  const recorded = await add({ ...system, properties: { responderType: option, category: "x" } });
  expect(recorded).toMatchObject({
    type: "service_now",
    status: "recorded",
    status_reason: expect.stringContaining("does not contact") as unknown,
    properties: { responderType: "service_now", category: "x" },
  });
  expect(await add(system)).toMatchObject({ type: "team" });
});

test("a responder of a rule is contacted with the rule's credentials, which readers of the incident do not see", async () => {
  const secret = "canaryRs-password";
  const check = await tree.check(await tree.component(), "unhealthy");
  const email = { to: "oncall@example.org", subject: "Come", body: `See https://ada:${secret}@runbook.example.org/` };
  const spec = { checks: [{ id: check }], responders: { email: [{ to: "other@example.org" }, email] } };
  const rule = await post(admin, "/incident_rules", { name: "with credentials", spec, source: "UI" });
  expect(JSON.stringify(rule)).not.toContain(secret);
  const added = async () =>
    (await responder.ask(`/responders?select=*,incidents!inner(id)&incidents.incident_rule_id=eq.${rule["id"]!}`))
      .body as Added[];
  const rows = await until(added, (found) => found.length === 2 && found.every(({ status }) => status !== "pending"));
  expect(rows).toMatchObject([{ status: "delivered" }, { status: "delivered" }]);
  expect(JSON.stringify(rows)).toContain("runbook.example.org");
  expect(JSON.stringify(rows)).not.toContain(secret);
  // Long lines are wrapped in mails.
  const letters = smtp.letters.map(({ text }) => text.replaceAll(/=\r?\n/g, ""));
  expect(letters.filter((text) => text.includes(secret))).toHaveLength(1);
  await admin.ask(`/incident_rules?id=eq.${rule["id"]!}`, { method: "DELETE" });
});

test("a team is contacted through its channels, or through its members if it has no channels", async () => {
  const incident_id = await newIncident();
  const spec = { notifications: [{ name: "hook", url: `${hook.url}/team` }] };
  const withChannels = await post(admin, "/teams", { name: "With channels", icon: "group", spec });
  const reached = await add({ incident_id, type: "team", team_id: withChannels["id"] });
  expect(reached).toMatchObject({ status: "delivered" });
  expect(hook.requests.map(({ url }) => url)).toEqual([expect.stringContaining("/team")]);
  const quiet = await post(admin, "/teams", { name: "Without channels", icon: "group", spec: {} });
  await post(admin, "/team_members", { team_id: quiet["id"]!, person_id: admin.id });
  expect(await add({ incident_id, type: "team", team_id: quiet["id"] })).toMatchObject({ status: "delivered" });
  expect(smtp.letters).toHaveLength(1);
});

test("a team's webhook is called, and a URL from the form cannot reach private networks", async () => {
  const incident_id = await newIncident();
  const spec = { responder_clients: { webhook: { url: `${hook.url}/in`, password: "canaryWh-signing" } } };
  const team = await post(admin, "/teams", { name: "Hooked", icon: "group", spec });
  expect(JSON.stringify(team)).not.toContain("canaryWh");
  const called = await add({ incident_id, type: "webhook", team_id: team["id"] });
  expect(called).toMatchObject({ status: "delivered" });
  expect(hook.requests[0]!.headers["webhook-signature"]).toMatch(/^v1,/);
  expect(JSON.parse(hook.requests[0]!.body)).toMatchObject({
    title: expect.stringContaining("Shop is down") as unknown,
  });
  hook.requests.length = 0;
  const inside = await add({ incident_id, type: "webhook", properties: { url: `${hook.url}/inside` } });
  expect(inside.status).toBe("failed");
  expect(hook.requests).toEqual([]);
});

async function jiraTeam(name: string): Promise<string> {
  const client = { url: jiraServer.url, username: "deck@example.org", password: token, values: { project: "OPS" } };
  const team = await post(admin, "/teams", { name, icon: "group", spec: { responder_clients: { jira: client } } });
  expect(JSON.stringify(team)).not.toContain(token);
  return team["id"]!;
}

test("a Jira responder opens an issue, and comments are mirrored in both directions without duplicates", async () => {
  const incident_id = await newIncident("Payments fail");
  const team_id = await jiraTeam("Payments");
  const opened = await add({
    incident_id,
    type: "system",
    team_id,
    properties: { responderType: "jira", issueType: "Bug", priority: "High", summary: "Payments fail" },
  });
  expect(opened).toMatchObject({ type: "jira", status: "delivered", external_id: "OPS-1" });
  const issue = jira.issues.get("OPS-1")!;
  expect(issue.fields).toMatchObject({
    issuetype: { name: "Bug" },
    priority: { name: "High" },
    summary: "Payments fail",
  });
  expect(issue.fields.description).toContain(`/incidents/${incident_id}`);

  await post(responder, "/comments", { incident_id, comment: `Ask @[Ada L](user:${admin.id})` });
  await until(() => issue.comments.length === 1);
  expect(issue.comments[0]!.body).toBe("Person 2: Ask @Ada L");

  jira.addComment(issue, "We are on it.", "Grace of Payments");
  const sync = server.system.jobs.definitions.find(({ name }) => name === "incidents.sync-comments")!;
  const comments = async () =>
    (await responder.ask(`/comments?incident_id=eq.${incident_id}&order=created_at`)).body as Record<string, unknown>[];
  for (const round of [1, 2]) {
    await db.transaction().execute((tx) => server.system.jobs.send(tx, sync, {}));
    await until(comments, (rows) => rows.length === 2);
    expect({ round, count: (await comments()).length }).toEqual({ round, count: 2 });
  }
  expect((await comments())[1]).toMatchObject({
    comment: "We are on it.",
    external_id: issue.comments[1]!.id,
    external_created_by: "Grace of Payments",
    responder_id: opened.id,
  });
  // The mirrored comment is not sent back.
  await post(responder, "/comments", { incident_id, comment: "Thank you" });
  await until(() => issue.comments.length === 3);
  expect(issue.comments.map(({ body }) => body)).toEqual([
    "Person 2: Ask @Ada L",
    "We are on it.",
    "Person 2: Thank you",
  ]);
});

test("an error of Jira is stored in the responder row, without the token", async () => {
  const incident_id = await newIncident();
  const team_id = await jiraTeam("Elsewhere");
  jiraServer.answer = (_, response) =>
    response.writeHead(403, { "content-type": "application/json" }).end(JSON.stringify({ errorMessages: [token] }));
  const failed = await add({ incident_id, type: "jira", team_id });
  expect(failed).toMatchObject({ status: "failed", external_id: null });
  expect(failed.status_reason).toMatch(/^Jira /);
  expect(failed.status_reason).not.toContain(token);
  const none = await add({ incident_id, type: "jira", team_id: idOf("team", 2) });
  expect(none).toMatchObject({ status: "failed", status_reason: "The team has no Jira responder." });
});

test("a stored key that is not a Jira issue key cannot reach another path of the API", async () => {
  const incident_id = await newIncident();
  const { id } = await add({ incident_id, type: "jira", team_id: await jiraTeam("Strange keys") });
  await db.updateTable("responders").set({ external_id: "../myself" }).where("id", "=", id).execute();
  jiraServer.requests.length = 0;
  const sync = server.system.jobs.definitions.find(({ name }) => name === "incidents.sync-comments")!;
  await db.transaction().execute((tx) => server.system.jobs.send(tx, sync, {}));
  const failures = () =>
    db
      .selectFrom("job_history")
      .select("details")
      .where("name", "=", "SyncComments")
      .where("error_count", ">", 0)
      .execute();
  const [failed] = await until(failures, (rows) => rows.length > 0);
  expect(JSON.stringify(failed)).toContain("The key is not a valid Jira issue key.");
  expect(jiraServer.requests.filter(({ url }) => url.includes("myself"))).toEqual([]);
  await db.updateTable("responders").set({ external_id: null }).where("id", "=", id).execute();
});

test("each mentioned person who may read comments is notified once per comment", async () => {
  const incident_id = await newIncident("Disk full");
  const stranger = await person();
  const mention = (who: Someone, name: string) => `@[${name}](user:${who.id})`;
  const comment = `${mention(admin, "Ada")} ${mention(stranger, "Nobody")} ${mention(admin, "Ada")} please look`;
  const { id } = await post(responder, "/comments", { incident_id, comment });
  await until(() => smtp.letters.length > 0);
  await responder.ask(`/comments?id=eq.${id!}`, { method: "PATCH", body: { comment: `${comment} now` } });
  await post(responder, "/comments", { incident_id, comment: `${mention(admin, "Ada")} second` });
  await until(() => smtp.letters.some(({ text }) => text.includes("second")));
  expect(smtp.letters).toHaveLength(2);
  expect(smtp.letters[0]!.text).toContain("mentioned you");
  expect(smtp.letters[0]!.text).toContain("@Ada @Nobody @Ada please look");
});
