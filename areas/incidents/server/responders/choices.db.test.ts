// Tests the options of responder forms, which come from Jira and Microsoft Planner with the team's credentials.
import { beforeEach, expect, test } from "vitest";
import { createJira } from "#tests/services/jira.ts";
import { json as answerJson, startStandIns, type StandIn } from "#tests/services/stand-in.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { openPlanner } from "./planner.ts";

const server = await startTestServer({ env: { ROLE: "web" } });
const { person } = await openEstate(server);
const [admin, responder, viewer] = [
  await person({ roles: ["admin"] }),
  await person({ roles: ["responder"] }),
  await person({ roles: ["viewer"] }),
];
const token = "canaryCh-api-token";
const jira = createJira({ username: "deck@example.org", token, projects: ["OPS", "WEB"] });
const jiraServer = await startLocalServer();
beforeEach(() => {
  jiraServer.answer = (request, response, body) => {
    const { pathname: path, searchParams: query } = new URL(request.url!, "http://jira");
    const headers = request.headers as Record<string, string>;
    const { status = 200, body: reply } = jira.answer({ method: request.method!, path, query, headers, body });
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(reply));
  };
});

async function team(name: string, password = token, url = jiraServer.url): Promise<string> {
  const client = { url, username: "deck@example.org", password };
  const { body } = await admin.ask("/teams", {
    method: "POST",
    body: { name, icon: "group", spec: { responder_clients: { jira: client } } },
    headers: { prefer: "return=representation" },
  });
  return (body as { id: string }[])[0]!.id;
}
const path = (id: string, more = "") => `/api/incidents/responders/choices?team_id=${id}&type=jira${more}`;

test("Jira offers its projects and priorities, and the issue types of the chosen project", async () => {
  const id = await team("Choosing");
  const project = ["OPS", "WEB"].map((key) => ({ value: key, label: `Project ${key} (${key})` }));
  const priority = ["Highest", "High", "Medium"].map((name) => ({ value: name, label: name }));
  expect(await responder.ask(path(id))).toMatchObject({ status: 200, body: { project, priority, issueType: [] } });
  expect(await responder.ask(path(id, "&within=WEB"))).toMatchObject({
    status: 200,
    body: {
      project,
      priority,
      issueType: [
        { value: "Bug", label: "Bug" },
        { value: "Task of WEB", label: "Task of WEB" },
      ],
    },
  });
});

test("a failure of the other system is reported without its credentials", async () => {
  const refused = await responder.ask(path(await team("Refused", "canaryCh-wrong")));
  expect(refused).toMatchObject({ status: 502, body: { error: expect.stringContaining("token") } });
  expect(refused.text).not.toContain("canaryCh");
  const away = await responder.ask(path(await team("Away", token, "http://127.0.0.1:1")));
  expect(away).toMatchObject({ status: 502, body: { error: expect.stringContaining("cannot be reached") } });
  const id = await team("Strange");
  jiraServer.answer = json(200, { hello: "world" });
  expect(await responder.ask(path(id))).toMatchObject({
    status: 502,
    body: { error: "The response of the server is not a valid Jira response." },
  });
});

test("only people who may add responders get options, and only for a team that has the external system", async () => {
  const id = await team("Guarded");
  expect(await viewer.ask(path(id))).toMatchObject({ status: 403 });
  expect(await responder.ask(`/api/incidents/responders/choices?team_id=${id}&type=ms_planner`)).toMatchObject({
    status: 404,
  });
  expect(await responder.ask(`/api/incidents/responders/choices?team_id=${id}&type=email`)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("must be jira or ms_planner") },
  });
});

/** https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth-ropc */
const entra: StandIn = ({ path: asked, body }) => {
  const form = new URLSearchParams(body);
  if (asked !== "/fabrikam.example/oauth2/v2.0/token" || form.get("password") !== "canaryPl-password")
    return answerJson({ error: "invalid_grant", error_description: "AADSTS50126: Invalid username or password." }, 400);
  return answerJson({ token_type: "Bearer", expires_in: 3599, access_token: "canaryPl-bearer" });
};

/** https://learn.microsoft.com/en-us/graph/api/plannergroup-list-plans and …/plannerplan-list-buckets */
const graph: StandIn = ({ path: asked, headers }) => {
  if (headers["authorization"] !== "Bearer canaryPl-bearer")
    return answerJson({ error: { code: "InvalidAuthenticationToken", message: "Access token is empty." } }, 401);
  if (asked === "/v1.0/groups/group-1/planner/plans")
    return answerJson({ value: [{ id: "plan-1", title: "Harbour", owner: "group-1" }] });
  if (asked === "/v1.0/planner/plans/plan-1/buckets")
    return answerJson({ value: [{ id: "bucket-1", name: "Urgent", planId: "plan-1", orderHint: "1" }] });
  return answerJson({ error: { code: "", message: "The requested item is not found." } }, 404);
};

test("Microsoft Planner offers the plans of the group and the buckets of a plan", async () => {
  const standIns = await startStandIns({ "login.microsoftonline.com": entra, "graph.microsoft.com": graph });
  const open = (password: string) =>
    openPlanner(
      { ...server.system, outbound: () => standIns.outbound },
      {
        subject: { id: admin.id, name: "a team" },
        client: { tenant_id: "fabrikam.example", client_id: "app-1", group_id: "group-1", username: "ada", password },
        scrubber: createScrubber(),
        signal: AbortSignal.timeout(60_000),
      },
    );
  const planner = await open("canaryPl-password");
  expect(await planner.plans()).toEqual([{ id: "plan-1", title: "Harbour" }]);
  expect(await planner.buckets("plan-1")).toEqual([{ id: "bucket-1", name: "Urgent" }]);
  await expect(planner.buckets("plan-2")).rejects.toThrow(/Planner/);
  await expect(open("canaryPl-wrong")).rejects.toThrow(/Microsoft Entra/);
});
