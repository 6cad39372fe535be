// Tests password-reset poisoning: a client chooses the host name of its request, and no mail may contain a link built
// from that name. The tests try every way to set the host on every endpoint that sends mail, over real HTTP, and read
// the mails from an SMTP server.
import { request as httpRequest } from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import { hashPassword } from "#areas/identity/server/passwords.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { linkIn, startMailSink } from "./mail-sink.ts";

const publicUrl = "http://deck.example.org";
const ours = "deck.example.org";
const evil = "evil.example";
const sink = await startMailSink();
const env = { SMTP_URL: sink.url, PUBLIC_URL: publicUrl, ALLOWED_HOSTS: "deck.internal,10.9.8.7:8080" };
const direct = await startTestServer({ env });
const proxied = await startTestServer({ env: { ...env, TRUST_PROXY: "true" } });
const password = "correct-horse-battery";
const proof = await hashPassword(password);
let accountCount = 0;

beforeEach(async () => {
  for (const { system } of [direct, proxied]) await system.db.system.deleteFrom("sign_in_throttles").execute();
});

/** The ways in which a request can set its host. */
interface Naming {
  /** Header lines, in order: name, value, name, value. */
  lines: readonly string[];
  /** Whether the request target is an absolute URL with this host. */
  target?: string;
}

const by = (...hosts: string[]): Naming => ({ lines: hosts.flatMap((host) => ["Host", host]) });

interface Sent {
  naming: Naming;
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

interface Answer {
  status: number;
  body: { id?: string; error?: unknown; message?: string };
  location: string | undefined;
}

function ask(server: TestServer, path: string, { naming, method = "GET", headers = {}, body }: Sent): Promise<Answer> {
  const { hostname, port } = new URL(server.url);
  const text = body === undefined ? undefined : JSON.stringify(body);
  const lines = {
    accept: "application/json",
    ...(text !== undefined && {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(text)),
    }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const asked = httpRequest(
      {
        hostname,
        port,
        method,
        path: naming.target === undefined ? path : `http://${naming.target}${path}`,
        setHost: false,
        headers: [...naming.lines, ...Object.entries(lines).flat()],
      },
      (answer) => {
        let said = "";
        answer.setEncoding("utf8");
        answer.on("data", (chunk: string) => (said += chunk));
        answer.on("end", () => {
          const isJson = answer.headers["content-type"]?.startsWith("application/json");
          resolve({
            status: answer.statusCode!,
            body: isJson && said !== "" ? (JSON.parse(said) as Answer["body"]) : {},
            location: answer.headers.location,
          });
        });
      },
    );
    asked.once("error", reject);
    asked.end(text);
  });
}

async function somebody({ system }: TestServer) {
  accountCount += 1;
  const email = `reader-${accountCount}@example.org`;
  const db = system.db.system;
  const { id } = await db.insertInto("people").values({ name: "Ada", email }).returning("id").executeTakeFirstOrThrow();
  await db.insertInto("credentials").values({ person_id: id, type: "password", proof }).execute();
  return { id, email };
}

async function sessionOf(server: TestServer, email: string): Promise<string> {
  const flow = await ask(server, "/api/.ory/self-service/login/api", { naming: by(ours) });
  const signedIn = await ask(server, `/api/.ory/self-service/login?flow=${flow.body.id}`, {
    naming: by(ours),
    method: "POST",
    body: { method: "password", identifier: email, password },
  });
  return (signedIn.body as { session_token: string }).session_token;
}

/** An endpoint that sends mail: prepares the account, then sends the request that mails `recipient`. */
type Entrance = (server: TestServer) => Promise<{
  recipient: string;
  send(naming: Naming): Promise<Answer>;
  succeeds: number;
}>;

const codeFlow =
  (kind: "recovery" | "verification", method: "code" | "link"): Entrance =>
  async (server) => {
    const { email } = await somebody(server);
    const flow = await ask(server, `/api/.ory/self-service/${kind}/api`, { naming: by(ours) });
    expect(flow.status).toBe(200);
    return {
      recipient: email,
      succeeds: 200,
      send: (naming) =>
        ask(server, `/api/.ory/self-service/${kind}?flow=${flow.body.id}`, {
          naming,
          method: "POST",
          body: { method, email },
        }),
    };
  };

