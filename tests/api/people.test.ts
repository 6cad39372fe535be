// Tests the calls that change people and their roles: required permissions and effects.
import { expect, test } from "vitest";
import type { Users } from "#areas/people/contract.ts";
import { idOf } from "../support/estate.ts";
import { openEstate, type Reply, type Someone } from "../permissions/estate-server.ts";
import { startTestServer } from "../support/test-server.ts";
import { openBrowser } from "./browser.ts";

const server = await startTestServer();
const { db, person } = await openEstate(server);
const admin = await person({ roles: ["admin"] });
const editor = await person({ roles: ["editor"] });
const viewer = await person({ roles: ["viewer"] });
/** Rules allow the clerk, who is not an administrator, to write people and roles. */
const clerk = await person({
  roles: ["viewer", "responder"],
  rules: [
    { action: "*", object: "people" },
    { action: "*", object: "rbac" },
  ],
});

const post = (who: Someone, path: string, body: unknown) => who.ask(path, { method: "POST", body });
const update = (who: Someone, body: object) => post(who, "/api/people/update", body);
const remove = (who: Someone, id: string) => who.ask(`/api/people/${id}`, { method: "DELETE" });
const setRoles = (who: Someone, id: string, roles: unknown) => post(who, `/api/rbac/${id}/update_role`, { roles });
const errorOf = ({ body }: Reply) => body as { error: string; message?: string };
const users = async () => (await admin.ask("/api/people")).body as Users;
const userOf = async (id: string) => (await users()).users.find((user) => user.id === id);
const deeds = (id: string) =>
  db
    .selectFrom("audit_log")
    .select(["action", "resource_type", "columns", "before", "after", "person_id"])
    .where("resource_id", "=", id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

async function withPassword(roles: Parameters<typeof person>[0]) {
  const someone = await person(roles);
  const { proof } = await db.selectFrom("credentials").select("proof").executeTakeFirstOrThrow();
  await db.insertInto("credentials").values({ person_id: someone.id, type: "password", proof }).execute();
  const { email } = await db
    .selectFrom("people")
    .select("email")
    .where("id", "=", someone.id)
    .executeTakeFirstOrThrow();
  return { ...someone, credentials: { email: email!, password: server.administrator.password } };
}

test("SE-04 DA-15 one call changes a person's name, email, roles and state, and records it", async () => {
  const someone = await person({ roles: ["viewer"] });
  const changed = await update(admin, {
    id: someone.id,
    firstName: " Grace ",
    lastName: "Hopper",
    email: "Grace.Hopper@Example.org",
    role: "responder",
    active: false,
  });
  expect(changed).toMatchObject({
    status: 200,
    body: { email: "grace.hopper@example.org", name: { first: "Grace", last: "Hopper" } },
  });
  expect(await userOf(someone.id)).toMatchObject({
    name: "Grace Hopper",
    email: "grace.hopper@example.org",
    roles: ["responder"],
    state: "inactive",
    has_second_factor: false,
  });
  expect((await someone.ask("/api/auth/whoami")).status).toBe(401);
  expect(await deeds(someone.id)).toMatchObject([
    {
      action: "update",
      resource_type: "people",
      columns: ["email", "name"],
      before: { name: expect.stringMatching(/^Person \d+$/) },
      after: { email: "grace.hopper@example.org", name: "Grace Hopper" },
      person_id: admin.id,
    },
    {
      resource_type: "people",
      columns: ["state"],
      before: { state: "active" },
      after: { state: "inactive" },
    },
    {
      resource_type: "person_roles",
      columns: ["roles"],
      before: { roles: ["viewer"] },
      after: { roles: ["responder"] },
    },
  ]);
  // Repeating the call changes and records nothing.
  await update(admin, { id: someone.id, firstName: "Grace", role: "responder", active: false });
  expect(await deeds(someone.id)).toHaveLength(3);

  const form = new URLSearchParams({ id: someone.id, lastName: "Murray Hopper", active: "true" });
  const sent = await server.fetch("/api/people/update", {
    method: "POST",
    headers: { authorization: `Bearer ${admin.token}` },
    body: form,
  });
  expect(await sent.json()).toEqual({
    email: "grace.hopper@example.org",
    name: { first: "Grace", last: "Murray Hopper" },
  });
  expect((await someone.ask("/api/auth/whoami")).status).toBe(200);
});

test("an invalid change is rejected with a message and has no effect", async () => {
  const someone = await person({ roles: ["viewer"] });
  const before = await userOf(someone.id);
  const { id } = someone;
  const taken = (await userOf(editor.id))!.email;
  for (const [body, status, words] of [
    [{ id: crypto.randomUUID() }, 404, "There is no person"],
    [{ id: "1" }, 400, "is not the id of a person"],
    [{ id, email: "nowhere" }, 400, "body.email: is not a valid email address"],
    [{ id, role: "pirate" }, 400, "body.role: must be one of admin, editor"],
    [{ id, role: "viewer", roles: [] }, 400, "send only one of them"],
    [{ id, active: "perhaps" }, 400, "must be true or false"],
    [{ id, nickname: "x" }, 400, "body.nickname: unknown field"],
    [{ id, firstName: "Eve", email: taken }, 409, `Another person has the email ${taken}.`],
    [{ id, firstName: "x\0" }, 400, "body.firstName: is not valid text"],
    [{ id, email: "x\0@example.org" }, 400, "body.email: is not valid text"],
  ] as const)
    expect([body, await update(admin, body)]).toMatchObject([
      body,
      { status, body: { error: expect.stringContaining(words) } },
    ]);
  for (const [roles, words] of [
    [["pirate"], "must be one of"],
    ["admin", "expected array"],
    [undefined, "expected array"],
  ] as const)
    expect(await setRoles(admin, id, roles)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(words) },
    });
  expect(await setRoles(admin, crypto.randomUUID(), [])).toMatchObject({ status: 404 });
  expect(await userOf(id)).toEqual(before);
  // The names of these people are maintained by another identity service.
  await db.updateTable("people").set({ external_id: "elsewhere" }).where("id", "=", id).execute();
  expect(await update(admin, { id, firstName: "Eve" })).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("are managed by the identity service. Change them there.") },
  });
  expect((await update(admin, { id, role: "responder" })).status).toBe(200);
  // The system is not a person.
  expect(await remove(admin, "00000000-0000-0000-0000-000000000001")).toMatchObject({ status: 404 });
});

