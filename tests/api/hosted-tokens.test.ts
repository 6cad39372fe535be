// Tests that access tokens end with the membership of their owner in the organisation of the hosted identity service.
import { afterAll, beforeEach, expect, test } from "vitest";
import { createAccessToken } from "#areas/identity/server/index.ts";
import { secretKey, startHostedIdentity } from "../services/hosted-identity.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const service = await startHostedIdentity();
afterAll(() => service.stop());
const env = {
  CLERK_PUBLISHABLE_KEY: service.publishableKey,
  CLERK_SECRET_KEY: secretKey,
  CLERK_API_URL: service.issuer,
  CLERK_ORGANIZATION_ID: "org_acme",
};
const server = await startTestServer({ env });
const db = server.system.db.system;
service.state.party = server.url;

beforeEach(() => service.setDown(false));

/** A server that has not checked any membership yet. */
const freshServer = () => startTestServer({ env: { ...env, ROLE: "web" }, database: server.database });

const whoami = async ({ fetch }: TestServer, token: string) => {
  const answer = await fetch("/api/auth/whoami", { headers: { authorization: `Bearer ${token}` } });
  const { payload, error } = (await answer.json()) as { payload?: { roles: string[] }; error?: string };
  return { status: answer.status, roles: payload?.roles, error };
};

const setRole = (subject: string, role: string | undefined) => {
  service.state.memberships[subject] = [
    { role: "org:admin", organization: { id: "org_other" } },
    ...(role === undefined ? [] : [{ role, organization: { id: "org_acme" } }]),
  ];
};

/** Signs a new person in and creates an access token of this person. */
async function member(subject: string, role: string): Promise<string> {
  setRole(subject, role);
  const session = service.token({ sub: subject, name: subject, org_id: "org_acme", org_role: role });
  const answer = await server.fetch("/api/auth/create_token", {
    method: "POST",
    headers: { authorization: `Bearer ${session}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "script", expiry: "7d" }),
  });
  const { payload } = (await answer.json()) as { payload: { token: string } };
  expect(await whoami(server, payload.token)).toMatchObject({ status: 200, roles: [role.slice("org:".length)] });
  return payload.token;
}

const refused = { status: 403, error: "The owner of this access token has no role in the organisation." };

test("the token of a person who left the organisation is refused, and works again after the return", async () => {
  const token = await member("user_leaving", "org:admin");
  setRole("user_leaving", undefined);
  expect(await whoami(await freshServer(), token)).toMatchObject(refused);
  const { roles } = await db
    .selectFrom("people as p")
    .leftJoin("person_roles as r", "r.person_id", "p.id")
    .select(({ fn }) => fn.count<string>("r.role").as("roles"))
    .where("p.external_id", "=", "user_leaving")
    .executeTakeFirstOrThrow();
  expect(Number(roles)).toBe(0);
  setRole("user_leaving", "org:viewer");
  expect(await whoami(await freshServer(), token)).toMatchObject({ status: 200, roles: ["viewer"] });
});

test("the token of a person who was deleted at the service is refused", async () => {
  const token = await member("user_deleted", "org:admin");
  delete service.state.memberships["user_deleted"];
  expect(await whoami(await freshServer(), token)).toMatchObject(refused);
});

test("a token has the current role of its owner, even in its first request", async () => {
  const token = await member("user_changing", "org:admin");
  setRole("user_changing", "org:viewer");
  expect(await whoami(await freshServer(), token)).toMatchObject({ status: 200, roles: ["viewer"] });
  setRole("user_changing", "org:billing");
  expect(await whoami(await freshServer(), token)).toMatchObject(refused);
});

test("the cached membership does not replace a role that a newer session has stored", async () => {
  const token = await member("user_demoted", "org:admin");
  const session = (org_role: string) => service.token({ sub: "user_demoted", org_id: "org_acme", org_role });
  const viewer = session("org:viewer");
  expect(await whoami(server, viewer)).toMatchObject({ status: 200, roles: ["viewer"] });
  await expect.poll(() => whoami(server, token)).toMatchObject({ status: 200, roles: ["viewer"] });
  expect(await whoami(server, viewer)).toMatchObject({ status: 200, roles: ["viewer"] });
  expect(await whoami(server, session("org:billing"))).toMatchObject({ status: 403 });
  await expect.poll(() => whoami(server, token)).toMatchObject(refused);
});

test("the membership is cached, and not requested for each use of a token", async () => {
  const token = await member("user_busy", "org:viewer");
  service.requests();
  service.setDown(true);
  expect(await whoami(server, token)).toMatchObject({ status: 200 });
  expect(service.requests()).toEqual([]);
});

test("requests get 503 if the membership cannot be checked", async () => {
  const token = await member("user_waiting", "org:viewer");
  service.setDown(true);
  expect(await whoami(await freshServer(), token)).toMatchObject({ status: 503 });
});

test("a token is refused if the service does not know its owner; tokens of agents stay valid", async () => {
  const tokenOf = async (values: { name: string; type?: "agent" }) => {
    const { id } = await db.insertInto("people").values(values).returning("id").executeTakeFirstOrThrow();
    const { token } = await db
      .transaction()
      .execute((tx) => createAccessToken(tx, { personId: id, name: "old", expiry: "7d" }));
    return token;
  };
  expect(await whoami(server, await tokenOf({ name: "Local Person" }))).toMatchObject(refused);
  expect(await whoami(server, await tokenOf({ name: "An agent", type: "agent" }))).toMatchObject({ status: 200 });
});
