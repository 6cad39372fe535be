import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Problem } from "#language/problem.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import { http } from "./http.ts";

const server = await startLocalServer();
const leave = vi.fn<(address: string | URL) => void>();

declare const happyDOM: { setURL(url: string): void };

beforeEach(() => {
  happyDOM.setURL(`${server.url}/health?status=unhealthy&q=a%20b`);
  server.requests.length = 0;
  vi.spyOn(location, "replace").mockImplementation(leave);
  leave.mockClear();
});
afterEach(() => vi.restoreAllMocks());

const failureOf = async (request: Promise<unknown>): Promise<Problem> => {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Problem);
  return error as Problem;
};

describe("http()", () => {
  test("sends query and body, and parses the response as JSON", async () => {
    server.answer = json(200, { rows: [1] });
    const answer = await http("POST", "/api/things", {
      query: { a: "x y", b: 2, c: undefined, d: null },
      body: { n: 1 },
    });
    expect(answer).toEqual({ rows: [1] });
    expect(server.requests[0]).toMatchObject({ method: "POST", url: "/api/things?a=x+y&b=2", body: '{"n":1}' });
    expect(server.requests[0]?.headers).toMatchObject({
      accept: "application/json",
      "content-type": "application/json",
    });
  });

  test("returns undefined for a response without a body", async () => {
    server.answer = (_, response) => response.writeHead(204).end();
    expect(await http("DELETE", "/api/things/1")).toBeUndefined();
  });

  test("throws a Problem for a response that is not JSON", async () => {
    server.answer = (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>hello</p>");
    const problem = await failureOf(http("GET", "/api/things"));
    expect(problem).toMatchObject({ id: "bad_gateway", message: "The server's response could not be read." });
    expect(problem.details).toBe("Status 200, content type text/html.");
  });

  test("throws a Problem for a response that is broken JSON", async () => {
    server.answer = (_, response) => response.writeHead(200, { "content-type": "application/json" }).end('{"a":');
    expect((await failureOf(http("GET", "/api/things"))).id).toBe("bad_gateway");
  });
});

describe("a request without a response", () => {
  test("ER-02 fails with “Request timed out. Please try again.” after the timeout", async () => {
    server.answer = () => {};
    const problem = await failureOf(http("GET", "/api/slow", { timeoutMs: 30 }));
    expect(problem).toMatchObject({ id: "timeout", message: "Request timed out. Please try again." });
  });

  test("ER-02 fails in the same way if the response body stalls", async () => {
    server.answer = (_, response) => void response.writeHead(200, { "content-type": "application/json" }).write("[");
    expect((await failureOf(http("GET", "/api/slow", { timeoutMs: 60 }))).id).toBe("timeout");
  });

  test("ER-03 fails with “Network Error. Please try again.” if the server is down", async () => {
    server.answer = (request) => request.socket.destroy();
    const problem = await failureOf(http("GET", "/api/gone"));
    expect(problem).toMatchObject({ id: "network", status: 0, message: "Network Error. Please try again." });
  });

  test("ER-04 fails with “No internet connection. Please try again.” if the browser is offline", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    server.answer = (request) => request.socket.destroy();
    const problem = await failureOf(http("GET", "/api/gone"));
    expect(problem).toMatchObject({ id: "offline", message: "No internet connection. Please try again." });
  });

  test("a request without a response has the problem id “aborted” if the caller aborted it", async () => {
    const giveUp = new AbortController();
    server.answer = () => giveUp.abort();
    expect((await failureOf(http("GET", "/api/slow", { signal: giveUp.signal }))).id).toBe("aborted");
  });
});

