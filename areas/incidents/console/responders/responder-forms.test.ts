// @vitest-environment node
import { expect, test } from "vitest";
import { clientsOf, externalLink, filled, responderForms, responderType } from "./responder-forms.ts";

test("every documented responder type has its fields", () => {
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

test("the type of a stored responder is its key, even if a client stored an object", () => {
  expect(responderType({ type: "system", properties: { responderType: "jira" } })).toBe("jira");
  expect(responderType({ type: "system", properties: { responderType: { value: "email", label: "Email" } } })).toBe(
    "email",
  );
  expect(responderType({ type: "person", properties: null })).toBe("person");
});

test("the external systems of a team are read from its spec", () => {
  expect(
    clientsOf({ responder_clients: { jira: { values: { project: "OPS" }, linkUrl: "https://jira/browse/ID" } } }),
  ).toEqual([{ type: "jira", values: { project: "OPS" }, defaults: {}, linkUrl: "https://jira/browse/ID" }]);
  expect(clientsOf({})).toEqual([]);
});

test("a link to the other system contains the id", () => {
  expect(externalLink("https://jira/browse/{{.ID}}", "OPS-1")).toBe("https://jira/browse/OPS-1");
  expect(externalLink("https://jira/browse/{{.ID}}", null)).toBeUndefined();
});

test("defaults are filled with the fields of the incident", () => {
  expect(filled("{{ .title }} ({{incident.severity}}) {{other}}", { title: "Down", severity: "high" })).toBe(
    "Down (high) {{other}}",
  );
});
