// Tests the explanation of a permission, with every role and rule that affects it.
import { expect, test } from "vitest";
import type { Explained } from "#areas/people/contract.ts";
import { idOf } from "../support/estate.ts";
import { openEstate, type Someone } from "../permissions/estate-server.ts";
import { startTestServer } from "../support/test-server.ts";

const { db, person } = await openEstate(await startTestServer());
const admin = await person({ roles: ["admin"] });
const editor = await person({ roles: ["editor"] });
const viewer = await person({ roles: ["viewer"] });

const explain = async (who: Someone, body: object) => {
  const { status, body: answer } = await who.ask("/api/rbac/explain", { method: "POST", body });
  return { status, ...(answer as { payload: Explained; error?: string }) };
};

test("AC-35 AC-37 the explanation lists every role and rule: deny takes precedence, and expired rules have no effect", async () => {
  const someone = await person({
    roles: ["viewer"],
    rules: [
      { action: "*", object: "topology", description: "builds topologies" },
      { action: "delete", object: "topology", deny: true, description: "but keeps them" },
      { action: "read", object: "connection", until: "2020-01-01T00:00:00Z", description: "last year" },
      { action: "update", config_id: idOf("config", 3), description: "one thing" },
    ],
  });
  const ask = async (object: string, action: string) => (await explain(someone, { object, action })).payload;
  expect(await ask("topology", "read")).toMatchObject({
    subject: { id: someone.id, roles: ["viewer"], is_active: true },
    outcome: "allowed",
    because: "This is allowed, and no rule denies it.",
    reasons: [
      { kind: "role", name: "viewer", effect: "allow", extent: "all", state: "applies", decides: true },
      { kind: "rule", name: "builds topologies", through: { kind: "person" }, decides: true },
    ],
  });
  expect(await ask("topology", "delete")).toMatchObject({
    outcome: "denied",
    because: "A rule denies this, and denying rules win.",
    reasons: [
      { name: "but keeps them", effect: "deny", decides: true },
      { name: "builds topologies", effect: "allow", decides: false },
    ],
  });
  expect(await ask("topology", "write")).toMatchObject({ outcome: "partly" });
  expect(await ask("connection", "read")).toMatchObject({
    outcome: "denied",
    because: "No role or rule allows this.",
    reasons: [{ name: "last year", state: "expired", decides: false }],
  });
  expect(await ask("catalog", "update")).toMatchObject({
    outcome: "partly",
    reasons: [{ name: "one thing", extent: "some", decides: true }],
  });
  expect(await ask("rbac", "write")).toMatchObject({ outcome: "denied", reasons: [] });

  // The API behaves as explained.
  expect((await someone.ask(`/topologies?id=eq.${idOf("topology", 1)}`, { method: "DELETE" })).status).toBe(403);
  expect((await someone.ask("/connections")).status).toBe(403);
});

test("the explanation contains the team, role or group through which a rule applies", async () => {
  const someone = await person({ roles: ["viewer"] });
  await db
    .insertInto("team_members")
    .values({ team_id: idOf("team", 2), person_id: someone.id })
    .execute();
  const [team] = await db.selectFrom("teams").select("name").where("id", "=", idOf("team", 2)).execute();
  await db
    .insertInto("permissions")
    .values([
      { action: "read", object: "people", team_id: idOf("team", 2), description: "by team" },
      { action: "read", object: "people", subject: "viewer", subject_type: "group", description: "by role" },
      { action: "read", object: "people", subject: "everyone", subject_type: "group", description: "by all" },
    ])
    .execute();
  const { payload } = await explain(admin, { subject: someone.id, object: "people", action: "read" });
  expect(payload.outcome).toBe("allowed");
  expect(payload.reasons.map(({ name, through }) => [name, through.kind, through.name])).toEqual([
    ["by team", "team", team!.name],
    ["by role", "role", "viewer"],
    ["by all", "everyone", "everyone"],
  ]);
  await db.deleteFrom("permissions").where("object", "=", "people").where("person_id", "is", null).execute();
});

test("people with permission to write rbac get explanations for others; all people get their own explanation", async () => {
  const { email } = await db.selectFrom("people").select("email").where("id", "=", viewer.id).executeTakeFirstOrThrow();
  expect(await explain(admin, { subject: email, object: "incident", action: "write" })).toMatchObject({
    payload: { subject: { id: viewer.id }, outcome: "denied" },
  });
  expect(await explain(viewer, { subject: email, object: "incident", action: "read" })).toMatchObject({ status: 200 });
  expect(await explain(editor, { subject: email, object: "incident", action: "read" })).toMatchObject({
    status: 403,
    error: "You need permission to write rbac.",
  });
  expect((await explain(admin, { subject: "nobody@example.org", object: "incident", action: "read" })).status).toBe(
    404,
  );
  for (const body of [{ object: "the moon", action: "read" }, { object: "logs", action: "fly" }, { object: "logs" }])
    expect((await explain(viewer, body)).status).toBe(400);
});

test.each([
  ["admin", "allowed"],
  ["editor", "allowed"],
  ["responder", "allowed"],
  ["commander", "allowed"],
  ["viewer", "denied"],
  ["guest", "denied"],
] as const)("running a check is a separate action: for %s it is %s", async (role, outcome) => {
  const someone = await person({ roles: [role] });
  expect((await explain(someone, { object: "canaries", action: "check:run" })).payload.outcome).toBe(outcome);
});
