import { expect, test } from "vitest";
import type { System } from "#server/area.ts";
import { testDatabase } from "#tests/support/database.ts";
import { startFlow } from "./flows/store.ts";
import { prune } from "./prune.ts";
import { beginSession } from "./sessions.ts";
import { chargeFlow } from "./throttle.ts";

const { databases } = await testDatabase();
const db = databases.system;

test("deletes expired rows and keeps the others", async () => {
  const { id: personId } = await db
    .insertInto("people")
    .values({ name: "Ada", email: "ada@example.org" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const session = () => beginSession(db, { personId, aal: "aal1", methods: [], userAgent: "", address: "" });
  const flow = () => startFlow(db, { kind: "login", type: "api", csrfDigest: null, requestUrl: "/" });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const [old, open] = [await session(), await session()];
  await db
    .updateTable("sessions")
    .set({ expires_at: daysAgo(0.01) })
    .where("id", "=", old.id)
    .execute();
  const [gone, late, current] = [await flow(), await flow(), await flow()];
  await db
    .updateTable("identity_flows")
    .set({ expires_at: daysAgo(2) })
    .where("id", "=", gone.id)
    .execute();
  await db
    .updateTable("identity_flows")
    .set({ expires_at: daysAgo(0.5) })
    .where("id", "=", late.id)
    .execute();
  await db
    .insertInto("flow_errors")
    .values([{ error: {}, created_at: daysAgo(2) }, { error: {} }])
    .execute();
  await chargeFlow(db, "192.0.2.1");
  await db
    .insertInto("sign_in_throttles")
    .values({ key: Buffer.from("paid"), busy_until: daysAgo(1) })
    .execute();

  await prune.run({ system: { db: databases } as System } as Parameters<typeof prune.run>[0]);

  expect((await db.selectFrom("sessions").select("id").execute()).map(({ id }) => id)).toEqual([open.id]);
  // A flow that ended yesterday is kept, so that a late submit gets a specific error.
  const flows = (await db.selectFrom("identity_flows").select("id").execute()).map(({ id }) => id);
  expect(flows.toSorted()).toEqual([late.id, current.id].toSorted());
  expect(await db.selectFrom("flow_errors").selectAll().execute()).toHaveLength(1);
  expect(await db.selectFrom("sign_in_throttles").selectAll().execute()).toHaveLength(1);
});
