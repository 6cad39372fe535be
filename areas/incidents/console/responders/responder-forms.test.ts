// @vitest-environment node
import { expect, test } from "vitest";
import { choicesIn, instanceOf } from "./instances.ts";
import { clientsOf, externalLink, filled, responderForms, responderType } from "./responder-forms.ts";

test("every documented responder type has the documented fields", () => {
  const fields = Object.fromEntries(
    responderForms.map(({ type, fields: each }) => [type, each.map(({ name }) => name)]),
  );
  expect(fields).toMatchObject({
    email: ["to", "subject", "body"],
    jira: ["configType", "project", "issueType", "priority", "summary", "description"],
    service_now: ["category", "description", "body"],
    ca: ["category", "description", "body"],
    aws_support: ["category", "description", "body"],
    aws_ams_services_request: ["category", "description", "body"],
    redhat: ["product", "category", "description", "body"],
    oracle: ["product", "category", "description", "body"],
    vmware: ["product", "category", "description", "body"],
    ms_planner: ["configType", "plan_id", "bucket_id", "priority", "title", "description"],
  });
});

test("reads the type key of a stored responder, even if a client stored an object", () => {
  expect(responderType({ type: "system", properties: { responderType: "jira" } })).toBe("jira");
  expect(responderType({ type: "system", properties: { responderType: { value: "email", label: "Email" } } })).toBe(
    "email",
  );
  expect(responderType({ type: "person", properties: null })).toBe("person");
});

test("the external systems of a team are read from its spec", () => {
  expect(
    clientsOf({ responder_clients: { jira: { values: { project: "OPS" }, linkUrl: "https://jira/browse/ID" } } }),
  ).toEqual([
    { type: "jira", values: { project: "OPS" }, defaults: {}, linkUrl: "https://jira/browse/ID", url: undefined },
  ]);
  expect(clientsOf({})).toEqual([]);
});

test("a link to the other system contains the id", () => {
  expect(externalLink("https://jira/browse/{{.ID}}", "OPS-1")).toBe("https://jira/browse/OPS-1");
  expect(externalLink("https://jira/browse/{{.ID}}", null)).toBeUndefined();
});

test("replaces placeholders in the defaults with incident fields", () => {
  expect(filled("{{ .title }} ({{incident.severity}}) {{other}}", { title: "Down", severity: "high" })).toBe(
    "Down (high) {{other}}",
  );
});

test("the forms for Jira and Planner have choices for the instance, the project or plan, and the priority", () => {
  const chosen = (type: string) =>
    responderForms.find((form) => form.type === type)!.fields.flatMap(({ name, isChoice }) => (isChoice ? [name] : []));
  expect(chosen("jira")).toEqual(["configType", "project", "issueType", "priority"]);
  expect(chosen("ms_planner")).toEqual(["configType", "plan_id", "bucket_id", "priority"]);
  for (const { type } of responderForms.filter(({ within }) => within === undefined)) expect(chosen(type)).toEqual([]);
});

test("reads the options of a field from the instance document", () => {
  const {
    project,
    issueType,
    priority,
    plan_id: plan,
  } = choicesIn({
    projects: [{ key: "OPS", name: "Operations" }, { key: "WEB" }, 7],
    issueTypes: ["Bug", { name: "Task" }],
    priorities: [{ id: 1, name: "High" }],
    plans: [{ id: "p1", title: "Week" }],
  });
  expect(project).toEqual([
    { value: "OPS", label: "Operations" },
    { value: "WEB", label: "WEB" },
  ]);
  expect(issueType).toEqual([
    { value: "Bug", label: "Bug" },
    { value: "Task", label: "Task" },
  ]);
  expect(priority).toEqual([{ value: "High", label: "High" }]);
  expect(plan).toEqual([{ value: "p1", label: "Week" }]);
  expect(choicesIn("not an object")).toEqual({});
});

test("the instance whose external id contains the team is chosen first", () => {
  const instance = (id: string, external: string[] | null) => ({ id, name: id, external_id: external, config: {} });
  const known = [instance("a", null), instance("b", ["jira/team-2/x"])];
  expect(instanceOf(known, "team-2")?.id).toBe("b");
  expect(instanceOf(known, "team-3")).toBeUndefined();
  expect(instanceOf(known, undefined)).toBeUndefined();
});
