// Tests all authentication methods of HTTP checks, against servers that verify them independently.
import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { beforeEach, expect, test } from "vitest";
import { md4 } from "#lib/smb/md4.ts";
import { runOne } from "#tests/support/checks.ts";
import { startCountingServer } from "#tests/outbound/counting-server.ts";
import { isSignedWith } from "#tests/servers/aws-signature.ts";
import { readChallenges } from "#areas/connections/server/index.ts";

const server = await startCountingServer();
const url = `http://127.0.0.1:${server.port}/cargo?of=tea`;
const run = (spec: Readonly<Record<string, unknown>>) => runOne("http", { url, ...spec });
const refused = "the status is 401 and not 200 to 299";

beforeEach(() => {
  server.requests.length = 0;
});

const refuse = (response: ServerResponse, ...challenges: string[]) =>
  void response.writeHead(401, { "www-authenticate": challenges }).end("who are you?");

test("reads several challenges in one header and in several headers", () => {
  const [basic, digest, ntlm, blob] = readChallenges([
    'Basic realm="a, \\"b\\"", Digest realm=x, nonce="n==", qop="auth,auth-int"',
    "NTLM",
    "NTLM TlRMTVNTUAACAAAA==",
  ]);
  expect(basic).toMatchObject({ scheme: "basic", parameters: new Map([["realm", 'a, "b"']]) });
  expect(digest?.scheme).toBe("digest");
  expect(Object.fromEntries(digest!.parameters)).toEqual({ realm: "x", nonce: "n==", qop: "auth,auth-int" });
  expect(ntlm).toMatchObject({ scheme: "ntlm", token: "" });
  expect(blob).toMatchObject({ scheme: "ntlm", token: "TlRMTVNTUAACAAAA==" });
});

/** Implements RFC 7616 independently of the product code. */
function digestServer(algorithm: "MD5" | "SHA-256" | "MD5-sess", password: string, nonces = ["n1"]) {
  const hash = (text: string) =>
    createHash(algorithm === "SHA-256" ? "sha256" : "md5")
      .update(text)
      .digest("hex");
  let current = nonces.shift()!;
  server.answer = (request, response) => {
    const sent = Object.fromEntries(
      [...(request.headers.authorization ?? "").matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(
        ([, name = "", quoted, plain]) => [name, quoted ?? plain],
      ),
    );
    const identity = hash(`ada:harbour:${password}`);
    const a1 = algorithm === "MD5-sess" ? hash(`${identity}:${current}:${sent["cnonce"]}`) : identity;
    const a2 = hash(`${request.method}:${request.url}`);
    const expected = hash(`${a1}:${current}:${sent["nc"]}:${sent["cnonce"]}:auth:${a2}`);
    const isRight = sent["nonce"] === current && sent["response"] === expected && sent["uri"] === request.url;
    if (isRight && nonces.length === 0) return response.end("welcome");
    const stale = isRight ? ", stale=true" : "";
    if (isRight) current = nonces.shift()!;
    const challenge = `Digest realm="harbour", nonce="${current}", qop="auth", opaque="o", algorithm=${algorithm}${stale}`;
    refuse(response, 'Basic realm="harbour"', challenge);
  };
}

test.each(["MD5", "SHA-256", "MD5-sess"] as const)("authenticates by digest with %s", async (algorithm) => {
  digestServer(algorithm, "s3a-salt-and-tar");
  const right = { username: "ada", password: "s3a-salt-and-tar", digest: true };
  expect(await run(right)).toMatchObject({ verdict: "healthy", data: { content: "welcome" } });
  expect(server.requests).toHaveLength(2);
  // The password is never sent in plain text.
  expect(JSON.stringify(server.requests)).not.toMatch(/Basic|s3a-salt/);
  expect(await run({ ...right, password: "wrong" })).toMatchObject({ verdict: "unhealthy", error: refused });
  expect(server.requests).toHaveLength(4);
});

test("authenticates again by digest after a stale nonce", async () => {
  digestServer("MD5", "s3a-salt-and-tar", ["n1", "n2"]);
  expect(await run({ username: "ada", password: "s3a-salt-and-tar", digest: true })).toMatchObject({
    verdict: "healthy",
  });
  expect(server.requests).toHaveLength(3);
});

/** Keeps the state per connection, and verifies the proof independently (MS-NLMP 3.3.2). */
function ntlmServer(password: string) {
  const challenge = Buffer.from("0123456789abcdef", "hex");
  const known = new WeakMap<object, "challenged" | "in">();
  server.answer = (request: IncomingMessage, response) => {
    const { socket } = request;
    const token = Buffer.from((request.headers.authorization ?? "").replace(/^NTLM /, ""), "base64");
    if (token.length > 12 && token.readUInt32LE(8) === 1) {
      known.set(socket, "challenged");
      const facts = Buffer.from([2, 0, 4, 0, 0x48, 0, 0x41, 0, 0, 0, 0, 0]);
      const head = Buffer.alloc(48);
      head.write("NTLMSSP\0", "latin1");
      head.writeUInt32LE(2, 8);
      head.writeUInt32LE(0x00880205, 20);
      challenge.copy(head, 24);
      head.writeUInt16LE(facts.length, 40);
      head.writeUInt16LE(facts.length, 42);
      head.writeUInt32LE(48, 44);
      return refuse(response, `NTLM ${Buffer.concat([head, facts]).toString("base64")}`);
    }
    if (known.get(socket) === "challenged" && token.length > 12) {
      const field = (at: number) => token.subarray(token.readUInt32LE(at + 4)).subarray(0, token.readUInt16LE(at));
      const [proof, domain, name] = [field(20), field(28), field(36)].map((each) => Buffer.from(each));
      const identity = Buffer.concat([Buffer.from(name!.toString("utf16le").toUpperCase(), "utf16le"), domain!]);
      const hmac = (key: Buffer, text: Buffer) => createHmac("md5", key).update(text).digest();
      const owner = hmac(md4(Buffer.from(password, "utf16le")), identity);
      const expected = hmac(owner, Buffer.concat([challenge, proof!.subarray(16)]));
      if (expected.equals(proof!.subarray(0, 16))) return response.end(`ahoy ${domain!.toString("utf16le")}`);
    }
    refuse(response, "NTLM", "Negotiate");
  };
}

test.each([{ ntlm: true }, { ntlmv2: true }])("authenticates by NTLM over one connection with %o", async (way) => {
  ntlmServer("tar-and-feathers");
  const right = { username: "HARBOUR\\ada", password: "tar-and-feathers", ...way };
  const before = server.connections;
  expect(await run(right)).toMatchObject({ verdict: "healthy", data: { content: "ahoy HARBOUR" } });
  expect(server.connections - before).toBe(1);
  expect(server.requests).toHaveLength(3);
  expect(await run({ ...right, password: "wrong" })).toMatchObject({ error: refused });
});

function tokenServer({ inBody = false, expires = 3_600 } = {}) {
  const pair = `Basic ${Buffer.from("ship:s3cret%2Bof-the-client").toString("base64")}`;
  let count = 0;
  server.answer = (request, response) => {
    const { body } = server.requests.at(-1)!;
    if (!request.url?.startsWith("/token")) {
      const isKnown = request.headers.authorization === `Bearer token-number-${count}`;
      return response.writeHead(isKnown ? 200 : 401).end(String(request.headers.authorization));
    }
    const form = new URLSearchParams(body);
    const isKnown = inBody
      ? form.get("client_secret") === "s3cret+of-the-client" && request.headers.authorization === undefined
      : request.headers.authorization === pair;
    if (!isKnown)
      return response
        .writeHead(401, { "content-type": "application/json" })
        .end('{"error":"invalid_client","error_description":"never heard of it"}');
    count += 1;
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ access_token: `token-number-${count}`, token_type: "bearer", expires_in: expires }));
  };
}