describe("an error response", () => {
  test("an error response in the format of Quarterdeck becomes a Problem", async () => {
    server.answer = json(409, {
      error: "The name is taken.",
      message: "Choose another.",
      id: "conflict",
      request_id: "r-7",
    });
    expect(await failureOf(http("POST", "/api/things"))).toMatchObject({
      id: "conflict",
      status: 409,
      message: "The name is taken.",
      details: "Choose another.",
      requestId: "r-7",
    });
  });

  test("an error response in PostgREST's format becomes a Problem", async () => {
    server.answer = json(400, {
      code: "PGRST204",
      message: "There is no column x.",
      details: "near x",
      hint: "Try y.",
    });
    expect(await failureOf(http("GET", "/api/db/things"))).toMatchObject({
      id: "invalid",
      code: "PGRST204",
      message: "There is no column x.",
      details: "near x",
      hint: "Try y.",
    });
  });

  test("an error response in the identity service's format becomes a Problem with the redirect address", async () => {
    server.answer = json(422, {
      error: { id: "browser_location_change_required", code: 422, message: "Go elsewhere." },
      redirect_browser_to: "/login?aal=aal2",
    });
    expect(await failureOf(http("POST", "/api/.ory/x"))).toMatchObject({
      id: "browser_location_change_required",
      message: "Go elsewhere.",
      parts: { redirect_browser_to: "/login?aal=aal2" },
    });
  });

  test.each([
    ["self_service_flow_return_to_forbidden", 400, "The return_to address is not allowed."],
    ["self_service_flow_expired", 410, "Your interaction expired, please fill out the form again."],
    ["security_csrf_violation", 403, "A security violation was detected, please fill out the form again."],
  ])("with the id %s gets the console's own message", async (id, status, message) => {
    server.answer = json(status, { error: { id, message: "other words" } });
    expect(await failureOf(http("GET", "/api/.ory/x"))).toMatchObject({ id, status, message });
  });

  test("ER-17 becomes a Problem whose message is the field error, or the field message, or “An error occurred”", async () => {
    server.answer = json(500, { error: "One", message: "Two" });
    expect((await failureOf(http("GET", "/api/x"))).message).toBe("One");
    server.answer = json(500, { message: "Two" });
    expect((await failureOf(http("GET", "/api/x"))).message).toBe("Two");
    server.answer = json(500, {});
    expect((await failureOf(http("GET", "/api/x"))).message).toBe("An error occurred");
    server.answer = (_, response) => response.writeHead(500, { "content-type": "text/plain" }).end("secret stack");
    expect((await failureOf(http("GET", "/api/x"))).message).toBe("An error occurred");
  });

  test("becomes a Problem with the delay from the Retry-After header", async () => {
    server.answer = json(429, { error: "Too fast." }, { "retry-after": "30" });
    expect(await failureOf(http("GET", "/api/x"))).toMatchObject({ id: "too_many_requests", retryAfter: 30 });
  });

  test("an error with an unknown problem id becomes a Problem with a known id", async () => {
    server.answer = json(418, { error: "Short and stout.", id: "teapot" });
    expect(await failureOf(http("GET", "/api/x"))).toMatchObject({ id: "invalid", status: 418 });
  });
});

describe("a response for an ended session", () => {
  test("ER-01 redirects to the sign-in screen, which later returns to the same path and query", async () => {
    server.answer = json(401, { error: "Sign in to continue.", id: "unauthorized" });
    expect((await failureOf(http("GET", "/api/things"))).status).toBe(401);
    expect(leave).toHaveBeenCalledExactlyOnceWith("/login?return_to=%2Fhealth%3Fstatus%3Dunhealthy%26q%3Da%2520b");
  });

  test("a response for an ended session does not redirect if the caller handles it", async () => {
    server.answer = json(401, { error: "Sign in to continue." });
    await failureOf(http("GET", "/api/things", { onUnauthorized: "throw" }));
    expect(leave).not.toHaveBeenCalled();
  });

  test("a response for an ended session does not redirect from the sign-in screen itself", async () => {
    happyDOM.setURL(`${server.url}/login?flow=1`);
    server.answer = json(401, {});
    await failureOf(http("GET", "/api/things"));
    expect(leave).not.toHaveBeenCalled();
  });
});
