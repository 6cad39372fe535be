// Tests "Send a test": a real message to a connection or to the recipients of a rule. The response contains the
// exchange without secrets.
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openConnections } from "../support/connection-server.ts";
import { idOf } from "../support/estate.ts";
import { json, startLocalServer } from "../support/local-server.ts";
import { makeAuthority } from "../support/certificates.ts";
import { startSmtp } from "../servers/smtp.ts";
import { startTestServer } from "../support/test-server.ts";

const smtp = await startSmtp(makeAuthority().issue({ names: ["localhost"] }), "unused");
afterAll(() => smtp.stop());
const receiver = await startLocalServer();

const env = {
  SMTP_URL: `smtp://ada:unused@127.0.0.1:${smtp.plainPort}?Encryption=None`,
  MAIL_FROM: "Deck <deck@example.org>",
};
const { db, admin, editor, viewer, make } = await openConnections(await startTestServer({ env }));

interface Answer {
  deliveries: {
    recipient: string;
    channel: string;
    outcome: string;
    error?: string;
    exchanges: { request: string; response?: string; status?: number }[];
  }[];
}

const send = async (body: object, who = admin) => {
  const answer = await who.ask("/api/notification/test", { method: "POST", body });
  return { ...answer, deliveries: (answer.body as Answer).deliveries };
};

const secretUrl = `${receiver.url}/in/canaryQw-hook-token`;

beforeEach(() => {
  receiver.answer = json(200, { received: true });
  receiver.requests.length = 0;
  smtp.letters.length = 0;
});

describe("a connection", () => {
  test("a connection gets a test message; the response contains the exchange without secrets, and the audit log records the test", async () => {
    const id = await make({
      name: "hook",
      type: "generic_webhook",
      username: secretUrl,
      password: "canaryEr-signing-secret",
    });
    const { status, deliveries, text } = await send({ connection_id: id });
    expect(status).toBe(200);
    expect(deliveries).toMatchObject([{ recipient: "hook", channel: "generic_webhook", outcome: "delivered" }]);
    expect(deliveries[0]!.exchanges[0]).toMatchObject({
      status: 200,
      response: expect.stringContaining('"received": true') as unknown,
    });
    expect(receiver.requests[0]!.headers["webhook-signature"]).toMatch(/^v1,/);
    expect(JSON.parse(receiver.requests[0]!.body)).toMatchObject({
      title: "Messages from Quarterdeck arrive here",
      purpose: "test",
      summary: expect.stringMatching(/ tests the connection hook\.$/) as unknown,
    });
    expect(text).not.toMatch(/canaryQw|canaryEr/);
    const deeds = await db
      .selectFrom("audit_log")
      .select(["person_id", "resource_name", "after"])
      .where("resource_id", "=", id)
      .where("action", "=", "test")
      .execute();
    expect(deeds).toMatchObject([
      { person_id: admin.id, resource_name: "hook", after: { outcome: "delivered", sent: true } },
    ]);
  });

  test("a connection that fails shows why, with the request and the response", async () => {
    receiver.answer = json(500, { error: "out of disk, canaryQw-hook-token" });
    const id = await make({ type: "generic_webhook", username: secretUrl });
    const { status, deliveries, text } = await send({ connection_id: id });
    expect(status).toBe(200);
    expect(deliveries[0]).toMatchObject({
      outcome: "failed",
      error: expect.stringContaining("failed with an internal error (500)") as unknown,
    });
    expect(deliveries[0]!.exchanges[0]!.status).toBe(500);
    expect(text).not.toContain("canaryQw");
  });

  test("a connection can only be tested by people with permission to change it", async () => {
    const id = await make({ type: "generic_webhook", username: secretUrl });
    for (const who of [editor, viewer]) {
      expect((await send({ connection_id: id }, who)).status).toBe(403);
      // Unknown ids get the same response as ids that the caller is not allowed to see.
      expect((await send({ connection_id: idOf("connection", 999) }, who)).status).toBe(403);
    }
    expect((await send({ connection_id: idOf("connection", 999) })).status).toBe(404);
    expect(receiver.requests).toHaveLength(0);
  });

  test("a connection is rejected if its type cannot send messages", async () => {
    const id = await make({ type: "postgres", url: "postgres://localhost/x" });
    expect(await send({ connection_id: id })).toMatchObject({ status: 501 });
  });
});