const oauth = (path: string) => ({
  username: "ship",
  password: "s3cret+of-the-client",
  oauth2: {
    tokenURL: `http://127.0.0.1:${server.port}/token${path}`,
    scope: ["read", "write"],
    params: { for: "tea" },
  },
});

test("requests an OAuth 2 token once until it expires, with the client credentials in the header or in the body", async () => {
  tokenServer();
  const first = await run(oauth("/a"));
  expect(first).toMatchObject({ verdict: "healthy", detail: { body: "Bearer ***" } });
  expect(server.requests[0]).toMatchObject({
    method: "POST",
    body: "grant_type=client_credentials&scope=read+write&for=tea",
  });
  expect(await run(oauth("/a"))).toMatchObject({ verdict: "healthy" });
  expect(server.requests.map((request) => request.url.slice(0, 6))).toEqual(["/token", "/cargo", "/cargo"]);
  tokenServer({ inBody: true });
  expect(await run(oauth("/b"))).toMatchObject({ verdict: "healthy" });
});

test("drops an OAuth 2 token that the server rejected, and reports the token server if it does not issue a token", async () => {
  tokenServer();
  expect(await run(oauth("/c"))).toMatchObject({ verdict: "healthy" });
  // This server does not accept the previously issued tokens.
  tokenServer();
  expect(await run(oauth("/c"))).toMatchObject({ error: refused });
  expect(await run(oauth("/c"))).toMatchObject({ verdict: "healthy" });
  expect((await run({ ...oauth("/d"), password: "wrong" })).error).toBe(
    `127.0.0.1:${server.port} did not issue a token: it responded with status 401 (invalid_client: never heard of it)`,
  );
});

test("sends the signature that AWS would compute", async () => {
  const keys = {
    accessKey: "AKIDEXAMPLE",
    secretKey: "wJalrXUtnFEMI/K7MDENG",
    region: "eu-north-1",
    service: "execute-api",
  };
  server.answer = (request, response) => {
    const isRight =
      isSignedWith(keys.secretKey, request, server.requests.at(-1)!.body) &&
      request.headers["x-amz-security-token"] === "a-session";
    response.writeHead(isRight ? 200 : 403).end();
  };
  const spec = { method: "POST", body: '{"tea": 1}', awsSigV4: { ...keys, sessionToken: "a-session" } };
  expect(await run(spec)).toMatchObject({ verdict: "healthy" });
  expect(await run({ ...spec, awsSigV4: { ...spec.awsSigV4, secretKey: "another" } })).toMatchObject({
    error: "the status is 403 and not 200 to 299",
  });
  expect(await run({ ...spec, awsSigV4: { accessKey: "a" } })).toMatchObject({
    isInvalid: true,
    error: "awsSigV4 needs accessKey, secretKey, region and service.",
  });
});

test("a check with two authentication methods, or without a user, is invalid", async () => {
  expect(await run({ username: "a", password: "b", digest: true, ntlm: true })).toMatchObject({
    isInvalid: true,
    error: "Only one of digest, ntlm can be used. Remove the others.",
  });
  expect(await run({ digest: true })).toMatchObject({
    isInvalid: true,
    error: "digest requires a username and a password.",
  });
  expect(server.requests).toEqual([]);
});
