// Tests several processes on one database: a change in one process takes effect in all processes.
import { expect, test } from "vitest";
import { createAccessToken } from "#areas/identity/server/access-tokens.ts";
import { testDatabase } from "../support/database.ts";
import { signIn } from "../support/sign-in.ts";
import { administrator, publicUrl, startProcess } from "./start-process.ts";

const database = await testDatabase();
// Both processes start at the same time on an empty database and find no administrator; only one of them creates the
// administrator.
const running = await Promise.all([startProcess(database), startProcess(database)]);
const urls = running.map(({ url }) => url);

const statuses = (headers: Record<string, string>, path = "/api/auth/whoami") =>
  Promise.all(urls.map(async (url) => (await fetch(url + path, { headers })).status));
const eventually = async (headers: Record<string, string>, wanted: number[]) => {
  await expect.poll(() => statuses(headers), { interval: 10 }).toEqual(wanted);
};

test("two processes that start together create one administrator", async () => {
  expect(running.filter(({ administrator: created }) => created !== undefined)).toHaveLength(1);
  expect(await database.databases.system.selectFrom("people_roles").selectAll().execute()).toHaveLength(1);
});

test("a session works in both processes and ends in both", async () => {
  const cookie = await signIn(urls[0]!, administrator);
  expect(await statuses({ cookie })).toEqual([200, 200]);
  expect(await statuses({ cookie })).toEqual([200, 200]);
  const { logout_token } = (await (
    await fetch(`${urls[0]}/api/.ory/self-service/logout/browser`, { headers: { cookie } })
  ).json()) as { logout_token: string };
  const out = await fetch(`${urls[0]}/api/.ory/self-service/logout?token=${logout_token}`, {
    headers: { cookie, accept: "application/json" },
  });
  expect(out.status).toBe(204);
  // The session ends immediately in the process that handled the request, and in the other process after the
  // notification.
  expect((await statuses({ cookie }))[0]).toBe(401);
  await eventually({ cookie }, [401, 401]);
});

test("a token deleted in one process stops working in the other", async () => {
  const cookie = await signIn(urls[0]!, administrator);
  const headers = { cookie, origin: publicUrl, "content-type": "application/json" };
  const reply = await fetch(`${urls[0]}/api/auth/create_token`, { method: "POST", headers, body: '{"name":"ci"}' });
  const { payload } = (await reply.json()) as { payload: { id: string; token: string } };
  const authorization = `Bearer ${payload.token}`;
  expect(await statuses({ authorization })).toEqual([200, 200]);
  const gone = await fetch(`${urls[0]}/api/auth/token/${payload.id}`, {
    method: "DELETE",
    headers: { cookie, origin: publicUrl },
  });
  expect(gone.status).toBe(200);
  await eventually({ authorization }, [401, 401]);
});

test("a role removed in one process is removed in the other", async () => {
  const cookie = await signIn(urls[1]!, administrator);
  const rolesAt = async () =>
    Promise.all(
      urls.map(async (url) => {
        const answer = await fetch(`${url}/api/auth/whoami`, { headers: { cookie } });
        return ((await answer.json()) as { payload: { roles: string[] } }).payload.roles.join();
      }),
    );
  expect(await rolesAt()).toEqual(["admin", "admin"]);
  const { system: db } = database.databases;
  await db.updateTable("person_roles").set({ role: "viewer" }).execute();
  await expect.poll(rolesAt, { interval: 10 }).toEqual(["viewer", "viewer"]);
  await db.updateTable("person_roles").set({ role: "admin" }).execute();
  await expect.poll(rolesAt, { interval: 10 }).toEqual(["admin", "admin"]);
});

test("the limit of guesses is shared by both processes", async () => {
  const guess = async (url: string) =>
    (
      await fetch(`${url}/api/auth/whoami`, {
        headers: { authorization: `Basic ${btoa(`${administrator.email}:guess ${Math.random()}`)}` },
      })
    ).status;
  const startedAt = performance.now();
  let allowed = 0;
  while ((await guess(urls[allowed % 2]!)) === 401) allowed += 1;
  // All processes together allow ten attempts at once, then one every half minute.
  expect(allowed).toBeGreaterThanOrEqual(10);
  expect(allowed).toBeLessThanOrEqual(11 + (performance.now() - startedAt) / 30_000);
});

test("changing a person's role and removing the person in one process takes effect in the other", async () => {
  const db = running[0].system.db.system;
  const someone = async (name: string) => {
    const person = { name, email: `${name}@example.org` };
    const { id } = await db.insertInto("people").values(person).returning("id").executeTakeFirstOrThrow();
    const { token } = await createAccessToken(db, { personId: id, name: "t", expiry: "7d" });
    return { id, headers: { authorization: `Bearer ${token}`, "content-type": "application/json" } };
  };
  const [boss, ida] = [await someone("boss"), await someone("ida")];
  await db.insertInto("person_roles").values({ person_id: boss.id, role: "admin" }).execute();
  const users = () => statuses(ida.headers, "/api/people");
  expect(await users()).toEqual([403, 403]);
  const promoted = await fetch(`${urls[0]}/api/rbac/${ida.id}/update_role`, {
    method: "POST",
    headers: boss.headers,
    body: '{"roles":["editor"]}',
  });
  expect(promoted.status).toBe(200);
  expect((await users())[0]).toBe(200);
  await expect.poll(users, { interval: 10 }).toEqual([200, 200]);
  const { authorization } = boss.headers;
  const gone = await fetch(`${urls[0]}/api/people/${ida.id}`, { method: "DELETE", headers: { authorization } });
  expect(gone.status).toBe(200);
  expect((await statuses(ida.headers))[0]).toBe(401);
  await eventually(ida.headers, [401, 401]);
});
