// The channels and quiet hours of people.
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Preferences } from "../../contract.ts";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";

const { db, person } = await openEstate(await startTestServer({ env: { ROLE: "web" } }));
const path = "/api/notification/preferences";
const save = (who: Someone, body: unknown) => who.ask(path, { method: "PUT", body });
const none = { channels: null, time_zone: null, quiet_from: null, quiet_until: null, quiet_days: null };

test("people without preferences get messages by email and have no quiet hours", async () => {
  const someone = await person({ roles: ["guest"] });
  expect((await someone.ask(path)).body).toEqual({ ...none, email: expect.stringContaining("@example.org") });
});

test("people set only their own quiet hours and channels", async () => {
  const [one, other] = [await person({ roles: ["viewer"] }), await person({ roles: ["viewer"] })];
  const quiet = { time_zone: "Europe/Berlin", quiet_from: "22:00", quiet_until: "06:30", quiet_days: [1, 2, 7] };
  expect((await save(one, quiet)).body).toMatchObject({ ...quiet, channels: null });
  expect((await one.ask(path)).body).toMatchObject(quiet);
  expect((await other.ask(path)).body).toMatchObject(none);
  expect((await save(one, {})).body).toMatchObject(none);
});

test("channel credentials are encrypted, returned as ***, and kept when *** is sent back", async () => {
  const someone = await person({ roles: ["viewer"] });
  const channels = [{ name: "phone", url: "ntfy://ada:a-very-secret-token@ntfy.example.org/me" }];
  const { body, text } = await save(someone, { channels });
  expect(text).not.toContain("a-very-secret-token");
  const shown = (body as Preferences).channels!;
  expect(JSON.stringify(shown)).toContain("***");
  const stored = () =>
    sql<{ channels: unknown; channels_secrets: string | null }>`
      select channels, channels_secrets from notification_preferences where person_id = ${someone.id}`.execute(db);
  const [before] = (await stored()).rows;
  expect(JSON.stringify(before!.channels)).not.toContain("a-very-secret-token");
  expect(before!.channels_secrets).toBeTruthy();
  expect((await save(someone, { channels: shown, quiet_from: "20:00", quiet_until: "21:00" })).status).toBe(200);
  expect((await stored()).rows[0]!.channels_secrets).toBe(before!.channels_secrets);
});

test("a channel can use a connection only if the person may use it", async () => {
  const { id } = await db
    .insertInto("connections")
    .values({ name: "chat", namespace: "default", type: "slack", url: "https://chat.example.org" } as never)
    .returning("id")
    .executeTakeFirstOrThrow();
  const channels = [{ connection: "connection://default/chat" }];
  const guest = await person({ roles: ["guest"] });
  expect((await save(guest, { channels })).status).toBe(403);
  const trusted = await person({ roles: ["guest"], rules: [{ action: "read", connection_id: id }] });
  expect((await save(trusted, { channels })).body).toMatchObject({ channels });
});

test("invalid preferences are refused, and the message contains the field name", async () => {
  const someone = await person({ roles: ["viewer"] });
  for (const [body, message] of [
    [{ time_zone: "Mars/Olympus" }, "body.time_zone"],
    [{ quiet_from: "25:00", quiet_until: "06:00" }, "body.quiet_from"],
    [{ quiet_from: "22:00" }, "body.quiet_until: needs both"],
    [{ quiet_from: "22:00", quiet_until: "22:00" }, "body.quiet_until: must differ"],
    [{ quiet_days: [8] }, "body.quiet_days.0"],
    [{ channels: [{ name: "nothing" }] }, "body.channels.0: needs either a connection or a url"],
    [{ quite_from: "22:00" }, "body.quite_from: unknown field"],
    [{ channels: [{ url: "ntfy://x/y", filter: "true" }] }, "body.channels.0.filter: unknown field"],
  ] as const) {
    const answer = await save(someone, body);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining(message)]);
  }
});