test("the response to a rejected call contains the missing permission", async () => {
  const someone = await person({ roles: ["viewer"] });
  for (const who of [editor, viewer]) {
    expect(await update(who, { id: someone.id, firstName: "x" })).toMatchObject({
      status: 403,
      body: { error: "You need permission to write identities." },
    });
    expect((await remove(who, someone.id)).status).toBe(403);
    expect((await who.ask(`/api/people/invitations/${someone.id}`, { method: "DELETE" })).status).toBe(403);
    const refused = await setRoles(who, someone.id, ["editor"]);
    expect([refused.status, errorOf(refused).error]).toEqual([403, "You need permission to write rbac."]);
    expect([refused.headers.get("x-rbac-object"), refused.headers.get("x-rbac-action")]).toEqual(["rbac", "write"]);
  }
  expect((await editor.ask("/api/people")).status).toBe(200);
  expect(await viewer.ask("/api/people")).toMatchObject({
    status: 403,
    body: { error: "You need permission to read identities." },
  });
});

test("people cannot grant roles that they do not have, and cannot change people with more permissions", async () => {
  const someone = await person({ roles: ["viewer"] });
  expect(await setRoles(clerk, someone.id, ["viewer", "responder"])).toMatchObject({
    status: 200,
    body: { message: "success", payload: ["responder", "viewer"] },
  });
  const granted = await setRoles(clerk, someone.id, ["editor"]);
  expect([granted.status, errorOf(granted).message]).toEqual([
    403,
    "You can only grant roles that you hold: you do not hold the role editor.",
  ]);
  expect((await update(clerk, { id: someone.id, role: "admin" })).status).toBe(403);
  expect((await setRoles(clerk, clerk.id, ["admin"])).status).toBe(403);
  // With an administrator's email the clerk could take over the account.
  expect((await update(clerk, { id: admin.id, email: "mine@example.org" })).status).toBe(403);
  expect((await setRoles(clerk, admin.id, [])).status).toBe(403);
  expect((await remove(clerk, admin.id)).status).toBe(403);
  expect((await update(clerk, { id: someone.id, firstName: "Known" })).status).toBe(200);
  expect((await userOf(someone.id))?.roles).toEqual(["responder", "viewer"]);
});

