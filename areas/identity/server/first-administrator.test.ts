import { beforeEach, describe, expect, test } from "vitest";
import { pino } from "pino";
import { testDatabase, testLog } from "#tests/support/database.ts";
import { checkPassword, storePassword } from "./accounts.ts";
import { ensureAdministrator } from "./first-administrator.ts";
import { hashPassword } from "./passwords.ts";
import { resetPassword } from "./reset-password.ts";
import { beginSession } from "./sessions.ts";
import { chargeAttempt } from "./throttle.ts";

const { databases } = await testDatabase();
const db = databases.system;
const origin = { address: "192.0.2.1", userAgent: "", requestId: "1" };
const settings = { adminEmail: "admin@localhost", adminPassword: undefined };

beforeEach(async () => {
  await db.deleteFrom("people").where("type", "is", null).execute();
  await db.deleteFrom("sign_in_throttles").execute();
});

const check = (email: string, password: string) => checkPassword(db, { email, password, origin, device: undefined });
const roles = () => db.selectFrom("people_roles").selectAll().execute();

describe("the first administrator", () => {
  test("the first administrator is created once, with a generated password that is returned once", async () => {
    const created = await ensureAdministrator(db, settings, testLog);
    expect(created).toEqual({ email: "admin@localhost", password: expect.stringMatching(/^(\w{4}-){4}\w{4}$/) });
    expect(await check("admin@localhost", created!.password!)).toMatchObject({ status: "right" });
    expect(await roles()).toMatchObject([{ email: "admin@localhost", roles: ["admin"] }]);
    expect(await ensureAdministrator(db, settings, testLog)).toBeUndefined();
  });

  test("the first administrator gets the password from the environment, which is not returned", async () => {
    const created = await ensureAdministrator(
      db,
      { adminEmail: "Ada@Example.org", adminPassword: "correct-horse" },
      testLog,
    );
    expect(created).toEqual({ email: "ada@example.org", password: undefined });
    expect(await check("ada@example.org", "correct-horse")).toMatchObject({ status: "right" });
  });

  test("the first administrator is created once, even when many processes start together", async () => {
    const created = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        ensureAdministrator(db, { ...settings, adminEmail: `admin${i}@localhost` }, testLog),
      ),
    );
    expect(created.filter((administrator) => administrator !== undefined)).toHaveLength(1);
    expect(await roles()).toHaveLength(1);
  });

  const account = async (email: string, { role = "guest", state = "active" } = {}) => {
    const person = { name: "Mallory", email, state: state as "active" };
    const { id } = await db.insertInto("people").values(person).returning("id").executeTakeFirstOrThrow();
    await db
      .insertInto("person_roles")
      .values({ person_id: id, role: role as "guest" })
      .execute();
    await storePassword(db, id, await hashPassword("mallorys-password"));
    return id;
  };

  test.each([
    ["a guest", { role: "guest" }],
    ["a disabled administrator", { role: "admin", state: "inactive" }],
  ])("is created if there is only %s", async (_, kind) => {
    await account("first@example.org", kind);
    expect(await ensureAdministrator(db, settings, testLog)).toMatchObject({ email: "admin@localhost" });
    expect(await roles()).toContainEqual(expect.objectContaining({ email: "admin@localhost", roles: ["admin"] }));
  });

  test("the first administrator is not created if there is an enabled administrator with a different email", async () => {
    await account("first@example.org", { role: "admin" });
    expect(await ensureAdministrator(db, settings, testLog)).toBeUndefined();
    expect(await roles()).toHaveLength(1);
  });

  test("takes over an existing account with the same email and ends its sessions, tokens and credentials", async () => {
    const personId = await account("admin@localhost");
    await beginSession(db, { personId, aal: "aal1", methods: [], userAgent: "", address: "192.0.2.1" });
    const digest = Buffer.alloc(32, 1);
    await db.insertInto("access_tokens").values({ name: "ci", person_id: personId, digest }).execute();
    await ensureAdministrator(db, { ...settings, adminPassword: "correct-horse" }, testLog);
    expect(await roles()).toMatchObject([{ id: personId, roles: expect.arrayContaining(["admin"]) }]);
    for (const table of ["sessions", "access_tokens"] as const)
      expect(await db.selectFrom(table).select("id").where("person_id", "=", personId).execute()).toEqual([]);
    expect(await check("admin@localhost", "mallorys-password")).toMatchObject({ status: "wrong" });
    expect(await check("admin@localhost", "correct-horse")).toMatchObject({ status: "right" });
  });

  test("keeps the stored password if the environment has a different password, and logs instructions", async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    await ensureAdministrator(db, { ...settings, adminPassword: "correct-horse" }, log);
    await ensureAdministrator(db, { ...settings, adminPassword: "correct-horse" }, log);
    expect(lines).toEqual([]);
    await ensureAdministrator(db, { ...settings, adminPassword: "another-horse" }, log);
    expect(lines.join()).toContain("reset-password admin@localhost");
    expect(lines.join()).not.toContain("another-horse");
    expect(await check("admin@localhost", "correct-horse")).toMatchObject({ status: "right" });
    expect(await check("admin@localhost", "another-horse")).toMatchObject({ status: "wrong" });
  });
});

describe("resetting a password", () => {
  const makeAdministrator = async () => {
    await ensureAdministrator(db, { ...settings, adminPassword: "correct-horse" }, testLog);
    return (await roles())[0]!.id;
  };

  test("replaces the old password, ends every session and resets the throttle", async () => {
    const personId = await makeAdministrator();
    for (const userAgent of ["one", "two"])
      await beginSession(db, { personId, aal: "aal1", methods: [], userAgent, address: "192.0.2.1" });
    for (let i = 0; i < 10; i += 1)
      await chargeAttempt(db, { account: "admin@localhost", address: `192.0.2.${i}`, device: undefined });
    await expect(check("admin@localhost", "correct-horse")).rejects.toMatchObject({ id: "too_many_requests" });
    const { email, password, sessionsEnded } = await resetPassword(db, " Admin@localhost ");
    expect([email, sessionsEnded]).toEqual(["admin@localhost", 2]);
    expect(await db.selectFrom("sessions").selectAll().execute()).toEqual([]);
    expect(await check(email, password)).toMatchObject({ status: "right" });
    expect(await check(email, "correct-horse")).toMatchObject({ status: "wrong" });
  });

  test("resetting a password is refused for an unknown email", async () => {
    await makeAdministrator();
    await expect(resetPassword(db, "nobody@example.org")).rejects.toThrow(
      "No account has the email nobody@example.org. Administrators are: admin@localhost.",
    );
    await expect(resetPassword(db, "System")).rejects.toThrow("No account has the email system.");
  });
});