const newEmail: Entrance = async (server) => {
  const { email } = await somebody(server);
  const headers = { "x-session-token": await sessionOf(server, email) };
  const flow = await ask(server, "/api/.ory/self-service/settings/api", { naming: by(ours), headers });
  const recipient = `new-${email}`;
  return {
    recipient,
    succeeds: 200,
    send: (naming) =>
      ask(server, `/api/.ory/self-service/settings?flow=${flow.body.id}`, {
        naming,
        method: "POST",
        headers,
        body: { method: "profile", traits: { email: recipient, name: { first: "Ada", last: "" } } },
      }),
  };
};

const invitation: Entrance = async (server) => {
  accountCount += 1;
  const recipient = `guest-${accountCount}@example.org`;
  const cookie = await server.signIn();
  return {
    recipient,
    succeeds: 200,
    send: (naming) =>
      ask(server, "/api/auth/invite_user", {
        naming,
        method: "POST",
        headers: { cookie, origin: publicUrl },
        body: { firstName: "A", lastName: "B", email: recipient, role: "viewer" },
      }),
  };
};

const entrances: readonly [string, Entrance][] = [
  ["recovery by code", codeFlow("recovery", "code")],
  ["recovery by link", codeFlow("recovery", "link")],
  ["verification by code", codeFlow("verification", "code")],
  ["verification by link", codeFlow("verification", "link")],
  ["a new email", newEmail],
  ["an invitation", invitation],
];

const foreign: readonly [string, Naming][] = [
  ["another host", by(evil)],
  ["another port of our host", by(`${ours}:8443`)],
  ["our host as the user of another", by(`${ours}@${evil}`)],
  ["our host and port as the user of another", by(`${ours}:80@${evil}`)],
  ["a user of our host", by(`${evil}@${ours}`)],
  ["our host as a subdomain of another", by(`${ours}.${evil}`)],
  ["a path in the host", by(`${evil}/${ours}`)],
  ["two hosts in one line", by(`${ours}, ${evil}`)],
  ["loopback in another notation", by("2130706433")],
  ["an allowed address at another port", by("10.9.8.7:9090")],
  ["a second Host line", by(ours, evil)],
  ["a first Host line before ours", by(evil, ours)],
  ["an absolute target of another host", { ...by(ours), target: evil }],
  ["an absolute target with a user", { ...by(ours), target: `${ours}@${evil}` }],
  ["an absolute target of ours with another Host", { ...by(evil), target: ours }],
];

const refused = (answer: Answer, what: string) => {
  const text = JSON.stringify(answer.body);
  expect([answer.status, what, text]).toEqual([403, what, text]);
  expect(text).toContain("Set PUBLIC_URL to the address people use");
  expect(text).toContain("host_not_allowed");
  expect(text).not.toContain(evil);
};

const mailsTo = ({ system }: TestServer, recipient: string) =>
  system.db.system.selectFrom("mails").select("id").where("recipient", "=", recipient).execute();

const onlyPublicLinks = (body: string) => {
  const links = body.match(/https?:\/\/[^\s/]*/g) ?? [];
  expect(links.length).toBeGreaterThan(0);
  expect(new Set(links)).toEqual(new Set([publicUrl]));
};

