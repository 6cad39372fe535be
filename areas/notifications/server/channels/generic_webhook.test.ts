// The generic webhook over real sockets: content, signature, idempotency, and a failing receiver.
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import { problemMessage, resolvedMessage } from "#tests/support/messages.ts";
import { delivered } from "#tests/services/delivering.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import type { Address } from "./channel.ts";
import { signatureOf } from "./generic_webhook.ts";
import { addressOfUrl } from "./service-url.ts";

const receiver = await startLocalServer();
receiver.answer = json(200, { received: true });
const outbound = createOutbound();

const send = (address: Partial<Address> = {}, message = problemMessage()) =>
  delivered("generic_webhook", message, {
    outbound,
    address: { url: `${receiver.url}/in/tok3n-canary`, properties: {}, ...address },
  });
const last = () => receiver.requests.at(-1)!;

test("posts title, message, event, link and all parts as JSON", async () => {
  const { failure, exchanges } = await send();
  expect(failure).toBeUndefined();
  const { method, url, headers, body } = last();
  expect([method, url, headers["content-type"]]).toEqual(["POST", "/in/tok3n-canary", "application/json"]);
  expect(JSON.parse(body)).toMatchObject({
    title: "api.example is unhealthy",
    message: expect.stringMatching(/^HTTP 503 from/) as unknown,
    id: problemMessage().id,
    purpose: "problem",
    event: "check.failed",
    health: "unhealthy",
    subject: "rule-1/check-1/team-1",
    permalink: "https://deck.example/health?checkId=1",
    attributes: [{ label: "Type", value: "http" }, {}, {}],
    recent_changes: [{ type: "Deployment" }, {}],
    actions: [{ label: "Open" }, { label: "Silence" }],
  });
  expect(exchanges).toHaveLength(1);
  expect(exchanges[0]!.request).toMatch(/^POST http:\/\/127\.0\.0\.1:\d+\/\*\*\*\/\*\*\*\n/);
  expect(exchanges[0]).toMatchObject({ status: 200, response: expect.stringContaining('"received": true') as unknown });
});

test("a retry has the same Idempotency-Key, and a recovery has a different key", async () => {
  await send();
  const first = last().headers["idempotency-key"];
  await send();
  expect(last().headers["idempotency-key"]).toBe(first);
  await send({}, resolvedMessage());
  expect(last().headers["idempotency-key"]).not.toBe(first);
  expect(JSON.parse(last().body)).toMatchObject({ purpose: "resolved", subject: "rule-1/check-1/team-1" });
});

test("signs the message as standardwebhooks.com describes", async () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const { exchanges } = await send({ password: secret });
  const { headers, body } = last();
  const [id, time] = [String(headers["webhook-id"]), String(headers["webhook-timestamp"])];
  const expected = createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
    .update(`${id}.${time}.${body}`)
    .digest("base64");
  expect(headers["webhook-signature"]).toBe(`v1,${expected}`);
  expect(Math.abs(Number(time) - Date.now() / 1_000)).toBeLessThan(3_600);
  expect(JSON.stringify(exchanges)).not.toContain(secret.slice(6));
  // The example in the specification.
  const content = '{"test": 2432232314}';
  expect(
    signatureOf(secret, { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", content, seconds: 1614265330 })["webhook-signature"],
  ).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

test("applies the settings of the form: keys, method and content type", async () => {
  await send({ properties: { key: "text", titleKey: "subject" } });
  expect(JSON.parse(last().body)).toMatchObject({
    subject: "rule-1/check-1/team-1",
    text: expect.stringMatching(/^HTTP/) as unknown,
  });
  await send({ properties: { requestMethod: "GET", key: "text" } });
  expect(last().method).toBe("GET");
  expect(new URL(last().url, receiver.url).searchParams.get("text")).toMatch(/^HTTP 503/);
  await send({ properties: { contentType: "text/plain" } });
  expect(last().body).toMatch(/^🔴 api.example is unhealthy\n/);
  await send({ properties: { contentType: "application/x-www-form-urlencoded" } });
  expect(new URLSearchParams(last().body).get("title")).toBe("api.example is unhealthy");
});

test("a template replaces the message", async () => {
  await send({}, problemMessage({ text: { body: "The *api* is down" } }));
  expect(JSON.parse(last().body)).toMatchObject({ message: "The *api* is down" });
});

test("a URL that the form built is called without the parameters that the form added", async () => {
  const { type, address } = addressOfUrl(
    `generic+${receiver.url}/in?team=ops&ContentType=application%2Fjson&MessageKey=text&TitleKey=title&RequestMethod=POST&DisableTLS=false`,
  );
  expect(type).toBe("generic_webhook");
  await delivered(type, problemMessage(), { outbound, address });
  expect(last().url).toBe("/in?team=ops");
  expect(JSON.parse(last().body)).toHaveProperty("text");
});

test("masks the query of the address, and shows the fields of a GET request", async () => {
  const query = "?canaryGg-bare-token&team=canaryHh-team-name";
  for (const properties of [{}, { requestMethod: "GET" }] as const) {
    receiver.answer = json(200, { echo: query });
    const { exchanges, failure } = await send({ url: `${receiver.url}/in${query}#canaryJj-fragment`, properties });
    expect(failure).toBeUndefined();
    expect(last().url).toContain("canaryGg-bare-token&team=canaryHh-team-name");
    expect(JSON.stringify(exchanges)).not.toMatch(/canary[GHJ]/);
    expect(exchanges[0]!.request).toContain("/***?***");
  }
  expect(last().url).toContain("&title=api.example+is+unhealthy");
  receiver.answer = json(200, { received: true });
});

test.each([404, 409])("retries after %i, because a proxy or another attempt may be the reason", async (status) => {
  receiver.answer = json(status, { error: "no backend" });
  expect((await send()).failure).toMatchObject({ isFinal: false });
  receiver.answer = json(200, { received: true });
});

test.each([
  ["no URL", { url: "" }, "URL is empty. Fill it in."],
  ["an invalid URL", { url: "hooks.example" }, "The URL is not valid. Use the form https://host/path."],
  ["a password in the URL", { url: "https://ada:secret@hooks.example" }, "The URL contains a username or a password."],
])("%s is a final failure", async (_, address, message) => {
  const { failure } = await send(address);
  expect(failure!.isFinal).toBe(true);
  expect(failure!.message).toContain(message);
  expect(failure!.message).not.toContain("secret@");
});

test("refuses a target that the operator does not allow", async () => {
  const strict = createOutbound({ trust: "anyone" });
  const { failure } = await delivered("generic_webhook", problemMessage(), {
    outbound: strict,
    address: { url: "http://169.254.169.254/latest/meta-data", properties: {} },
  });
  expect(failure).toMatchObject({ isFinal: true });
});
