// Tests attacks on the sign-in.
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { resetPassword } from "#areas/identity/server/index.ts";
import { chargeAttempt, chargeFlow } from "#areas/identity/server/throttle.ts";
import { startTestServer } from "../support/test-server.ts";
import { csrfOf, openBrowser, type Browser } from "./browser.ts";

// With a trusted proxy, so that the tests can use many client addresses.
const server = await startTestServer({ env: { TRUST_PROXY: "true" } });
const { email, password } = server.administrator;
const right = { identifier: email, password };
const db = server.system.db.system;
let browser: Browser;

beforeEach(async () => {
  await db.deleteFrom("sign_in_throttles").execute();
  browser = openBrowser(server);
});

const idOf = async (answer: Response) => ((await answer.json()) as { error: { id: string } }).error.id;
const countSessions = async () => (await db.selectFrom("sessions").select("id").execute()).length;

describe("a forged form", () => {
  const refused = [403, "security_csrf_violation", []];
  const outcome = async (asked: Promise<Response>) => {
    const answer = await asked;
    return [answer.status, await idOf(answer), answer.headers.getSetCookie()];
  };

  test("a forged form without its token, or with a wrong token, is rejected", async () => {
    const flow = await browser.startLogin();
    for (const csrf_token of [
      undefined,
      "",
      "x",
      csrfOf(flow).slice(0, -1),
      `${csrfOf(flow)}x`,
      7,
      { a: 1 },
      "é".repeat(43),
    ])
      expect(await outcome(browser.submit(flow, { ...right, csrf_token }))).toEqual(refused);
  });

  test("a forged form with the token of another form is rejected", async () => {
    const [one, other] = [await browser.startLogin(), await browser.startLogin()];
    expect(await outcome(browser.submit(one, { ...right, csrf_token: csrfOf(other) }))).toEqual(refused);
  });

  test("a form submitted by another browser is rejected, so that a victim is not signed in to the attacker's account", async () => {
    const attacker = openBrowser(server);
    const flow = await attacker.startLogin();
    expect(await outcome(browser.submit(flow, right))).toEqual(refused);
    // A victim with their own CSRF cookie is also protected.
    await browser.startLogin();
    expect(await outcome(browser.submit(flow, right))).toEqual(refused);
    expect(await outcome(browser.fetch(`/api/.ory/self-service/login/flows?id=${flow.id}`))).toEqual(refused);
  });

  test("a form sent from another site is rejected", async () => {
    const flow = await browser.startLogin();
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: `${server.url}.evil.example` },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "", referer: "https://evil.example/" },
    ])
      expect(
        await outcome(browser.submit(flow, right, { headers: headers as unknown as Record<string, string> })),
      ).toEqual(refused);
    expect(
      (await browser.submit(flow, right, { headers: { origin: "", "sec-fetch-site": "same-origin" } })).status,
    ).toBe(200);
  });

  test("a plain form without an Origin header is accepted if its token is valid", async () => {
    const flow = await browser.startLogin();
    expect((await browser.submit(flow, right, { headers: { origin: "null" } })).status).toBe(200);
  });
});