test("a change of roles takes effect at once in an open session", async () => {
  const someone = await withPassword({ roles: ["viewer"] });
  const browser = openBrowser(server);
  expect((await browser.signIn(someone.credentials)).status).toBe(200);
  const roles = async () =>
    (await browser.json<{ payload: { roles: string[] } }>("/api/auth/whoami")).payload.roles.toSorted();
  expect(await roles()).toEqual(["viewer"]);
  expect((await browser.fetch("/api/db/identities?limit=1")).status).toBe(403);
  await setRoles(admin, someone.id, ["editor", "commander", "editor"]);
  expect(await roles()).toEqual(["commander", "editor"]);
  expect((await browser.fetch("/api/db/identities?limit=1")).status).toBe(200);
  await setRoles(admin, someone.id, []);
  expect(await roles()).toEqual([]);
  expect((await browser.fetch("/api/db/canaries?limit=1")).status).toBe(403);
});

test("DA-16 a removed person loses access at once, and their rows keep their author", async () => {
  const someone = await withPassword({ roles: ["editor"], rules: [{ action: "read", object: "connection" }] });
  const browser = openBrowser(server);
  await browser.signIn(someone.credentials);
  await db
    .insertInto("team_members")
    .values({ team_id: idOf("team", 1), person_id: someone.id })
    .execute();
  await db.insertInto("oidc_links").values({ provider: "corp", subject: "s1", person_id: someone.id }).execute();
  const reply = await someone.ask("/canaries?select=id", {
    method: "POST",
    body: { name: "left behind", spec: {} },
    headers: { prefer: "return=representation" },
  });
  const [{ id: canary }] = reply.body as [{ id: string }];
  expect((await browser.fetch("/api/auth/whoami")).status).toBe(200);

  expect(await remove(admin, someone.id)).toMatchObject({ status: 200, body: { message: "success" } });
  expect((await browser.fetch("/api/auth/whoami")).status).toBe(401);
  expect((await someone.ask("/api/auth/whoami")).status).toBe(401);
  const { email, password } = someone.credentials;
  const basic = Buffer.from(`${email}:${password}`).toString("base64");
  expect((await server.fetch("/api/auth/whoami", { headers: { authorization: `Basic ${basic}` } })).status).toBe(401);
  expect((await openBrowser(server).signIn(someone.credentials)).status).toBe(400);
  for (const table of [
    "sessions",
    "access_tokens",
    "credentials",
    "oidc_links",
    "person_roles",
    "team_members",
  ] as const)
    expect([table, await db.selectFrom(table).selectAll().where("person_id", "=", someone.id).execute()]).toEqual([
      table,
      [],
    ]);
  expect(await db.selectFrom("permissions").select("id").where("subject", "=", someone.id).execute()).toEqual([]);
  expect(await userOf(someone.id)).toBeUndefined();
  const kept = await admin.ask(`/canaries?id=eq.${canary}&select=created_by(id,name)`);
  expect(kept.body).toMatchObject([{ created_by: { id: someone.id } }]);
  expect((await deeds(someone.id)).at(-1)).toMatchObject({
    action: "delete",
    resource_type: "people",
    before: { email: someone.credentials.email, roles: ["editor"] },
  });
  expect(await deeds(`${idOf("team", 1)} ${someone.id}`)).toMatchObject([{ action: "delete" }]);
  // The email can be used again.
  expect((await remove(admin, someone.id)).status).toBe(404);
  const again = { firstName: "New", lastName: "Face", email, role: "viewer" };
  expect((await post(admin, "/api/auth/invite_user", again)).status).toBe(200);
});

