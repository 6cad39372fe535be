// Webhooks of playbooks over HTTP: authentication, replays, limits and the request that a run sees.
import { createHmac, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { playbooksWith } from "#areas/playbooks/server/index.ts";
import { serverAreas } from "../../main/areas.server.ts";
import { openEstate } from "../permissions/estate-server.ts";
import { createProbe } from "../support/playbook-runs.ts";
import { until } from "../support/running-system.ts";
import { startTestServer } from "../support/test-server.ts";

const { kind } = createProbe();
const area = playbooksWith([kind]);
const server = await startTestServer({
  areas: serverAreas.map((known) => (known.name === "playbooks" ? area : known)),
});
const { person, db } = await openEstate(server);
const editor = await person({ roles: ["editor"] });

interface Run {
  id: string;
  status: string;
  cause: string;
  request: { is_open: boolean; headers: Record<string, string>; params: object; json: object };
}

/** Creates a playbook that prints two fields of the request. Returns functions that call its webhook. */
async function createHook(authentication?: object) {
  const path = `hook-${randomUUID()}`;
  const { status, body, text } = await editor.ask("/playbooks?select=id", {
    method: "POST",
    headers: { prefer: "return=representation" },
    body: {
      name: path,
      spec: {
        on: { webhook: { path, ...(authentication && { authentication }) } },
        actions: [{ name: "act", probe: { text: "{{ .request.json.ref }} {{ .request.method }}" } }],
      },
    },
  });
  if (status !== 201) throw new Error(text);
  const [{ id }] = body as [{ id: string }];
  return {
    id,
    path,
    send: (content: string, headers: Record<string, string> = {}) => send(path, content, headers),
    runs: async () =>
      (await editor.ask(`/playbook_runs?playbook_id=eq.${id}&select=id,status,cause,request`)).body as Run[],
  };
}

const send = async (path: string, content: string, headers: Record<string, string> = {}) =>
  (
    await server.fetch(`/api/playbook/webhook/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: content,
    })
  ).status;

const large = JSON.stringify({ x: "x".repeat(1024 * 1024) });

test("basic: 404 for an unknown path, 403 without a password, 401 with a wrong password, 413 for a large body", async () => {
  const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString("base64")}` });
  const hook = await createHook({ basic: { username: { value: "ci" }, password: { value: "pw" } } });
  expect(await send("nothing", "{}")).toBe(404);
  expect(await hook.send("{}")).toBe(403);
  expect(await hook.send("{}", basic("ci:no"))).toBe(401);
  expect(await hook.send(large, basic("ci:pw"))).toBe(413);
  expect(await hook.send("{", basic("ci:pw"))).toBe(400);
  expect(await hook.runs()).toEqual([]);
  expect(await hook.send('{"ref":"main"}', basic("ci:pw"))).toBe(200);
  const [run] = await until(hook.runs, ([first]) => first?.status === "completed");
  expect(run).toMatchObject({ cause: "webhook", request: { is_open: false } });
  expect(run!.request.headers["authorization"]).toBeUndefined();
  const { body } = await editor.ask(`/playbook_run_actions?playbook_run_id=eq.${run!.id}&select=result`);
  expect(body).toMatchObject([{ result: { text: "main POST" } }]);
});

test("GitHub: a signed delivery starts one run; unsigned, replayed and oversized deliveries do not start a run", async () => {
  const hook = await createHook({ github: { token: { value: "shared" } } });
  const signed = (content: string, delivery: string, token = "shared") => ({
    "x-github-delivery": delivery,
    "x-hub-signature-256": `sha256=${createHmac("sha256", token).update(content).digest("hex")}`,
  });
  const content = '{"ref":"main"}';
  expect(await hook.send(content)).toBe(401);
  expect(await hook.send(content, signed(content, "1", "guessed"))).toBe(401);
  expect(await hook.send(`${content} `, signed(content, "1"))).toBe(401);
  expect(await hook.send(large, signed(large, "1"))).toBe(413);
  expect(await hook.runs()).toEqual([]);
  expect(await hook.send(content, signed(content, "1"))).toBe(200);
  expect(await hook.send(content, signed(content, "1"))).toBe(200);
  expect(await hook.runs()).toHaveLength(1);
  // The delivery id is not signed, so a repeated delivery can have another id.
  expect(await hook.send(content, signed(content, "2"))).toBe(200);
  expect(await hook.runs()).toHaveLength(1);
  const other = '{"ref":"next"}';
  expect(await hook.send(other, signed(other, "1"))).toBe(200);
  expect(await hook.runs()).toHaveLength(1);
  expect(await hook.send(other, signed(other, "2"))).toBe(200);
  expect(await hook.runs()).toHaveLength(2);
});