describe("a planted session", () => {
  test("a planted session is not valid after sign-in, because the session token and the CSRF secret are replaced", async () => {
    const attacker = openBrowser(server);
    await attacker.signIn();
    const planted = attacker.cookies.get("quarterdeck_session")!;
    const flow = await browser.startLogin();
    const secret = browser.cookies.get("quarterdeck_csrf");
    browser.cookies.set("quarterdeck_session", "qds_planted-by-somebody-else-planted-by-somebody");
    expect((await browser.submit(flow, right)).status).toBe(200);
    expect(browser.cookies.get("quarterdeck_session")).not.toBe("qds_planted-by-somebody-else-planted-by-somebody");
    expect(browser.cookies.get("quarterdeck_session")).not.toBe(planted);
    expect(browser.cookies.get("quarterdeck_csrf")).not.toBe(secret);
  });

  test("a forged token does not open a session", async () => {
    for (const token of ["", "x", "qds_", "../../etc", "%00", "a".repeat(8000), "null", `qds_${"A".repeat(43)}`]) {
      const answer = await server.fetch("/api/auth/whoami", { headers: { cookie: `quarterdeck_session=${token}` } });
      expect([token, answer.status]).toEqual([token, 401]);
    }
  });

  test("another person's confirmation is rejected", async () => {
    await browser.signIn();
    const flow = await browser.startLogin({ refresh: "true" });
    const { id } = await db
      .insertInto("people")
      .values({ name: "Somebody Else", email: "else@example.org" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.updateTable("identity_flows").set({ person_id: id }).where("id", "=", flow.id).execute();
    const answer = await browser.submit(flow, right);
    expect([answer.status, await idOf(answer)]).toEqual([403, "security_identity_mismatch"]);
  });
});

describe("a flow", () => {
  test("a flow that has expired returns 410 with the id of a new flow that works", async () => {
    const flow = await browser.startLogin({ return_to: "/health" });
    await db
      .updateTable("identity_flows")
      .set({ expires_at: new Date(Date.now() - 90_000).toISOString() })
      .where("id", "=", flow.id)
      .execute();
    const fetched = await browser.fetch(`/api/.ory/self-service/login/flows?id=${flow.id}`);
    expect([fetched.status, await idOf(fetched)]).toEqual([410, "self_service_flow_expired"]);
    const answer = await browser.submit(flow, right);
    expect(answer.status).toBe(410);
    const body = (await answer.json()) as {
      error: { id: string };
      use_flow_id: string;
      since: number;
      expired_at: string;
    };
    expect(body.error.id).toBe("self_service_flow_expired");
    expect(body.since).toBeGreaterThan(89 * 1e9);
    expect(Number.isNaN(Date.parse(body.expired_at))).toBe(false);
    const next = await browser.json<typeof flow>(`/api/.ory/self-service/login/flows?id=${body.use_flow_id}`);
    expect(next).toMatchObject({ return_to: "/health", ui: { messages: [{ id: 4010001 }] } });
    expect((await browser.submit(next, right)).status).toBe(200);
  });

  test("a flow works only once: a second submit gets no second session", async () => {
    const flow = await browser.startLogin();
    const kept = new Map(browser.cookies);
    expect((await browser.submit(flow, right)).status).toBe(200);
    const thief = openBrowser(server);
    for (const [name, value] of kept) thief.cookies.set(name, value);
    const answer = await thief.submit(flow, right);
    expect([answer.status, await idOf(answer)]).toEqual([410, "self_service_flow_expired"]);
  });

  test("a flow submitted ten times at once opens one session", async () => {
    const before = await countSessions();
    const flow = await browser.startLogin();
    const cookies = new Map(browser.cookies);
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const tab = openBrowser(server);
        for (const [name, value] of cookies) tab.cookies.set(name, value);
        return (await tab.submit(flow, right)).status;
      }),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status === 410)).toHaveLength(9);
    expect(await countSessions()).toBe(before + 1);
  });

  test("a flow opened by a browser cannot be submitted by an API client", async () => {
    const flow = await browser.startLogin();
    const answer = await server.fetch(`/api/.ory/self-service/login?flow=${flow.id}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ method: "password", ...right }),
    });
    expect([answer.status, await idOf(answer)]).toEqual([403, "security_csrf_violation"]);
  });
});

test("a password reset during a sign-in ends the new session", async () => {
  const flow = await browser.startLogin();
  const { proof, person_id } = await db.selectFrom("credentials").selectAll().executeTakeFirstOrThrow();
  try {
    const [answer] = await Promise.all([browser.submit(flow, right), resetPassword(db, email)]);
    const open = await db.selectFrom("sessions").select("id").where("person_id", "=", person_id).execute();
    // Either the reset ended the new session, or the sign-in came too late.
    expect(open).toEqual([]);
    expect([200, 400, 401]).toContain(answer.status);
  } finally {
    await db.updateTable("credentials").set({ proof }).where("person_id", "=", person_id).execute();
  }
});

describe("a logout link", () => {
  test("a logout link created by another person has no effect", async () => {
    await browser.signIn();
    const attacker = openBrowser(server);
    await attacker.signIn();
    const { logout_token } = await attacker.json<{ logout_token: string }>("/api/.ory/self-service/logout/browser");
    for (const token of [logout_token, "", "x"]) {
      const answer = await browser.fetch(`/api/.ory/self-service/logout?token=${token}`);
      expect([answer.status, await idOf(answer)]).toEqual([403, "security_csrf_violation"]);
    }
    expect((await browser.fetch("/api/auth/whoami")).status).toBe(200);
  });
});

describe("guessing", () => {
  const guess = async (who: Browser, identifier = email) =>
    who.submit(await who.startLogin(), { identifier, password: `guess ${Math.random()}` });
  /**
   * Clears all throttles except the given throttle, and extends the given throttle so that it lasts longer than a slow
   * test.
   */
  const exhaust = async (charge: () => Promise<void>) => {
    await db.deleteFrom("sign_in_throttles").execute();
    await charge();
    await sql`update sign_in_throttles set busy_until = now() + interval '1 hour'`.execute(db);
  };
  const strangersAt = (account: string) => chargeAttempt(db, { account, address: "203.0.113.9", device: undefined });

  test("guessing at one account is stopped with a retry-after", async () => {
    const startedAt = performance.now();
    let allowed = 0;
    let answer = await guess(openBrowser(server, { address: "10.0.0.0" }));
    for (; answer.status === 400; allowed += 1)
      answer = await guess(openBrowser(server, { address: `10.0.0.${allowed + 1}` }));
    expect([answer.status, await idOf(answer)]).toEqual([429, "too_many_requests"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(30);
    // The limit allows ten attempts at once, then one every half minute.
    expect(allowed).toBeGreaterThanOrEqual(10);
    expect(allowed).toBeLessThanOrEqual(11 + (performance.now() - startedAt) / 30_000);
  });

  test("guessing does not reveal whether the account exists", async () => {
    const answers: unknown[] = [];
    for (const identifier of [email, "nobody@example.org"]) {
      await exhaust(() => strangersAt(identifier));
      const answer = await guess(browser, identifier);
      const { error } = (await answer.json()) as { error: { request: string; reason: string } };
      answers.push([answer.status, { ...error, request: "", reason: error.reason.replace(/\d+/, "N") }]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject([429, { id: "too_many_requests" }]);
  });

  test("guessing never locks out the owner on a known device", async () => {
    await browser.signIn();
    browser.cookies.delete("quarterdeck_session");
    await exhaust(() => strangersAt(email));
    // Now even the correct password is rejected from an unknown device.
    expect((await openBrowser(server, { address: "10.2.1.1" }).signIn()).status).toBe(429);
    expect((await browser.signIn()).status).toBe(200);
    // The server ignores a forged device cookie and the device cookie of another account.
    const [id, proof] = browser.cookies.get("quarterdeck_device")!.split(".");
    for (const mark of [`${id}.${"A".repeat(43)}`, `${id}x.${proof}`, `${id}`, ".", `.${proof}`]) {
      const forger = openBrowser(server, { address: "10.2.1.2" });
      forger.cookies.set("quarterdeck_device", mark);
      expect((await forger.signIn()).status).toBe(429);
    }
    await exhaust(() => strangersAt("other@example.org"));
    browser.cookies.delete("quarterdeck_session");
    expect((await guess(browser, "other@example.org")).status).toBe(429);
  });

  test("guessing on a known device is limited as well", async () => {
    await browser.signIn();
    browser.cookies.delete("quarterdeck_session");
    const device = browser.cookies.get("quarterdeck_device")!.split(".")[0]!;
    await exhaust(() => chargeAttempt(db, { account: email, address: "203.0.113.9", device }));
    expect((await browser.signIn()).status).toBe(429);
    expect((await openBrowser(server, { address: "10.2.2.1" }).signIn()).status).toBe(200);
  });

  test("guessing from one address at many accounts is stopped, including from IPv6 neighbours", async () => {
    await exhaust(() =>
      chargeAttempt(db, { account: "somebody@example.org", address: "2001:db8::1", device: undefined }),
    );
    for (const address of ["2001:db8::1", "2001:db8::2", "2001:0db8:0:0:ffff::1"])
      expect((await guess(openBrowser(server, { address }), "else@example.org")).status).toBe(429);
    expect((await openBrowser(server, { address: "2001:db8:0:1::1" }).signIn()).status).toBe(200);
  });

  test("guessing with a forged client address is stopped", async () => {
    await exhaust(() => chargeAttempt(db, { account: "somebody@example.org", address: "10.9.9.9", device: undefined }));
    const liar = openBrowser(server, { address: "192.0.2.7, 10.9.9.9" });
    expect((await liar.signIn()).status).toBe(429);
  });

  test("concurrent requests do not allow more attempts than sequential requests", async () => {
    const startedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => (await guess(openBrowser(server, { address: `10.3.0.${i}` }))).status),
    );
    const allowed = answers.filter((status) => status === 400).length;
    expect(allowed).toBeGreaterThanOrEqual(10);
    expect(allowed).toBeLessThanOrEqual(11 + (performance.now() - startedAt) / 30_000);
  });

  test("guessing with a plain form shows the message in the form", async () => {
    await exhaust(() => strangersAt(email));
    const flow = await browser.startLogin();
    const body = new URLSearchParams({
      csrf_token: csrfOf(flow),
      method: "password",
      identifier: email,
      password: "guess",
    });
    const headers = { accept: "text/html", "content-type": "application/x-www-form-urlencoded" };
    const answer = await browser.fetch(`/api/.ory/self-service/login?flow=${flow.id}`, {
      method: "POST",
      headers,
      body,
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/login?flow=${flow.id}`]);
    expect(await browser.json(`/api/.ory/self-service/login/flows?id=${flow.id}`)).toMatchObject({
      ui: { messages: [{ type: "error", text: expect.stringContaining("too many attempts") }] },
    });
  });

  test("guessing with basic authentication counts towards the same limit", async () => {
    const basic = async (secret: string, address: string) =>
      (
        await server.fetch("/api/auth/whoami", {
          headers: { authorization: `Basic ${btoa(`${email}:${secret}`)}`, "x-forwarded-for": address },
        })
      ).status;
    expect(await basic("guess", "10.4.0.1")).toBe(401);
    await exhaust(() => strangersAt(email));
    expect(await basic("another guess", "10.4.0.2")).toBe(429);
    expect(await basic(password, "10.4.0.3")).toBe(429);
  });

  test("the number of new forms per address is limited", async () => {
    await exhaust(() => chargeFlow(db, "10.5.0.1"));
    const ask = (address: string, accept: string) =>
      openBrowser(server, { address }).fetch("/api/.ory/self-service/login/browser?return_to=//evil.example", {
        headers: { accept },
      });
    // Error pages store a row as well.
    expect((await ask("10.5.0.1", "text/html")).status).toBe(429);
    expect((await ask("10.5.0.2", "text/html")).status).toBe(303);
    const form = async (address: string) =>
      (await openBrowser(server, { address }).fetch("/api/.ory/self-service/login/browser")).status;
    expect(await form("10.5.0.1")).toBe(429);
    expect(await form("10.5.0.2")).toBe(200);
  });
});