test("people cannot remove or deactivate themselves, and the last administrator cannot be removed", async () => {
  const own = await remove(admin, admin.id);
  expect([own.status, errorOf(own).error]).toEqual([
    409,
    "You cannot remove your own account. Ask another administrator.",
  ]);
  expect(await update(admin, { id: admin.id, active: false })).toMatchObject({
    status: 409,
    body: { error: "You cannot deactivate your own account. Ask another administrator." },
  });
  const others = (await users()).users.filter(({ roles, id }) => roles.includes("admin") && id !== admin.id);
  const rival = await person({ roles: ["admin"] });
  for (const { id } of others) expect((await setRoles(admin, id, ["editor"])).status).toBe(200);

  // Two administrators remove each other's role: only one succeeds.
  const both = await Promise.all([setRoles(admin, rival.id, []), setRoles(rival, admin.id, [])]);
  expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  const left = (await db.selectFrom("person_roles").select("person_id").where("role", "=", "admin").execute())[0]!;
  expect(await db.selectFrom("person_roles").where("role", "=", "admin").select("role").execute()).toHaveLength(1);
  const last = left.person_id === admin.id ? admin : rival;
  for (const refused of [
    await setRoles(last, last.id, ["viewer"]),
    await update(last, { id: last.id, role: "editor" }),
  ])
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: expect.stringMatching(/ is the last administrator\. Make someone else an administrator first\.$/),
      },
    });
  // A deactivated administrator does not count as the remaining administrator.
  const idle = await person({ roles: ["admin"] });
  await update(last, { id: idle.id, active: false });
  expect((await setRoles(last, last.id, [])).status).toBe(409);
  await update(last, { id: idle.id, active: true });
  expect((await setRoles(last, last.id, ["viewer"])).status).toBe(200);
  for (const id of [admin.id, ...others.map(({ id: other }) => other)])
    await db
      .insertInto("person_roles")
      .values({ person_id: id, role: "admin" })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await expect.poll(async () => (await admin.ask("/api/people")).status).toBe(200);
});

test("SE-03 DA-11 an invitation is listed until it is accepted or withdrawn, and is replaced when sent again", async () => {
  const guest = { firstName: "Ida", lastName: "Guest", email: "ida@example.org", role: "commander" };
  const open = async () => (await users()).invitations.filter(({ email }) => email === guest.email);
  const first = (await post(admin, "/api/auth/invite_user", guest)).body as { link: string; payload: object };
  expect(first.payload).toEqual({ link: first.link, is_mailed: false });
  expect(await open()).toMatchObject([
    { first_name: "Ida", last_name: "Guest", role: "commander", has_expired: false, invited_by: expect.any(String) },
  ]);
  const again = (await post(admin, "/api/auth/invite_user", { ...guest, role: "viewer" })).body as { link: string };
  expect(await open()).toMatchObject([{ role: "viewer" }]);
  const begin = (link: string) => {
    const invitation = new URL(link).searchParams.get("invitation")!;
    return server.fetch(`/api/.ory/self-service/registration/api?invitation=${invitation}`);
  };
  expect([(await begin(first.link)).status, (await begin(again.link)).status]).toEqual([400, 200]);
  const path = `/api/people/invitations/${(await open())[0]!.id}`;
  expect((await admin.ask(path, { method: "DELETE" })).status).toBe(200);
  expect((await admin.ask(path, { method: "DELETE" })).status).toBe(404);
  expect((await begin(again.link)).status).toBe(400);
  expect(await open()).toEqual([]);
  for (const [body, status] of [
    [{ ...guest, email: "" }, 400],
    [{ ...guest, role: "pirate" }, 400],
    [{ ...guest, email: (await users()).users[0]!.email }, 409],
  ] as const)
    expect((await post(admin, "/api/auth/invite_user", body)).status).toBe(status);
  expect((await post(editor, "/api/auth/invite_user", guest)).status).toBe(403);
  expect((await post(clerk, "/api/auth/invite_user", { ...guest, role: "admin" })).status).toBe(403);
});

test("AC-33 SE-05 a person has an id, a name, an avatar and roles", async () => {
  const [found] = (await viewer.ask(`/people_roles?id=eq.${editor.id}`)).body as [object];
  expect(found).toEqual({
    id: editor.id,
    name: expect.any(String),
    email: expect.any(String),
    avatar: null,
    roles: ["editor"],
  });
  const [row] = (await viewer.ask(`/people?id=eq.${editor.id}&select=id,name,avatar`)).body as [object];
  expect(Object.keys(row)).toEqual(["id", "name", "avatar"]);
});