describe("a rule", () => {
  let ruleCount = 0;
  const saved = async (row: object) => {
    const answer = await admin.ask("/notifications?select=id", {
      method: "POST",
      headers: { prefer: "return=representation" },
      body: { name: `test rule ${(ruleCount += 1)}`, events: ["check.failed"], ...row },
    });
    expect({ status: answer.status, said: answer.text }).toMatchObject({ status: 201 });
    return (answer.body as { id: string }[])[0]!.id;
  };

  test("a test of a saved rule is sent to its recipient, with the properties of the rule", async () => {
    await make({ name: "ops-hook", namespace: "default", type: "generic_webhook", username: secretUrl });
    for (const service of [
      { name: "by URL", url: secretUrl },
      { name: "by connection", connection: "connection://default/ops-hook" },
    ]) {
      const id = await saved({ custom_services: [service], properties: { "generic.key": "text" } });
      const { deliveries, text } = await send({ notification_id: id }, editor);
      expect(deliveries.map(({ recipient, outcome }) => [recipient, outcome])).toEqual([[service.name, "delivered"]]);
      expect(text).not.toContain("canaryQw");
    }
    expect(receiver.requests.length).toBeGreaterThan(0);
    for (const { body } of receiver.requests) expect(JSON.parse(body)).toHaveProperty("text");
  });

  test("a test of an unsaved rule is sent to its services, to a person by mail, and to a team", async () => {
    const rule = {
      custom_services: [{ webhook: { url: secretUrl, secret: "canaryTy-secret" } }, { email: "ops@example.org" }],
    };
    const { deliveries, text } = await send({ rule }, editor);
    expect(deliveries.map(({ channel, outcome }) => [channel, outcome])).toEqual([
      ["generic_webhook", "delivered"],
      ["email", "delivered"],
    ]);
    expect(smtp.letters[0]).toMatchObject({ from: "deck@example.org", to: ["ops@example.org"] });
    expect(deliveries[1]!.exchanges[0]!.request).toContain("Subject: Test: Messages from Quarterdeck arrive here");
    expect(text).not.toMatch(/canaryTy|canaryQw/);

    await send({ rule: { person_id: admin.id } }, editor);
    const { email } = await db
      .selectFrom("people")
      .select("email")
      .where("id", "=", admin.id)
      .executeTakeFirstOrThrow();
    expect(smtp.letters.at(-1)!.to).toEqual([email]);

    const spec = { notifications: [{ name: "chat", url: secretUrl }] };
    const team = await admin.ask("/teams?select=id", {
      method: "POST",
      headers: { prefer: "return=representation" },
      body: { name: "blue", spec },
    });
    const [{ id }] = team.body as [{ id: string }];
    expect((await send({ rule: { team_id: id } }, editor)).deliveries).toMatchObject([
      { recipient: "blue: chat", outcome: "delivered" },
    ]);
  });

  test("properties of the rule override properties of the service, as in real messages", async () => {
    const rule = {
      custom_services: [{ url: secretUrl, properties: { messagekey: "service", titlekey: "head", unset: null } }],
      properties: { messagekey: "rule" },
    };
    expect((await send({ rule }, editor)).deliveries).toMatchObject([{ outcome: "delivered" }]);
    const body = JSON.parse(receiver.requests.at(-1)!.body) as object;
    expect(Object.keys(body)).toEqual(expect.arrayContaining(["rule", "head"]));
    expect(Object.keys(body)).not.toContain("service");
  });

  test("sends to the channels of a person's preferences", async () => {
    await db
      .insertInto("notification_preferences")
      .values({
        person_id: viewer.id,
        channels: JSON.stringify([{ name: "phone", url: "ntfy://ntfy.example.org" }]),
      } as never)
      .execute();
    // Everyone can enter such an address, so it is reached with the least privileges.
    const { deliveries } = await send({ rule: { person_id: viewer.id } }, editor);
    expect(deliveries.map(({ channel }) => channel)).toEqual(["ntfy"]);
    expect(smtp.letters).toEqual([]);
  });

  test("reports a missing connection only for the recipient that uses it", async () => {
    const rule = { custom_services: [{ connection: "connection://default/nowhere" }, { url: secretUrl }] };
    const { deliveries } = await send({ rule });
    expect(deliveries.map(({ outcome }) => outcome)).toEqual(["failed", "delivered"]);
    expect(deliveries[0]!.error).toContain("nowhere");
  });

  test("a rule is rejected without a recipient, with masked values, and with an unknown field", async () => {
    expect(await send({ rule: {} })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining("no recipient") as unknown },
    });
    expect(await send({ rule: { custom_services: [{ url: "***" }] } })).toMatchObject({
      status: 400,
      body: { error: "The rule contains masked values." },
    });
    expect(await send({ rule: { custom_services: [{ url: "https://hooks.example.org/***" }] } })).toMatchObject({
      status: 400,
      body: { error: "The rule contains masked values." },
    });
    expect(await send({ rule: {}, connection_id: idOf("connection", 1) })).toMatchObject({ status: 400 });
    expect(await send({ rul: {} })).toMatchObject({ status: 400 });
    expect((await send({ rule: { custom_services: [{ url: "carrier-pigeon://canaryQw@x" }] } })).text).not.toContain(
      "canaryQw",
    );
  });

  test("a rule can only be tested by people with permission to change rules", async () => {
    const id = await saved({ custom_services: [{ url: secretUrl }] });
    for (const body of [{ notification_id: id }, { rule: { custom_services: [{ url: secretUrl }] } }])
      expect((await send(body, viewer)).status).toBe(403);
    expect((await send({ notification_id: idOf("notification", 999) })).status).toBe(404);
    expect(receiver.requests).toHaveLength(0);
  });
});
