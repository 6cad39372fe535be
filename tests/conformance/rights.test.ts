// Tests permissions: the policy is checked for relation, verb and column before the database is queried.
import { expect, test } from "vitest";
import type { Role } from "#language/roles.ts";
import { storePassword } from "#areas/identity/server/accounts.ts";
import { hashPassword } from "#areas/identity/server/passwords.ts";
import { startTestServer } from "../support/test-server.ts";
import { openHarbour } from "./fixture.ts";

const server = await startTestServer();
const { ask } = await openHarbour(server);
const password = "correct-horse-battery";

async function cookieOf(role: Role): Promise<string> {
  const db = server.system.db.system;
  const email = `${role}@example.org`;
  const { id } = await db.insertInto("people").values({ name: role, email }).returning("id").executeTakeFirstOrThrow();
  await db.insertInto("person_roles").values({ person_id: id, role }).execute();
  await storePassword(db, id, await hashPassword(password));
  return server.signIn({ email, password });
}
const [viewer, editor] = [await cookieOf("viewer"), await cookieOf("editor")];
const cookies = { viewer, editor };

test.each<[role: keyof typeof cookies, method: string, path: string, status: number]>([
  ["viewer", "GET", "/ships?select=id&limit=1", 200],
  ["viewer", "GET", "/rpc/tonnage?port=1", 200],
  ["viewer", "PATCH", "/ships?id=eq.1", 403],
  ["viewer", "POST", "/ports", 403],
  ["viewer", "PUT", "/ports?id=eq.1", 403],
  ["viewer", "DELETE", "/ports?id=eq.1", 403],
  ["viewer", "POST", "/rpc/christen", 403],
  ["viewer", "GET", "/ledger", 403],
  ["viewer", "HEAD", "/ledger", 403],
  ["editor", "GET", "/ledger", 200],
  ["editor", "PATCH", "/ledger?id=eq.1", 403],
  ["editor", "PATCH", "/ships?id=eq.1", 204],
])("a %s who sends %s %s gets %i", async (role, method, path, status) => {
  const body = ["POST", "PUT", "PATCH"].includes(method)
    ? { body: path.includes("christen") ? { ship: 1, new_name: "x" } : { id: 1 } }
    : {};
  const answer = await ask(path, { method, headers: { cookie: cookies[role] }, ...body });
  expect(answer.status).toBe(status);
});

test("an error for a missing permission contains the permission in the body and the headers", async () => {
  const { status, body, headers } = await ask("/ledger", { headers: { cookie: viewer } });
  expect(status).toBe(403);
  expect(body).toEqual({
    code: "42501",
    message: "You need permission to read connections.",
    details: null,
    hint: null,
  });
  expect(headers.get("x-rbac-object")).toBe("connections");
  expect(headers.get("x-rbac-action")).toBe("read");
});

test("a function that changes data needs permission to write, and other functions need permission to read", async () => {
  const asked = { headers: { cookie: viewer } };
  const christen = { ...asked, method: "POST", body: { ship: 1, new_name: "x" } };
  expect((await ask("/rpc/christen", christen)).headers.get("x-rbac-action")).toBe("write");
  const refused = await ask("/rpc/ledger_total", asked);
  expect(refused.status).toBe(403);
  expect(refused.headers.get("x-rbac-action")).toBe("read");
  expect((await ask("/rpc/ledger_total", { headers: { cookie: editor } })).body).toBe(5);
});

test("the root of the API lists only relations that the caller may read", async () => {
  const paths = async (cookie: string) =>
    ((await ask("/", { headers: { cookie } })).body as { paths: Record<string, object> }).paths;
  expect(Object.keys((await paths(editor))["/ledger"]!)).toEqual(["get"]);
  expect(await paths(viewer)).not.toHaveProperty("/ledger");
  expect(Object.keys((await paths(viewer))["/ships"]!)).toEqual(["get"]);
  expect(await paths(viewer)).not.toHaveProperty("/rpc/christen");
});

test("a cached plan is not used for a caller with fewer permissions", async () => {
  const query = "/ledger?select=id,amount&id=eq.1";
  expect((await ask(query, { headers: { cookie: editor } })).status).toBe(200);
  expect((await ask(query, { headers: { cookie: viewer } })).status).toBe(403);
});
