import { createHmac, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import { authenticateDelivery, type DeliveryTools, type WebhookAuthentication } from "./authenticate-delivery.ts";
import { maxDeliveryBytes, type Delivery } from "./delivery.ts";
import { IssuerKeys } from "./jwks.ts";

const now = Date.parse("2026-11-17T12:00:00Z");
const body = Buffer.from('{"action":"opened"}');
const delivery = (headers: Delivery["headers"] = {}, sent: Uint8Array = body): Delivery => ({ headers, body: sent });

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const short = generateKeyPairSync("rsa", { modulusLength: 1024 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const ed = generateKeyPairSync("ed25519");
const jwk = (key: KeyObject, kid: string, more: object = {}) => ({ ...key.export({ format: "jwk" }), kid, ...more });

let served: object[] = [jwk(rsa.publicKey, "rsa", { alg: "RS256", use: "sig" }), jwk(ec.publicKey, "ec")];
let fetches = 0;
let issuer: Server;
let jwksUri = "";
beforeAll(async () => {
  issuer = createServer((_, response) => {
    fetches += 1;
    response.setHeader("content-type", "application/json").end(JSON.stringify({ keys: served }));
  });
  await new Promise<void>((resolve) => issuer.listen(0, "127.0.0.1", resolve));
  jwksUri = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/jwks`;
});
afterAll(() => issuer.close());

const tools = (more: Partial<DeliveryTools> = {}): DeliveryTools => ({
  value: async (value) => (typeof value === "string" ? value : (value.value ?? "")),
  outbound: createOutbound({ trust: "system" }),
  issuerKeys: new IssuerKeys(() => now),
  now: () => now,
  ...more,
});

const statusOf = async (sent: Delivery, authentication: WebhookAuthentication | undefined, more?: DeliveryTools) =>
  authenticateDelivery({ authentication }, sent, more ?? tools()).then(
    () => 200,
    (error: { status?: number }) => error.status,
  );

test("a webhook without an authentication block accepts all deliveries; a webhook with a block without a method refuses all deliveries", async () => {
  expect(await authenticateDelivery({}, delivery(), tools())).toEqual({ isOpen: true });
  expect(await statusOf(delivery(), {})).toBe(401);
});

test("a body of more than 1 MB is refused", async () => {
  expect(await statusOf(delivery({}, Buffer.alloc(maxDeliveryBytes + 1)), undefined)).toBe(413);
  expect(await statusOf(delivery({}, Buffer.alloc(maxDeliveryBytes)), undefined)).toBe(200);
});

test("basic: user and password", async () => {
  const authentication = { basic: { username: "ada", password: { value: "pass:word" } } };
  const header = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });
  expect(await authenticateDelivery({ authentication }, delivery(header("ada:pass:word")), tools())).toEqual({
    isOpen: false,
  });
  for (const wrong of ["ada:pass", "eve:pass:word", "ada", ":", "ada:"])
    expect(await statusOf(delivery(header(wrong)), authentication)).toBe(401);
  expect(await statusOf(delivery(), authentication)).toBe(403);
  expect(await statusOf(delivery({ authorization: "Bearer x" }), authentication)).toBe(403);
  // An empty password never matches.
  expect(await statusOf(delivery(header("ada:")), { basic: { username: "ada", password: "" } })).toBe(401);
});

const githubSignature = (token: string, sent: Uint8Array = body) =>
  `sha256=${createHmac("sha256", token).update(sent).digest("hex")}`;

test("GitHub: verifies the signature of the body, and returns the delivery id and a digest of the signature", async () => {
  const authentication = { github: { token: "s3cret" } };
  const headers = { "x-hub-signature-256": githubSignature("s3cret"), "x-github-delivery": "72d3162e" };
  expect(await authenticateDelivery({ authentication }, delivery(headers), tools())).toEqual({
    isOpen: false,
    deliveryIds: [expect.stringMatching(/^github-signature:[0-9a-f]{64}$/), "github:72d3162e"],
  });
  const anonymous = await authenticateDelivery(
    { authentication },
    delivery({ "x-hub-signature-256": githubSignature("s3cret") }),
    tools(),
  );
  expect(anonymous.deliveryIds).toEqual([expect.stringMatching(/^github-signature:[0-9a-f]{64}$/)]);
  expect(await statusOf(delivery(headers, Buffer.from("changed")), authentication)).toBe(401);
  expect(await statusOf(delivery(), authentication)).toBe(401);
  expect(await statusOf(delivery({ "x-hub-signature-256": githubSignature("other") }), authentication)).toBe(401);
  expect(await statusOf(delivery({ "x-hub-signature-256": "sha256=" }), authentication)).toBe(401);
  expect(await statusOf(delivery({ "x-hub-signature-256": githubSignature("") }), { github: {} })).toBe(401);
});

test("GitHub: accepts the example of the GitHub documentation", async () => {
  const headers = {
    "x-hub-signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    "x-github-delivery": "1",
  };
  const authentication = { github: { token: "It's a Secret to Everybody" } };
  expect(await statusOf(delivery(headers, Buffer.from("Hello, World!")), authentication)).toBe(200);
});

const key: Uint8Array = Buffer.from("a key of thirty-two bytes, at most");
const svixHeaders = ({ id = "msg_1", at = now, prefix = "svix", secret = key } = {}) => {
  const seconds = String(Math.floor(at / 1000));
  const signature = createHmac("sha256", secret).update(`${id}.${seconds}.`).update(body).digest("base64");
  return {
    [`${prefix}-id`]: id,
    [`${prefix}-timestamp`]: seconds,
    [`${prefix}-signature`]: `v1,${Buffer.from("other").toString("base64")} v1a,x v1,${signature}`,
  };
};

test("Svix: a delivery needs one matching signature of its id, timestamp and body", async () => {
  const authentication = { svix: { secret: `whsec_${Buffer.from(key).toString("base64")}` } };
  expect(await authenticateDelivery({ authentication }, delivery(svixHeaders()), tools())).toEqual({
    isOpen: false,
    deliveryIds: ["svix:msg_1"],
  });
  expect(await statusOf(delivery(svixHeaders({ prefix: "webhook" })), authentication)).toBe(200);
  const changed = [
    { ...svixHeaders(), "svix-id": "msg_2" },
    svixHeaders({ secret: Buffer.from("wrong") }),
    { ...svixHeaders(), "svix-signature": "v1," },
  ];
  for (const headers of changed) expect(await statusOf(delivery(headers), authentication)).toBe(401);
  expect(await statusOf(delivery(svixHeaders(), Buffer.from("changed")), authentication)).toBe(401);
  expect(await statusOf(delivery(), authentication)).toBe(400);
  expect(await statusOf(delivery({ ...svixHeaders(), "svix-timestamp": "soon" }), authentication)).toBe(400);
  expect(await statusOf(delivery(svixHeaders({ secret: Buffer.alloc(0) })), { svix: { secret: "" } })).toBe(401);
});

test("Svix: a delivery that is more than 5 minutes old is refused", async () => {
  const authentication = { svix: { secret: `whsec_${Buffer.from(key).toString("base64")}`, verifyTimestamp: "1h" } };
  const minute = 60_000;
  expect(await statusOf(delivery(svixHeaders({ at: now - 5 * minute })), authentication)).toBe(200);
  expect(await statusOf(delivery(svixHeaders({ at: now - 6 * minute })), authentication)).toBe(401);
  expect(await statusOf(delivery(svixHeaders({ at: now + 6 * minute })), authentication)).toBe(401);
  const strict = { svix: { ...authentication.svix, verifyTimestamp: "1m" } };
  expect(await statusOf(delivery(svixHeaders({ at: now - 2 * minute })), strict)).toBe(401);
});

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const hour = 3_600;
const seconds = now / 1000;

function token(header: object, claims: object, signed: (text: Buffer) => Buffer): Delivery {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return delivery({ authorization: `Bearer ${text}.${signed(Buffer.from(text)).toString("base64url")}` });
}
const claims = { exp: seconds + hour, nbf: seconds - hour };
const byRsa = (text: Buffer) => sign("sha256", text, rsa.privateKey);

test("JWT: tokens signed with the issuer's keys are accepted, and their times are checked", async () => {
  const authentication = { jwt: { jwksUri } };
  const used = tools();
  const status = (sent: Delivery) => statusOf(sent, authentication, used);
  expect(await status(token({ alg: "RS256", kid: "rsa" }, claims, byRsa))).toBe(200);
  expect(await status(token({ alg: "RS256" }, claims, byRsa))).toBe(200);
  const byEc = (text: Buffer) => sign("sha256", text, { key: ec.privateKey, dsaEncoding: "ieee-p1363" });
  expect(await status(token({ alg: "ES256", kid: "ec" }, claims, byEc))).toBe(200);
  expect(await status(token({ alg: "RS256", kid: "rsa" }, { exp: seconds - hour }, byRsa))).toBe(401);
  expect(await status(token({ alg: "RS256", kid: "rsa" }, {}, byRsa))).toBe(401);
  const early = { exp: seconds + hour, nbf: seconds + hour };
  expect(await status(token({ alg: "RS256", kid: "rsa" }, early, byRsa))).toBe(401);
  expect(await status(token({ alg: "RS256", kid: "ec" }, claims, byRsa))).toBe(401);
  expect(await status(token({ alg: "RS512", kid: "rsa" }, claims, byRsa))).toBe(401);
  expect(await status(token({ alg: "none" }, claims, () => Buffer.alloc(0)))).toBe(401);
  const pem = rsa.publicKey.export({ format: "pem", type: "spki" });
  const byText = (text: Buffer) => createHmac("sha256", pem).update(text).digest();
  expect(await status(token({ alg: "HS256", kid: "rsa" }, claims, byText))).toBe(401);
  expect(await status(token({ alg: "RS256", kid: "rsa", crit: ["b64"] }, claims, byRsa))).toBe(401);
  for (const wrong of ["Bearer", "Bearer a.b.c", "Bearer a", "Basic x"])
    expect(await status(delivery({ authorization: wrong }))).toBe(401);
});

test("JWT: checks the issuer and the audience if the webhook sets them", async () => {
  const head = { alg: "RS256", kid: "rsa" };
  const status = (more: object, wanted: object) =>
    statusOf(token(head, { ...claims, ...more }, byRsa), { jwt: { jwksUri, ...wanted } });
  const both = { audience: "deck", issuer: "https://issuer.example" };
  expect(await status({ aud: "deck", iss: both.issuer }, both)).toBe(200);
  expect(await status({ aud: ["other", "deck"], iss: both.issuer }, both)).toBe(200);
  expect(await status({ aud: "other", iss: both.issuer }, both)).toBe(401);
  expect(await status({ aud: ["other"], iss: both.issuer }, both)).toBe(401);
  expect(await status({ iss: both.issuer }, both)).toBe(401);
  expect(await status({ aud: "deck", iss: "https://other.example" }, both)).toBe(401);
  expect(await status({ aud: "deck" }, both)).toBe(401);
  expect(await status({ aud: "other", iss: "https://other.example" }, {})).toBe(200);
});

test("JWT: a token with an id can be used for only one delivery", async () => {
  const idOf = async (more: object) =>
    (
      await authenticateDelivery(
        { authentication: { jwt: { jwksUri } } },
        token({ alg: "RS256", kid: "rsa" }, { ...claims, ...more }, byRsa),
        tools(),
      )
    ).tokenId;
  const first = await idOf({ jti: "1" });
  expect(first).toMatch(/^jwt:[\da-f]{64}$/);
  expect(await idOf({ jti: "1", exp: seconds + 2 * hour })).toBe(first);
  expect(await idOf({ jti: "2" })).not.toBe(first);
  expect(await idOf({ jti: "1", iss: "other" })).not.toBe(first);
  expect(await idOf({})).toBeUndefined();
});

test("JWT: keys are cached for 10 minutes; a new key id fetches them again, at most once a minute", async () => {
  let time = now;
  const used = tools({ issuerKeys: new IssuerKeys(() => time) });
  const authentication = { jwt: { jwksUri } };
  fetches = 0;
  const sent = token({ alg: "RS256", kid: "rsa" }, claims, byRsa);
  for (let count = 0; count < 5; count += 1) expect(await statusOf(sent, authentication, used)).toBe(200);
  expect(fetches).toBe(1);
  const byEd = (text: Buffer) => sign(null, text, ed.privateKey);
  const fresh = token({ alg: "EdDSA", kid: "ed" }, claims, byEd);
  served = [...served, jwk(ed.publicKey, "ed"), jwk(short.publicKey, "short")];
  expect(await statusOf(fresh, authentication, used)).toBe(401);
  expect(fetches).toBe(1);
  time += 61_000;
  expect(await statusOf(fresh, authentication, used)).toBe(200);
  expect(fetches).toBe(2);
  const byShort = (text: Buffer) => sign("sha256", text, short.privateKey);
  expect(await statusOf(token({ alg: "RS256", kid: "short" }, claims, byShort), authentication, used)).toBe(401);
  time += 11 * 60_000;
  expect(await statusOf(sent, authentication, used)).toBe(200);
  expect(fetches).toBe(3);
});

test("JWT: if the issuer does not respond, the check fails with an error instead of refusing the token", async () => {
  const authentication = { jwt: { jwksUri: "http://127.0.0.1:1/jwks" } };
  expect(await statusOf(token({ alg: "RS256" }, claims, byRsa), authentication)).toBe(503);
});
