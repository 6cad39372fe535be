// Tests recovery, verification and invitations by email, with mails read from an SMTP server.
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { AnyFlow, CodeFlow, IdentitySession, RegistrationFlow, SettingsFlow } from "#areas/identity/model.ts";
import { hashPassword } from "#areas/identity/server/passwords.ts";
import { resetPassword } from "#areas/identity/server/reset-password.ts";
import { jobSchema } from "#server/jobs/install.ts";
import { sendMail } from "#areas/identity/server/mail/mail.ts";
import { startTestServer } from "../support/test-server.ts";
import { nodeOf, openBrowser, type Browser } from "./browser.ts";
import { codeIn, linkIn, startMailSink } from "./mail-sink.ts";

const sink = await startMailSink();
const server = await startTestServer({ env: { SMTP_URL: sink.url, MAIL_FROM: "Deck <deck@example.org>" } });
const db = server.system.db.system;
const password = "correct-horse-battery";
const proof = await hashPassword(password);
let accountCount = 0;

async function someone() {
  accountCount += 1;
  const email = `reader-${accountCount}@example.org`;
  const { id } = await db.insertInto("people").values({ name: "Ada", email }).returning("id").executeTakeFirstOrThrow();
  await db.insertInto("credentials").values({ person_id: id, type: "password", proof }).execute();
  await db.insertInto("person_roles").values({ person_id: id, role: "viewer" }).execute();
  return { id, email };
}

beforeEach(async () => {
  await db.deleteFrom("sign_in_throttles").execute();
});

const read = async <F extends AnyFlow>(answer: Response, status = 200): Promise<F> => {
  expect(answer.status).toBe(status);
  return (await answer.json()) as F;
};
const plain = { headers: { accept: "text/html" } };
const pathOf = (link: string) => link.slice(server.url.length);
const whoami = async (browser: Browser) => (await browser.fetch("/api/.ory/sessions/whoami")).status;
const names = ({ ui }: AnyFlow) =>
  ui.nodes.flatMap(({ attributes }) => ("name" in attributes ? [attributes.name] : []));

async function ask(kind: "recovery" | "verification", email: string, values = {}) {
  const browser = openBrowser(server);
  const flow = await browser.start<CodeFlow>(kind);
  const sent = await read<CodeFlow>(await browser.send(kind, flow, { method: "code", email, ...values }));
  return { browser, flow: sent };
}

