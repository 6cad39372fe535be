import { beforeEach, describe, expect, test } from "vitest";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import type { LoginFlow } from "../model.ts";
import { beginLogin, submitLoginForm } from "./login-steps.ts";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
const flow = { id: "f1", ui: { nodes: [] } } as unknown as LoginFlow;
const nothing = { return_to: "", flow: "", refresh: "", aal: "" };
const { signal } = new AbortController();
const refused = (status: number, id: string) => json(status, { error: { id, code: status, message: id } });

beforeEach(() => {
  happyDOM.setURL(`${server.url}/login`);
  server.requests.length = 0;
});
const asked = () => server.requests.map(({ method, url }) => `${method} ${url.replace("/api/.ory/self-service", "")}`);

describe("ID-33 a flow", () => {
  test("a flow is created with the parameters of the URL if the URL contains no flow id", async () => {
    server.answer = json(200, flow);
    const wish = { ...nothing, refresh: "true", aal: "aal2", return_to: "/health?a=b" };
    expect(await beginLogin(wish, signal)).toEqual({ next: "draw", flow });
    expect(asked()).toEqual(["GET /login/browser?refresh=true&aal=aal2&return_to=%2Fhealth%3Fa%3Db"]);
  });

  test("a flow is fetched if the URL contains a flow id", async () => {
    server.answer = json(200, flow);
    expect(await beginLogin({ ...nothing, flow: "f1" }, signal)).toEqual({ next: "draw", flow });
    expect(asked()).toEqual(["GET /login/flows?id=f1"]);
  });

  test("a flow is created again after it expired, and the form shows the reason", async () => {
    server.answer = (request, ...rest) =>
      (request.url?.includes("/flows") ? refused(410, "self_service_flow_expired") : json(200, flow))(request, ...rest);
    expect(await beginLogin({ ...nothing, flow: "old" }, signal)).toEqual({
      next: "draw",
      flow,
      notice: "Your interaction expired, please fill out the form again.",
    });
  });

  test("a flow is created again without a message if it cannot be fetched for any other reason", async () => {
    server.answer = (request, ...rest) =>
      (request.url?.includes("/flows") ? refused(404, "not_found") : json(200, flow))(request, ...rest);
    expect(await beginLogin({ ...nothing, flow: "old" }, signal)).toEqual({ next: "draw", flow, notice: undefined });
  });

  test("a flow is created without a forbidden return_to, and the form shows the reason", async () => {
    server.answer = (request, ...rest) =>
      (request.url?.includes("return_to") ? refused(400, "self_service_flow_return_to_forbidden") : json(200, flow))(
        request,
        ...rest,
      );
    expect(await beginLogin({ ...nothing, return_to: "https://evil.example.org" }, signal)).toEqual({
      next: "draw",
      flow,
      notice: "The return_to address is not allowed.",
    });
  });

  test("fails after a limited number of requests if every request is refused", async () => {
    server.answer = refused(403, "security_csrf_violation");
    expect((await beginLogin(nothing, signal)).next).toBe("fail");
    expect(server.requests.length).toBeLessThan(10);
  });

  test("a flow is not created for a person who is signed in", async () => {
    server.answer = refused(400, "session_already_available");
    expect(await beginLogin(nothing, signal)).toEqual({ next: "signed-in" });
  });
});

describe("a submit", () => {
  const values = { csrf_token: "c", method: "password", identifier: "ada", password: "x" };
  const submit = () => submitLoginForm(flow, values, nothing, signal);

  test("sends the values and signs in", async () => {
    server.answer = json(200, { session: {} });
    expect(await submit()).toEqual({ next: "signed-in" });
    expect(asked()).toEqual(["POST /login?flow=f1"]);
    expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual(values);
  });

  test("shows the flow that the server returns with a refused submit", async () => {
    const back = { id: "f1", ui: { nodes: [], messages: [{ id: 4000006, text: "Wrong.", type: "error" }] } };
    server.answer = json(400, back);
    expect(await submit()).toEqual({ next: "draw", flow: back });
  });

  test("starts a new flow if the flow has expired", async () => {
    server.answer = (request, ...rest) =>
      (request.method === "POST" ? refused(410, "self_service_flow_expired") : json(200, { ...flow, id: "f2" }))(
        request,
        ...rest,
      );
    expect(await submit()).toMatchObject({
      next: "draw",
      flow: { id: "f2" },
      notice: expect.stringContaining("expired"),
    });
  });

  test("if a submit fails, keeps the form open and shows the reason", async () => {
    server.answer = json(503, { error: { message: "The database is away." } });
    expect(await submit()).toEqual({ next: "draw", flow, notice: "The database is away." });
    server.answer = (request) => request.socket.destroy();
    expect(await submit()).toEqual({ next: "draw", flow, notice: "Network Error. Please try again." });
  });
});
