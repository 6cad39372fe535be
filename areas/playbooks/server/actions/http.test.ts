// Tests HTTP requests of playbooks against a local server.
import { expect, test } from "vitest";
import { faultsOf, kindOf, planAction, runAction } from "#tests/support/actions.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import { startStandIns } from "#tests/services/stand-in.ts";

const server = await startLocalServer();
const secret = "canary-http-password";

test("PB-14: returns status, headers and content, and completes the action regardless of the status", async () => {
  server.answer = json(503, { state: "closed" }, { "x-tide": "low" });
  const { outcome } = await runAction("http", {
    url: `${server.url}/gate`,
    method: "post",
    headers: [{ name: "X-Ship", value: "ada" }],
    body: "{{ not a template }}",
  });
  expect(outcome).toMatchObject({
    result: { code: 503, headers: { "x-tide": "low" }, content: '{"state":"closed"}' },
  });
  expect(outcome.error).toBeUndefined();
  expect(server.requests.at(-1)).toMatchObject({
    method: "POST",
    url: "/gate",
    headers: { "x-ship": "ada" },
    body: "{{ not a template }}",
  });
});

test("a body is a template only if templateBody is true", () => {
  const { untemplatedIn } = kindOf("http");
  expect(untemplatedIn?.({ body: "x" })).toEqual(["body"]);
  expect(untemplatedIn?.({ body: "x", templateBody: true })).toEqual([]);
});

test("authenticates with a connection, a bearer token or OAuth 2, and returns no secrets", async () => {
  server.answer = (request, response) => {
    if (request.url === "/token")
      return json(200, { access_token: "canary-token-7", token_type: "bearer" })(request, response, "");
    response.end(`you sent ${request.headers.authorization}`);
  };
  const basic = Buffer.from(`ada:${secret}`).toString("base64");
  const connections = {
    "connection://gate": { type: "http", url: `${server.url}/in`, username: "ada", password: secret },
  };
  const byConnection = await runAction("http", { connection: "connection://gate" }, { connections });
  expect(server.requests.at(-1)?.headers.authorization).toBe(`Basic ${basic}`);
  // The encoded text starts with the username.
  expect(byConnection.outcome.result["content"]).toMatch(/^you sent Basic YWRh.{0,2}\*\*\*$/);
  const byBearer = await runAction("http", { url: server.url, bearer: { value: "env://ACTION_SECRET" } });
  expect(byBearer.outcome.result["content"]).toBe("you sent Bearer ***");
  const oauth = { clientID: "deck", clientSecret: { value: secret }, tokenURL: `${server.url}/token`, scope: ["read"] };
  const byOauth = await runAction("http", { url: server.url, oauth });
  expect(server.requests.at(-1)?.headers.authorization).toBe("Bearer canary-token-7");
  expect(byOauth.outcome.result["content"]).toBe("you sent Bearer ***");
});

test("signs requests for AWS, and trusts the CA certificate in the block", async () => {
  server.answer = (request, response) => response.end(request.headers.authorization);
  const awsSigV4 = {
    accessKey: { value: "AKIAHARBOUR" },
    secretKey: { value: secret },
    region: "eu-north-1",
    service: "execute-api",
  };
  const { outcome } = await runAction("http", { url: server.url, awsSigV4 });
  expect(outcome.result["content"]).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIAHARBOUR\/\d+\/eu-north-1\/execute-api\//);
  const standIns = await startStandIns({ "gate.example": ({ shown }) => ({ body: `client ${shown}` }) });
  const client = standIns.issue({ names: ["deck"] });
  const tls = { ca: { value: standIns.ca }, cert: { value: client.cert }, key: { value: client.key } };
  const trusting = await runAction("http", { url: "https://gate.example/", tls }, { outbound: standIns.untrusted });
  expect(trusting.outcome.result["content"]).toContain("client ");
  await expect(runAction("http", { url: "https://gate.example/" }, { outbound: standIns.untrusted })).rejects.toThrow();
});

test("unwraps content that states its type, and stores large content as an artifact", async () => {
  server.answer = json(200, { content: "# Tide", contentType: "text/markdown" });
  expect((await runAction("http", { url: server.url })).outcome).toMatchObject({
    result: { content: "# Tide" },
    contentType: "text/markdown",
  });
  server.answer = (_, response) => response.end("x".repeat(2_000_000));
  const { outcome, artifacts } = await runAction("http", { url: server.url });
  expect(outcome.result["content"]).toHaveLength(1024 * 1024);
  expect(artifacts.map(({ path, text }) => [path, text.length])).toEqual([["content", 2_000_000]]);
});

test("fails if the server is unreachable, and stops on cancel", async () => {
  await expect(runAction("http", { url: "http://127.0.0.1:1/" })).rejects.toThrow();
  const asked = Promise.withResolvers<void>();
  server.answer = () => asked.resolve();
  const cancel = new AbortController();
  const running = runAction("http", { url: server.url }, { signal: cancel.signal });
  await asked.promise;
  cancel.abort(new Error("cancelled by ada"));
  await expect(running).rejects.toThrow("cancelled by ada");
});

test("refuses invalid blocks", async () => {
  expect(faultsOf("http", {})).toEqual(["url is required unless an endpoint or a connection provides it"]);
  expect(faultsOf("http", { url: "http://x", method: "BREW" })).toEqual([expect.stringContaining("method must be")]);
  await expect(runAction("http", { url: "ftp://x/" })).rejects.toMatchObject({ name: "ActionInvalid" });
  const twice = { url: server.url, bearer: "x", digest: true };
  await expect(runAction("http", twice)).rejects.toThrow("Only one of digest, bearer can be used");
});

test("the plan shows the request with masked secrets", async () => {
  const connections = {
    "connection://gate": { type: "http", url: "https://gate.example/in?token=canary-1", password: secret },
  };
  const block = {
    connection: "connection://gate",
    method: "PUT",
    headers: [
      { name: "Authorization", value: "Bearer canary-2" },
      { name: "X-Api-Key", valueFrom: { secretKeyRef: { name: "a", key: "b" } } },
      { name: "X-Ship", value: "ada" },
    ],
    body: `{"password": "${secret}"}`,
  };
  const plan = await planAction("http", block, { connections });
  expect(plan.summary).toBe("PUT to https://gate.example/in?token=***");
  expect(plan.parts.map(({ text }) => text)).toEqual([
    "PUT https://gate.example/in?token=***\nAuthorization: ***\nX-Api-Key: ***\nX-Ship: ada",
    '{"password": "***"}',
  ]);
});