test("AC-11 AC-31 whoami lists what roles and rules allow and deny, without expired rules", async () => {
  const someone = await person({
    roles: ["responder"],
    rules: [
      { action: "update", object: "canaries" },
      { action: "read", object: "topology", deny: true },
      { action: "read", object: "connection", until: "2020-01-01T00:00:00Z" },
    ],
  });
  const { payload } = (await someone.ask("/api/auth/whoami")).body as {
    payload: { permissions: { subject: string; object: string; action: string; deny?: boolean }[] };
  };
  expect(payload.permissions).toEqual(
    expect.arrayContaining([
      { subject: "responder", object: "incident", action: "write" },
      { subject: "responder", object: "canaries", action: "check:run" },
      expect.objectContaining({ subject: someone.id, object: "canaries", action: "update" }),
      expect.objectContaining({ subject: someone.id, object: "topology", action: "read", deny: true }),
    ]),
  );
  expect(payload.permissions.filter(({ object }) => object === "connection")).toEqual([]);
});

test("SE-09 a member of a team has an id, a name and an email, and links the team to the person", async () => {
  const row = { team_id: idOf("team", 1), person_id: editor.id };
  expect((await post(admin, "/team_members", [row])).status).toBe(201);
  const found = await viewer.ask(
    `/team_members?team_id=eq.${row.team_id}&person_id=eq.${row.person_id}&select=*,person_id(id,name,email)`,
  );
  expect(found.body).toMatchObject([
    { team_id: row.team_id, person_id: { id: editor.id, name: expect.any(String), email: expect.any(String) } },
  ]);
  const [member] = (await viewer.ask(`/team_members?person_id=eq.${editor.id}`)).body as [object];
  expect(member).toMatchObject(row);
  expect((await viewer.ask(`/team_members?person_id=eq.${editor.id}`, { method: "DELETE" })).status).toBe(403);
});

test("SE-23 AC-17 a permission has all its fields, and can be written by people who may write permissions", async () => {
  const rule = { action: "read", object: "logs", person_id: viewer.id, description: "reads logs", deny: false };
  const { status, body } = await editor.ask("/permissions", {
    method: "POST",
    body: { ...rule, until: "2036-01-01T00:00:00Z" },
    headers: { prefer: "return=representation" },
  });
  expect(status).toBe(201);
  const [created] = body as [Record<string, unknown>];
  const fields =
    "id action deny description object config_id component_id canary_id playbook_id connection_id team_id person_id notification_id until source created_by created_at updated_by updated_at";
  expect(Object.keys(created)).toEqual(expect.arrayContaining(fields.split(" ")));
  expect(created).toMatchObject({
    ...rule,
    source: "UI",
    created_by: editor.id,
    subject: viewer.id,
    subject_type: "person",
  });
  const path = `/permissions?id=eq.${created["id"] as string}`;
  for (const [method, sent] of [
    ["POST", rule],
    ["PATCH", { description: "more" }],
    ["DELETE", undefined],
  ] as const)
    expect(await viewer.ask(method === "POST" ? "/permissions" : path, { method, body: sent })).toMatchObject({
      status: 403,
      body: { message: "You need permission to write permissions." },
    });
  expect((await editor.ask(path, { method: "DELETE" })).status).toBe(204);
  expect((await editor.ask(path)).body).toEqual([]);
});

test("with the feature disabled, the API calls of the page return 404, and people keep their access", async () => {
  const set = (value: string) =>
    admin.ask("/properties?name=eq.settings.users.disable", {
      method: "PUT",
      body: { name: "settings.users.disable", value },
    });
  await set("true");
  await expect.poll(async () => (await admin.ask("/api/people")).status).toBe(404);
  for (const answer of [
    await update(admin, { id: viewer.id, firstName: "x" }),
    await remove(admin, viewer.id),
    await post(admin, "/api/auth/invite_user", { email: "a@example.org", role: "viewer" }),
    await admin.ask(`/api/people/invitations/${viewer.id}`, { method: "DELETE" }),
    await admin.ask("/identities"),
  ])
    expect([answer.status, answer.text]).toEqual([404, expect.stringContaining("settings.users is switched off")]);
  expect((await viewer.ask("/api/auth/whoami")).status).toBe(200);
  await set("false");
  await expect.poll(async () => (await admin.ask("/api/people")).status).toBe(200);
});