describe.each(entrances)("%s", (_, enter) => {
  test("rejects every foreign host and sends no mail", async () => {
    const { recipient, send } = await enter(direct);
    for (const [what, naming] of foreign) refused(await send(naming), what);
    expect(await mailsTo(direct, recipient)).toEqual([]);
  });

  test("ignores X-Forwarded-Host without TRUST_PROXY, and links to PUBLIC_URL", async () => {
    const { recipient, send, succeeds } = await enter(direct);
    const lines = ["X-Forwarded-Host", evil, "X-Forwarded-Proto", "https", "Forwarded", `host=${evil}`, "X-Host", evil];
    expect((await send({ lines: ["Host", ours, ...lines] })).status).toBe(succeeds);
    onlyPublicLinks((await sink.letterTo(recipient)).body);
  });

  test("validates X-Forwarded-Host with TRUST_PROXY", async () => {
    const { recipient, send, succeeds } = await enter(proxied);
    for (const host of [evil, `${ours}, ${evil}`, `${ours}:80@${evil}`])
      refused(await send({ lines: ["Host", ours, "X-Forwarded-Host", host] }), host);
    expect(await mailsTo(proxied, recipient)).toEqual([]);
    // The proxy forwards to an internal name.
    const answer = await send({ lines: ["Host", "backend:8080", "X-Forwarded-Host", ours] });
    expect(answer.status).toBe(succeeds);
    onlyPublicLinks((await sink.letterTo(recipient)).body);
  });

  test.each(["127.0.0.1:8080", "localhost", "[::1]:8080", "deck.internal:81", "10.9.8.7:8080", "DECK.example.org"])(
    "accepts the host %s and links to PUBLIC_URL",
    async (host) => {
      const { recipient, send, succeeds } = await enter(direct);
      expect((await send(by(host))).status).toBe(succeeds);
      const letter = await sink.letterTo(recipient);
      onlyPublicLinks(letter.body);
      expect(linkIn(letter)).toMatch(/^http:\/\/deck\.example\.org\//);
    },
  );
});

test.each(["recovery", "verification"])("a %s flow cannot be started under a foreign host", async (kind) => {
  for (const type of ["browser", "api"])
    for (const [what, naming] of foreign)
      refused(await ask(direct, `/api/.ory/self-service/${kind}/${type}`, { naming }), what);
  // A browser is redirected to the error page.
  const led = await ask(direct, `/api/.ory/self-service/${kind}/browser`, {
    naming: by(evil),
    headers: { accept: "text/html" },
  });
  expect(led.status).toBe(303);
  expect(led.location).toMatch(/^\/error\?id=/);
  const reason = await ask(direct, `/api/.ory/self-service/errors?id=${led.location!.split("=")[1]}`, {
    naming: by(evil),
  });
  expect(JSON.stringify(reason.body)).toContain("Set PUBLIC_URL to the address people use");
});

describe("without PUBLIC_URL, when the server is reached over the LAN by its address", async () => {
  const lan = await startTestServer({ env: { PUBLIC_URL: "" } });
  const naming = by("192.168.7.7:8080");
  const origin = "http://192.168.7.7:8080";

  test("people can sign in and work, no mail is sent, and administrators see a hint", async () => {
    const flow = await ask(lan, "/api/.ory/self-service/login/api", { naming });
    const signedIn = await ask(lan, `/api/.ory/self-service/login?flow=${flow.body.id}`, {
      naming,
      method: "POST",
      body: { method: "password", identifier: lan.administrator.email, password: lan.administrator.password },
    });
    expect(signedIn.status).toBe(200);
    const token = (signedIn.body as { session_token: string }).session_token;
    refused(await ask(lan, "/api/.ory/self-service/recovery/api", { naming }), "recovery");

    const cookie = `quarterdeck_session=${token}`;
    const change = { name: "lan.test", value: "1" };
    const headers = { cookie, origin };
    const written = await ask(lan, "/api/db/properties", { naming, method: "POST", headers, body: change });
    expect(written.status).toBe(201);
    const whoami = async (host: Naming) =>
      (await ask(lan, "/api/auth/whoami", { naming: host, headers: { cookie } })).body;
    expect(await whoami(naming)).toMatchObject({
      payload: {
        host_hint: {
          title: "Set PUBLIC_URL to the address people use.",
          details: expect.stringContaining("ALLOWED_HOSTS"),
        },
      },
    });
    expect(await whoami(by("localhost:8080"))).not.toHaveProperty("payload.host_hint");
    const { email } = await somebody(lan);
    const theirs = { cookie: `quarterdeck_session=${await sessionOf(lan, email)}` };
    const plain = await ask(lan, "/api/auth/whoami", { naming, headers: theirs });
    expect(plain.status).toBe(200);
    expect(plain.body).not.toHaveProperty("payload.host_hint");
  });
});

test("the host name of a request appears only in the response to that request", async () => {
  const flow = await ask(direct, "/api/.ory/self-service/login/browser", { naming: by("192.168.7.7:8080") });
  expect(flow.body).toMatchObject({
    ui: { action: expect.stringMatching(/^http:\/\/192\.168\.7\.7:8080\/api\/\.ory\//) },
  });
  for (const naming of [by(`${ours}@${evil}`), { lines: ["Host", ours, "X-Forwarded-Host", evil] }]) {
    const { body } = await ask(direct, "/api/.ory/self-service/login/browser", { naming });
    expect(body).toMatchObject({ ui: { action: expect.stringMatching(/^http:\/\/deck\.example\.org\/api\/\.ory\//) } });
  }
});
