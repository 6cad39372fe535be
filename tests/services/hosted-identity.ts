// Simulates the hosted identity service (Clerk): the documented endpoints for its keys and users, and the surface of its
// browser library (hosted-library.js). The service has one browser, whose state the test sets.
import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const secretKey = "sk_test_standin";

export interface StandInOrganization {
  id: string;
  name: string;
  role: string;
  public_metadata: Record<string, unknown>;
}

export interface StandInState {
  isSignedIn: boolean;
  /** The origin of the console, for the claim azp. */
  party: string;
  /** The active organisation. */
  active: string | null;
  organizations: StandInOrganization[];
  /** The memberships of people other than the person in the browser. */
  memberships: Record<string, { role: string; organization: { id: string } }[]>;
}

interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

const newKey = (kid: string): SigningKey => ({ kid, ...generateKeyPairSync("rsa", { modulusLength: 2048 }) });

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");

export interface Signing {
  /** Signs with a key that the service does not publish, under the id of its own key. */
  isForged?: boolean;
  header?: Record<string, unknown>;
}

export async function startHostedIdentity() {
  const state: StandInState = { isSignedIn: false, party: "", active: null, organizations: [], memberships: {} };
  const requests: string[] = [];
  const stranger = newKey("stranger");
  let key = newKey("key-1");
  let isDown = false;

  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `http://${host}`;

  function sign(claims: Record<string, unknown>, { isForged = false, header = {} }: Signing = {}): string {
    const text = `${encode({ alg: "RS256", typ: "JWT", kid: key.kid, ...header })}.${encode(claims)}`;
    const { privateKey } = isForged ? stranger : key;
    return `${text}.${createSign("RSA-SHA256").update(text).sign(privateKey).toString("base64url")}`;
  }

  /** The claims of a valid token; `claims` replaces some of them. */
  const claimsOf = (claims: Record<string, unknown> = {}) => {
    const now = Math.floor(Date.now() / 1000);
    const active = state.organizations.find(({ id }) => id === state.active);
    return {
      iss: issuer,
      sub: "user_1",
      sid: "sess_1",
      azp: state.party,
      iat: now,
      nbf: now - 10,
      exp: now + 60,
      ...(active && { org_id: active.id, org_role: active.role }),
      ...claims,
    };
  };

  /** The API for servers: a user, the memberships of a user, or an organisation. */
  function find([kind, id = "", part]: string[]): unknown {
    const { organizations, memberships } = state;
    if (kind === "organizations") return organizations.find((each) => each.id === id);
    if (part === undefined) return id === "user_1" ? user : undefined;
    const own = organizations.map(({ id: organization, role }) => ({ role, organization: { id: organization } }));
    const data = memberships[id] ?? (id === "user_1" ? own : undefined);
    return part === "organization_memberships" && data ? { data, total_count: data.length } : undefined;
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? "/", issuer);
    requests.push(`${request.method} ${pathname}`);
    const send = (status: number, body: unknown, type = "application/json") =>
      response
        .writeHead(status, { "content-type": type, "access-control-allow-origin": "*", "cache-control": "no-store" })
        .end(type === "application/json" ? JSON.stringify(body) : String(body));
    if (isDown) return void send(503, { errors: [{ message: "away" }] });
    if (pathname === "/.well-known/jwks.json") {
      const jwk = { ...key.publicKey.export({ format: "jwk" }), kid: key.kid, use: "sig", alg: "RS256" };
      return void send(200, { keys: [jwk] });
    }
    const [, asked] = /^\/v1\/((?:users|organizations)\/.*)$/.exec(pathname) ?? [];
    if (asked !== undefined) {
      if (request.headers.authorization !== `Bearer ${secretKey}`) return void send(401, { errors: [] });
      const found = find(asked.split("/"));
      return void (found === undefined ? send(404, { errors: [] }) : send(200, found));
    }
    if (/^\/npm\/@clerk\/clerk-js@5\/dist\/clerk\.browser\.js$/.test(pathname))
      return void send(200, readFileSync(new URL("hosted-library.js", import.meta.url), "utf8"), "text/javascript");
    if (pathname === "/v1/client") return void send(200, { response: state });
    if (pathname === "/v1/client/sign_ins") {
      state.isSignedIn = true;
      return void send(200, { response: state });
    }
    if (pathname === "/v1/client/sessions/sess_1/end") {
      state.isSignedIn = false;
      return void send(200, { response: state });
    }
    if (pathname === "/v1/client/sessions/sess_1/touch") {
      state.active = searchParams.get("active_organization_id");
      return void send(200, { response: state });
    }
    if (pathname === "/v1/organizations") {
      const name = searchParams.get("name") ?? "";
      const created = { id: `org_${name}`, name, role: "org:admin", public_metadata: {} };
      state.organizations.push(created);
      return void send(200, { response: created });
    }
    // A token of the session itself, or of a template.
    if (/^\/v1\/client\/sessions\/sess_1\/tokens(\/Backend)?$/.test(pathname))
      return void (state.isSignedIn ? send(200, { jwt: sign(claimsOf()) }) : send(401, { errors: [] }));
    send(404, { errors: [{ message: "not found" }] });
  }

  return {
    issuer,
    publishableKey: `pk_test_${Buffer.from(`${host}$`).toString("base64")}`,
    state,
    /** The requests since the last call. */
    requests: () => requests.splice(0),
    sign,
    claimsOf,
    token: (claims?: Record<string, unknown>, signing?: Signing) => sign(claimsOf(claims), signing),
    /** Replaces the signing key. */
    rotate(): void {
      key = newKey(`key-${Number(key.kid.slice(4)) + 1}`);
    },
    setDown(down: boolean): void {
      isDown = down;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type HostedIdentityStandIn = Awaited<ReturnType<typeof startHostedIdentity>>;

const user = {
  id: "user_1",
  first_name: "Ada",
  last_name: "Lovelace",
  primary_email_address_id: "idn_1",
  email_addresses: [{ id: "idn_1", email_address: "Ada@Example.org", verification: { status: "verified" } }],
};
