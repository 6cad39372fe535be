import { expect, test } from "vitest";
import { Problem, problem } from "#language/problem.ts";
import { dialectOf, renderProblem } from "./dialects.ts";

test.each([
  ["/api/about", "ours"],
  ["/api/db/checks?select=id", "postgrest"],
  ["/api/config/configs", "postgrest"],
  ["/api/.ory/sessions/whoami", "kratos"],
  ["/api/.oryx", "ours"],
  ["/mcp", "json-rpc"],
  ["/api/mcp?x=1", "json-rpc"],
  ["/mcpx", "ours"],
  ["/api/v2/alerts?active=true", "alertmanager"],
])("%s uses the %s dialect", (url, dialect) => {
  expect(dialectOf(url)).toBe(dialect);
});

const denied = problem.forbidden("write", "connections");

test("the Quarterdeck dialect contains the error, its id and the request id", () => {
  expect(renderProblem(denied, "ours", "r1")).toEqual({
    error: "You need permission to write connections.",
    id: "forbidden",
    action: "write",
    object: "connections",
    request_id: "r1",
  });
});

test("the Alertmanager dialect is a JSON string with the message and the hint", () => {
  const limited = new Problem("forbidden", "Only editors can do this.", { hint: "Ask an editor." });
  expect(renderProblem(limited, "alertmanager", "r1")).toBe('"Only editors can do this. Ask an editor."');
  expect(renderProblem(denied, "alertmanager", "r1")).toBe('"You need permission to write connections."');
});

test("the PostgREST dialect contains code, message, details and hint", () => {
  const bad = problem.invalid("column nope does not exist", { code: "42703", hint: "Try name." });
  expect(renderProblem(bad, "postgrest", "r1")).toEqual({
    code: "42703",
    message: "column nope does not exist",
    details: null,
    hint: "Try name.",
  });
});

test("the Kratos dialect contains an error object, or the flow to render", () => {
  const away = new Problem("session_aal2_required", "One more factor.", {
    parts: { redirect_browser_to: "/login?aal=aal2" },
  });
  expect(renderProblem(away, "kratos", "r1")).toEqual({
    error: { id: "session_aal2_required", code: 403, status: "Forbidden", request: "r1", message: "One more factor." },
    redirect_browser_to: "/login?aal=aal2",
  });
  expect(renderProblem(problem.invalid("x", { parts: { flow: { id: "f" } } }), "kratos", "r1")).toEqual({ id: "f" });
});

test("the JSON-RPC dialect uses JSON-RPC error codes", () => {
  expect(renderProblem(problem.invalid("no method"), "json-rpc", "r1")).toMatchObject({
    jsonrpc: "2.0",
    error: { code: -32600 },
  });
});