describe("recovery", () => {
  test("a code from the mail signs the person in and opens the settings to choose a new password", async () => {
    const { email } = await someone();
    const { browser, flow } = await ask("recovery", ` ${email.toUpperCase()} `);
    expect(flow).toMatchObject({ state: "sent_email", active: "code", ui: { messages: [{ id: 1060003 }] } });
    expect(names(flow)).toEqual(["csrf_token", "code", "method", "email"]);
    const letter = await sink.letterTo(email);
    expect(letter.from).toBe("deck@example.org");
    const wrong = await read<CodeFlow>(await browser.send("recovery", flow, { method: "code", code: "x" }), 400);
    expect(nodeOf(wrong, "code").messages).toMatchObject([{ id: 4060006 }]);
    const right = await browser.send("recovery", flow, { method: "code", code: codeIn(letter) });
    expect(right.status).toBe(422);
    const { error, redirect_browser_to } = (await right.json()) as {
      error: { id: string };
      redirect_browser_to: string;
    };
    expect(error.id).toBe("browser_location_change_required");
    expect(redirect_browser_to).toMatch(/\/profile-settings\?flow=[0-9a-f-]{36}$/);
    const id = new URL(redirect_browser_to).searchParams.get("flow");
    const settings = await browser.json<SettingsFlow>(`/api/.ory/self-service/settings/flows?id=${id}`);
    expect(settings.ui.messages).toMatchObject([{ id: 1060001 }]);
    await read(await browser.send("settings", settings, { method: "password", password: "seven-unlikely-llamas" }));
    expect((await openBrowser(server).signIn({ email, password: "seven-unlikely-llamas" })).status).toBe(200);
    // The code and the form both work only once.
    const again = await browser.send("recovery", flow, { method: "code", code: codeIn(letter) });
    expect(again.status).not.toBe(422);
  });

  test("a link works once, in every browser", async () => {
    const { email } = await someone();
    const { flow } = await ask("recovery", email, { method: "link" });
    expect(flow).toMatchObject({ active: "link", ui: { messages: [{ id: 1060002 }] } });
    const letter = await sink.letterTo(email);
    expect(codeIn(letter)).toBe("");
    const [first, second] = [openBrowser(server), openBrowser(server)];
    const arrived = await first.fetch(pathOf(linkIn(letter)), plain);
    expect([arrived.status, arrived.headers.get("location")]).toEqual([
      303,
      expect.stringMatching(/^\/profile-settings\?flow=/),
    ]);
    expect(await whoami(first)).toBe(200);
    const late = await second.fetch(pathOf(linkIn(letter)), plain);
    expect(late.headers.get("location")).toMatch(/^\/recovery\?flow=/);
    const next = await second.json<CodeFlow>(
      `/api/.ory/self-service/recovery/flows?id=${late.headers.get("location")!.split("=")[1]}`,
    );
    expect(next.ui.messages).toMatchObject([{ id: 4060004 }]);
    expect(await whoami(second)).toBe(401);
  });

  describe("all other open codes and links of the account become invalid", () => {
    const stillWorks = async (link: string) => {
      const browser = openBrowser(server);
      await browser.fetch(pathOf(link), plain);
      return (await whoami(browser)) === 200;
    };
    const linkFor = async (email: string) => {
      await ask("recovery", email);
      return linkIn(await sink.letterTo(email));
    };

    test("open codes and links become invalid when a code or link is used", async () => {
      const { email } = await someone();
      const [first, second] = [await linkFor(email), await linkFor(email)];
      expect(await stillWorks(second)).toBe(true);
      expect(await stillWorks(first)).toBe(false);
    });

    test("open codes and links become invalid when the password changes", async () => {
      const { email } = await someone();
      const link = await linkFor(email);
      const browser = openBrowser(server);
      await browser.signIn({ email, password });
      const form = await browser.start<SettingsFlow>("settings");
      await read(await browser.send("settings", form, { method: "password", password: "seven-unlikely-llamas" }));
      expect(await stillWorks(link)).toBe(false);
    });

    test("open codes and links become invalid when an administrator resets the password", async () => {
      const { email } = await someone();
      const link = await linkFor(email);
      await resetPassword(db, email);
      expect(await stillWorks(link)).toBe(false);
    });

    test("open codes and links become invalid when the email changes", async () => {
      const { email } = await someone();
      const link = await linkFor(email);
      const browser = openBrowser(server);
      await browser.signIn({ email, password });
      const form = await browser.start<SettingsFlow>("settings");
      const traits = { email: `moved-${email}`, name: { first: "Ada", last: "" } };
      await read(await browser.send("settings", form, { method: "profile", traits }));
      expect(await stillWorks(link)).toBe(false);
      await sink.letterTo(traits.email);
      await sink.letterTo(email);
    });
  });

  test("recovery does not reveal whether an account exists, and does not send a mail to an unknown address", async () => {
    const { email, id } = await someone();
    await db.updateTable("people").set({ state: "inactive" }).where("id", "=", id).execute();
    const answers = await Promise.all(
      ["nobody@example.org", email].map(async (each) => (await ask("recovery", each)).flow),
    );
    const known = await someone();
    answers.push((await ask("recovery", known.email)).flow);
    await sink.letterTo(known.email);
    const shapes = answers.map(({ state, ui }) => ({ state, said: ui.messages, nodes: ui.nodes.length }));
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);
    expect(sink.received).toEqual([]);
  });

  test("accepts five attempts at a code, and a new mail invalidates the previous code", async () => {
    const { email } = await someone();
    const { browser, flow } = await ask("recovery", email);
    const first = await sink.letterTo(email);
    await read(await browser.send("recovery", flow, { email }));
    const second = await sink.letterTo(email);
    const attempt = async (code: string) => (await browser.send("recovery", flow, { method: "code", code })).status;
    // In one of a million runs both codes are equal.
    expect(await attempt(codeIn(first) === codeIn(second) ? "another" : codeIn(first))).toBe(400);
    for (let guess = 0; guess < 4; guess += 1) expect(await attempt(`guess ${guess}`)).toBe(400);
    expect(await attempt(codeIn(second))).toBe(400);
    expect(await whoami(browser)).toBe(401);
  });

  test("limits the number of mails to an address", async () => {
    const statuses: number[] = [];
    const { email } = await someone();
    for (let round = 0; round < 7; round += 1) {
      const browser = openBrowser(server);
      statuses.push(
        (await browser.send("recovery", await browser.start("recovery"), { method: "code", email })).status,
      );
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  test("recovery still requires the second factor of the account", async () => {
    const { email, id } = await someone();
    await db.insertInto("credentials").values({ person_id: id, type: "totp", proof: "sealed" }).execute();
    const { browser, flow } = await ask("recovery", email);
    const right = await browser.send("recovery", flow, { method: "code", code: codeIn(await sink.letterTo(email)) });
    expect(right.status).toBe(422);
    expect(await whoami(browser)).toBe(403);
    expect((await browser.fetch("/api/.ory/self-service/settings/browser")).status).toBe(403);
  });

  test.each([
    ["", 4000002],
    ["nobody", 4000001],
  ])("refuses the email %j with a message at the field", async (email, id) => {
    const browser = openBrowser(server);
    const flow = await browser.start<CodeFlow>("recovery");
    const answer = await read<CodeFlow>(await browser.send("recovery", flow, { method: "code", email }), 400);
    expect(nodeOf(answer, "email").messages).toMatchObject([{ id }]);
  });

  test("recovery is not available to signed-in people", async () => {
    const browser = openBrowser(server);
    await browser.signIn();
    const answer = await browser.fetch("/api/.ory/self-service/recovery/browser");
    expect(await answer.json()).toMatchObject({ error: { id: "session_already_available" } });
  });
});

describe("verification", () => {
  test("a code confirms only the email it was sent to, not another email in the profile", async () => {
    const { email, id } = await someone();
    const { browser, flow } = await ask("verification", email);
    expect(flow.ui.messages).toMatchObject([{ id: 1080003 }]);
    const done = await read<CodeFlow>(
      await browser.send("verification", flow, { method: "code", code: codeIn(await sink.letterTo(email)) }),
    );
    expect(done).toMatchObject({ state: "passed_challenge", ui: { messages: [{ id: 1080002, type: "success" }] } });
    expect(await browser.json(`/api/.ory/self-service/verification/flows?id=${flow.id}`)).toMatchObject({
      state: "passed_challenge",
    });
    await browser.signIn({ email, password });
    const addresses = async () =>
      (await browser.json<IdentitySession>("/api/.ory/sessions/whoami")).identity.verifiable_addresses;
    expect(await addresses()).toMatchObject([{ value: email, verified: true, status: "completed" }]);
    await db
      .updateTable("people")
      .set({ email: `new-${email}` })
      .where("id", "=", id)
      .execute();
    expect(await addresses()).toMatchObject([{ value: `new-${email}`, verified: false }]);
  });

  test("a link confirms the email in any browser", async () => {
    const { email } = await someone();
    await ask("verification", email, { method: "link" });
    const other = openBrowser(server);
    const arrived = await other.fetch(pathOf(linkIn(await sink.letterTo(email))), plain);
    const id = /^\/verification\?flow=(.*)$/.exec(arrived.headers.get("location") ?? "")?.[1];
    expect(await other.json(`/api/.ory/self-service/verification/flows?id=${id}`)).toMatchObject({
      state: "passed_challenge",
      ui: { messages: [{ id: 1080002 }] },
    });
    expect(await whoami(other)).toBe(401);
  });
});

describe("changing the email in the profile", () => {
  const change = (browser: Browser, flow: SettingsFlow, email: string) =>
    browser.send("settings", flow, { method: "profile", traits: { email, name: { first: "Ada", last: "L" } } });

  test("requires a code sent to the new address, and notifies the old address", async () => {
    const { email } = await someone();
    const browser = openBrowser(server);
    await browser.signIn({ email, password });
    const form = await browser.start<SettingsFlow>("settings");
    const next = `new-${email}`;
    const saved = await read<SettingsFlow>(await change(browser, form, next.toUpperCase()));
    const [step] = saved.continue_with ?? [];
    if (step?.action !== "show_verification_ui") throw new Error("nothing to confirm");
    expect(step.flow).toEqual({
      id: expect.any(String),
      verifiable_address: next,
      url: `${server.url}/verification?flow=${step.flow.id}`,
    });
    expect(saved.identity.verifiable_addresses).toMatchObject([{ value: next, verified: false }]);
    const notice = await sink.letterTo(email);
    expect(notice.subject).toBe("The email of your Quarterdeck account was changed");
    expect(notice.body).toContain(next);
    expect(notice.body).not.toMatch(/http|\d{6}/);
    const again = await browser.json<SettingsFlow>(`/api/.ory/self-service/settings/flows?id=${form.id}`);
    expect(again.continue_with).toBeUndefined();

    const flow = await browser.json<CodeFlow>(`/api/.ory/self-service/verification/flows?id=${step.flow.id}`);
    expect(flow).toMatchObject({
      state: "sent_email",
      return_to: "/profile-settings",
      ui: { messages: [{ id: 1080003 }] },
    });
    expect(
      (await openBrowser(server).fetch(`/api/.ory/self-service/verification/flows?id=${step.flow.id}`)).status,
    ).toBe(403);
    const code = codeIn(await sink.letterTo(next));
    await read(await browser.send("verification", flow, { method: "code", code }));
    const { identity } = await browser.json<IdentitySession>("/api/.ory/sessions/whoami");
    expect(identity.verifiable_addresses).toMatchObject([{ value: next, verified: true }]);
  });

  test("a change to an address in use is rejected without revealing its owner; an unchanged address does not send a mail", async () => {
    const [mine, theirs] = [await someone(), await someone()];
    const browser = openBrowser(server);
    await browser.signIn({ email: mine.email, password });
    const form = await browser.start<SettingsFlow>("settings");
    const taken = await read<SettingsFlow>(await change(browser, form, theirs.email), 400);
    expect(nodeOf(taken, "traits.email").messages).toMatchObject([{ id: 4000007 }]);
    expect((await read<SettingsFlow>(await change(browser, form, mine.email))).continue_with).toBeUndefined();
    const rows = await db
      .selectFrom("mails")
      .select("id")
      .where("recipient", "in", [mine.email, theirs.email])
      .execute();
    expect(rows).toEqual([]);
  });

  test("changing the email in the profile is limited, so that it cannot flood mailboxes", async () => {
    const { email } = await someone();
    const browser = openBrowser(server);
    await browser.signIn({ email, password });
    const form = await browser.start<SettingsFlow>("settings");
    const statuses = [];
    for (let turn = 0; turn < 6; turn += 1) {
      statuses.push((await change(browser, form, `victim-of-${email}`)).status);
      await change(browser, form, email);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

test.each(["recovery", "verification", "registration"] as const)(
  "a %s flow is rejected from another browser, with another form's token, after expiry and with a foreign return_to",
  async (kind) => {
    const token = kind === "registration" ? new URL((await inviteSomebody()).link).searchParams.get("invitation")! : "";
    const query = kind === "registration" ? { invitation: token } : {};
    const [mine, other] = [openBrowser(server), openBrowser(server)];
    const flow = await mine.start(kind, query);
    await other.start(kind, query);
    expect((await other.send(kind, flow, {})).status).toBe(403);
    expect((await other.fetch(`/api/.ory/self-service/${kind}/flows?id=${flow.id}`)).status).toBe(403);
    expect((await mine.send(kind, flow, { csrf_token: "nonsense" })).status).toBe(403);
    expect((await mine.send(kind, flow, {}, { headers: { origin: "https://evil.example" } })).status).toBe(403);
    const away = new URLSearchParams({ ...query, return_to: "https://evil.example/" });
    expect((await mine.fetch(`/api/.ory/self-service/${kind}/browser?${away}`)).status).toBe(400);
    await db.updateTable("identity_flows").set({ expires_at: "2020-01-01" }).where("id", "=", flow.id).execute();
    expect((await mine.fetch(`/api/.ory/self-service/${kind}/flows?id=${flow.id}`)).status).toBe(410);
    expect((await mine.send(kind, flow, { method: "code", email: "a@example.org" })).status).toBe(410);
  },
);

async function inviteSomebody(role = "viewer") {
  accountCount += 1;
  const email = `guest-${accountCount}@example.org`;
  const cookie = await server.signIn();
  const answer = await server.fetch("/api/auth/invite_user", {
    method: "POST",
    headers: { cookie, origin: server.url, "content-type": "application/json" },
    body: JSON.stringify({ firstName: "Edsger", lastName: "Dijkstra", email: email.toUpperCase(), role }),
  });
  const body = (await answer.json()) as { link: string; payload: { link: string; is_mailed: boolean } };
  return { status: answer.status, email, link: body.link, body };
}

describe("an invitation", () => {
  test("an invitation is mailed, creates one account with its email and role, and works once", async () => {
    const { status, email, link, body } = await inviteSomebody("editor");
    expect(status).toBe(200);
    expect(body.payload).toEqual({ link, is_mailed: true });
    expect(linkIn(await sink.letterTo(email))).toBe(link);
    const invitation = new URL(link).searchParams.get("invitation")!;
    const browser = openBrowser(server);
    const flow = await browser.start<RegistrationFlow>("registration", { invitation, return_to: "/health" });
    expect(nodeOf(flow, "traits.email").attributes).toMatchObject({ value: email, disabled: true });
    const values = {
      method: "password",
      traits: { email: "other@example.org", name: { first: "E. W.", last: "Dijkstra" } },
    };
    const weak = await read<RegistrationFlow>(
      await browser.send("registration", flow, { ...values, password: "dijkstra-dijkstra" }),
      400,
    );
    expect(nodeOf(weak, "password").messages).toMatchObject([{ id: 4000031 }]);
    const done = await browser.send("registration", flow, { ...values, password: "seven-unlikely-llamas" });
    expect(done.status).toBe(200);
    expect(await done.json()).toMatchObject({
      identity: { traits: { email, name: { first: "E. W.", last: "Dijkstra" } } },
      session: { active: true },
      continue_with: [{ action: "redirect_browser_to", redirect_browser_to: "/health" }],
    });
    const me = await browser.json<{ payload: { roles: string[] } }>("/api/auth/whoami");
    expect(me.payload.roles).toEqual(["editor"]);
    const late = await openBrowser(server).fetch(
      `/api/.ory/self-service/registration/browser?invitation=${invitation}`,
    );
    expect([late.status, await late.json()]).toMatchObject([400, { error: { id: "self_service_flow_disabled" } }]);
    const stored = await db.selectFrom("audit_log").select("action").where("resource_type", "=", "people").execute();
    expect(stored.map(({ action }) => action)).toContain("create");
  });

  test("an invitation accepted twice at once creates one account", async () => {
    const { link, email } = await inviteSomebody();
    await sink.letterTo(email);
    const invitation = new URL(link).searchParams.get("invitation")!;
    const both = await Promise.all(
      [1, 2].map(async () => {
        const browser = openBrowser(server);
        const flow = await browser.start("registration", { invitation });
        return { browser, flow };
      }),
    );
    const statuses = await Promise.all(
      both.map(
        async ({ browser, flow }) =>
          (await browser.send("registration", flow, { method: "password", password: "seven-unlikely-llamas" })).status,
      ),
    );
    expect(statuses.sort((a, b) => a - b)).toEqual([200, 400]);
  });

  test("an invitation is required to open the registration form", async () => {
    const answer = await openBrowser(server).fetch("/api/.ory/self-service/registration/browser");
    expect(await answer.json()).toMatchObject({
      error: {
        id: "self_service_flow_disabled",
        message: "You need an invitation to create an account. Ask an administrator to invite you.",
      },
    });
  });

  test("an invitation can be sent by administrators only, and not to an existing account", async () => {
    const { email } = await someone();
    const cookie = await server.signIn({ email, password });
    const headers = { origin: server.url, "content-type": "application/json" };
    const send = (who: string, body: object) =>
      server.fetch("/api/auth/invite_user", {
        method: "POST",
        headers: { ...headers, cookie: who },
        body: JSON.stringify(body),
      });
    expect((await send(cookie, { email: "x@example.org", role: "viewer" })).status).toBe(403);
    const admin = await server.signIn();
    expect((await send(admin, { email, role: "viewer" })).status).toBe(409);
    expect((await send(admin, { email: "x@example.org" })).status).toBe(400);
    expect((await send(admin, { email: "nobody", role: "viewer" })).status).toBe(400);
    expect((await send(admin, { email: "x@example.org", role: "king" })).status).toBe(400);
  });
});

test("a mail that cannot be sent is retried, and its body is deleted once it was sent", async () => {
  const { email } = await someone();
  sink.refuses = true;
  await ask("recovery", email);
  const row = () => db.selectFrom("mails").selectAll().where("recipient", "=", email).executeTakeFirstOrThrow();
  await expect.poll(async () => (await row()).status).toBe("failed");
  const { error, body: sealed } = await row();
  expect(error).toContain("451");
  sink.refuses = false;
  // The retry is scheduled only after the first attempt is recorded as failed.
  const hasten = async () => {
    const { numAffectedRows } = await sql`
      update ${sql.id(jobSchema, "job")}
      set    start_after = now()
      where  name = ${sendMail.name} and state = 'retry'`.execute(db);
    return Number(numAffectedRows);
  };
  await expect.poll(hasten).toBe(1);
  const code = codeIn(await sink.letterTo(email));
  expect(code).toMatch(/^\d{6}$/);
  expect(sealed).not.toContain(code);
  await expect.poll(async () => (await row()).body).toBeNull();
  expect((await row()).status).toBe("sent");
});