test("a delivery that arrives several times at once starts one run", async () => {
  const hook = await createHook({ github: { token: { value: "shared" } } });
  const headers = {
    "x-github-delivery": "once",
    "x-hub-signature-256": `sha256=${createHmac("sha256", "shared").update("{}").digest("hex")}`,
  };
  const statuses = await Promise.all(Array.from({ length: 8 }, () => hook.send("{}", headers)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await hook.runs()).toHaveLength(1);
});

test("a delivery that could not start a run is not treated as a replay when it is sent again", async () => {
  const hook = await createHook({ github: { token: { value: "shared" } } });
  const headers = (content: string) => ({
    "x-github-delivery": "again",
    "x-hub-signature-256": `sha256=${createHmac("sha256", "shared").update(content).digest("hex")}`,
  });
  expect(await hook.send("{", headers("{"))).toBe(400);
  expect(await hook.send("{}", headers("{}"))).toBe(200);
  expect(await hook.runs()).toHaveLength(1);
});

test("Svix: a fresh signed delivery starts one run; old, replayed and wrongly signed deliveries do not start a run", async () => {
  const key = Buffer.from("a key of svix");
  const hook = await createHook({ svix: { secret: { value: `whsec_${key.toString("base64")}` } } });
  const headers = (id: string, agoSeconds = 0, signedBy: Buffer = key) => {
    const timestamp = String(Math.floor(Date.now() / 1_000) - agoSeconds);
    const signature = createHmac("sha256", signedBy).update(`${id}.${timestamp}.{}`).digest("base64");
    return { "svix-id": id, "svix-timestamp": timestamp, "svix-signature": `v1,${signature}` };
  };
  expect(await hook.send("{}")).toBe(400);
  expect(await hook.send("{}", headers("old", 600))).toBe(401);
  expect(await hook.send("{}", headers("other", 0, Buffer.from("another key")))).toBe(401);
  expect(await hook.runs()).toEqual([]);
  expect(await hook.send("{}", headers("one"))).toBe(200);
  expect(await hook.send("{}", headers("one"))).toBe(200);
  expect(await hook.runs()).toHaveLength(1);
});

test("JWT: a token with an id starts one run; the same token is refused for the next 24 hours", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const issuer = createServer((_, response) =>
    response.end(JSON.stringify({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "one" }] })),
  );
  await new Promise<void>((resolve) => issuer.listen(0, "127.0.0.1", resolve));
  try {
    const jwksUri = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/keys`;
    const hook = await createHook({ jwt: { jwksUri, audience: "deck" } });
    const bearer = (claims: object) => {
      const exp = Math.floor(Date.now() / 1_000) + 60;
      const text = [
        { alg: "EdDSA", kid: "one" },
        { exp, aud: "deck", ...claims },
      ]
        .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .join(".");
      return { authorization: `Bearer ${text}.${sign(null, Buffer.from(text), privateKey).toString("base64url")}` };
    };
    expect(await hook.send("{}", bearer({ jti: "a", aud: "other" }))).toBe(401);
    expect(await hook.send("{}", bearer({ jti: "a" }))).toBe(200);
    expect(await hook.send("{}", bearer({ jti: "a" }))).toBe(401);
    expect(await hook.send("{}", bearer({ jti: "b" }))).toBe(200);
    expect(await hook.runs()).toHaveLength(2);
    await sql`
      update playbook_deliveries set created_at = now() - interval '25 hours' where playbook_id = ${hook.id}`.execute(
      db,
    );
    expect(await hook.send("{}", bearer({ jti: "a" }))).toBe(200);
    expect(await hook.runs()).toHaveLength(3);
  } finally {
    issuer.close();
  }
});

test("a GitHub delivery id is remembered for 24 hours", async () => {
  const hook = await createHook({ github: { token: { value: "shared" } } });
  const signature = `sha256=${createHmac("sha256", "shared").update("{}").digest("hex")}`;
  const deliver = () => hook.send("{}", { "x-github-delivery": "daily", "x-hub-signature-256": signature });
  const age = (hours: number) =>
    sql`update playbook_deliveries set created_at = now() - ${hours} * interval '1 hour'
        where  playbook_id = ${hook.id}`.execute(db);
  expect(await deliver()).toBe(200);
  await age(23);
  expect(await deliver()).toBe(200);
  expect(await hook.runs()).toHaveLength(1);
  await age(25);
  expect(await deliver()).toBe(200);
  expect(await hook.runs()).toHaveLength(2);
  // The second delivery is sent after the 24 hours.
  expect(await deliver()).toBe(200);
  expect(await hook.runs()).toHaveLength(2);
});

test("the same delivery id at two webhooks starts both playbooks", async () => {
  const secret = Buffer.from("a key of svix");
  const hooks = [1, 2].map(() => createHook({ svix: { secret: { value: `whsec_${secret.toString("base64")}` } } }));
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac("sha256", secret).update(`same.${timestamp}.{}`).digest("base64");
  for (const hook of await Promise.all(hooks)) {
    const headers = { "webhook-id": "same", "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
    expect(await hook.send("{}", headers)).toBe(200);
    expect(await hook.send("{}", headers)).toBe(200);
    expect(await hook.runs()).toHaveLength(1);
  }
});

test("a webhook without authentication starts runs, which are marked as open to everybody", async () => {
  const hook = await createHook();
  expect(await hook.send("{}")).toBe(200);
  expect((await hook.runs()).map(({ request }) => request.is_open)).toEqual([true]);
});

test("NUL characters and lone surrogates in the body and the query are removed", async () => {
  const hook = await createHook();
  expect(await send(`${hook.path}?q=a%00b`, '{"ref":"ma\\u0000in","half":"\\ud83d"}')).toBe(200);
  const [run] = await until(hook.runs, ([first]) => first?.status === "completed");
  expect(run!.request).toMatchObject({ params: { q: "ab" }, json: { ref: "main", half: "\ufffd" } });
});
