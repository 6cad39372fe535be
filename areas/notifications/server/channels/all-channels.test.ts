// Requirements for every HTTP channel: limits, refusals, interruptions and secrets.
import { beforeEach, describe, expect, test } from "vitest";
import { hostileMessage, longMessage, problemMessage, resolvedMessage } from "#tests/support/messages.ts";
import { alertLog, alerts } from "#tests/services/alerting.ts";
import { addressFor, delivered } from "#tests/services/delivering.ts";
import { messengers, written } from "#tests/services/messengers.ts";
import { working } from "#tests/services/services.ts";
import { type Asked, startStandIns } from "#tests/services/stand-in.ts";
import { channelKinds } from "./index.ts";

const standIns = await startStandIns(messengers);

/** Email has its own tests, because it does not use HTTP. */
const types = channelKinds.map(({ type }) => type).filter((type) => type !== "email");

/** Zulip connections have no channel. */
const addressOf = (type: string) => {
  const address = addressFor(type);
  return type === "zulip_chat" ? { ...address, properties: { ...address.properties, stream: "alerts" } } : address;
};

/** The number of targets in each working connection. */
const targets: Readonly<Record<string, number>> = { telegram: 2, pushbullet: 3 };

/**
 * Whether an unexpected successful response is a final failure. Services without a documented response format accept
 * any response.
 */
const reactions: Readonly<Record<string, boolean>> = {
  google_chat: false,
  ifttt: true,
  matrix: false,
  ntfy: true,
  pagerduty: false,
  pushbullet: false,
  pushover: true,
  rocketchat: true,
  slack: true,
  telegram: true,
  zulip_chat: true,
};

let count = 0;
const fresh = <Message extends { id: string }>(message: Message): Message => ({
  ...message,
  id: `test-${(count += 1)}`,
});

beforeEach(() => {
  standIns.asked();
  written.length = 0;
  alertLog.length = 0;
  alerts.clear();
});

test("each connection type that only sends messages has a channel", () => {
  const { length } = types;
  expect(length).toBe(17);
  expect(types.filter((type) => working[type] === undefined)).toEqual([]);
});

describe.each(types)("%s", (type) => {
  const send = (outbound = standIns.outbound, message = problemMessage(), limitMs?: number) =>
    delivered(type, fresh(message), {
      outbound,
      address: addressOf(type),
      ...(limitMs === undefined ? {} : { limitMs }),
    });

  test("delivers a problem and its recovery", async () => {
    const problem = await send();
    expect(problem.failure).toBeUndefined();
    expect(written.length + alertLog.length).toBeGreaterThan(0);
    const message = resolvedMessage(problem.reference === undefined ? {} : { previous: problem.reference });
    expect((await send(standIns.outbound, message)).failure).toBeUndefined();
  });

  test("delivers hostile text and text that is too long", async () => {
    for (const message of [hostileMessage(), longMessage()]) {
      const { failure } = await send(standIns.outbound, message);
      expect(failure?.message).toBeUndefined();
    }
    const bodies = standIns.asked().map(({ body, url }) => body || url);
    expect(bodies.some((body) => body.includes("…") || body.includes("%E2%80%A6"))).toBe(true);
  });

  test("waits as long as a service asks after too many requests", async () => {
    const date = new Date(Date.now() + 120_000).toUTCString();
    for (const [after, least] of [
      ["7", 7_000],
      [date, 60_000],
    ] as const) {
      const outbound = standIns.instead(() => ({ status: 429, headers: { "retry-after": after }, body: {} }));
      const { failure } = await send(outbound);
      expect(failure).toMatchObject({ isFinal: false });
      expect(failure!.retryAfterMs).toBeGreaterThanOrEqual(least);
      expect(failure!.retryAfterMs).toBeLessThanOrEqual(120_000);
    }
  });

  test("retries after an internal error, a response that is cut off, and a closed port", async () => {
    const failing = standIns.instead(() => ({ status: 500, body: { error: "internal" } }));
    const cutOff = standIns.instead(() => ({
      headers: { "content-length": "1000" },
      stream: (response) => response.write('{"ok"', () => response.destroy()),
    }));
    for (const outbound of [failing, cutOff, standIns.down]) {
      const { failure, exchanges } = await send(outbound);
      expect(failure).toMatchObject({ isFinal: false, retryAfterMs: undefined });
      expect(exchanges.length).toBeGreaterThan(0);
    }
  });

  test("stops at the time limit if the service does not respond", async () => {
    const { failure, exchanges } = await send(
      standIns.instead(() => ({ isSilent: true })),
      problemMessage(),
      300,
    );
    expect(failure).toMatchObject({ isFinal: false });
    expect(failure!.message).toMatch(/did not respond within 0\.3 seconds/);
    expect(exchanges.length).toBeGreaterThan(0);
    expect(exchanges.every(({ response }) => response === undefined)).toBe(true);
  });

  test("does not retry a request that the service refuses permanently", async () => {
    for (const status of [401, 403]) {
      const { failure } = await send(standIns.instead(() => ({ status, body: { message: "no" } })));
      expect(failure).toMatchObject({ isFinal: true });
    }
  });

  test("does not follow redirects with credentials", async () => {
    const headers = { location: "https://evil.example/steal" };
    const { failure } = await send(standIns.instead(() => ({ status: 307, headers })));
    expect(failure).toMatchObject({ isFinal: true });
    expect(standIns.asked()).toHaveLength(targets[type] ?? 1);
  });

  test("retries after an unexpected response only if the service recognises duplicates", async () => {
    const { failure } = await send(standIns.instead(() => ({ status: 200, body: "<html>Sign in</html>" })));
    expect(failure?.isFinal).toBe(reactions[type]);
  });

  test("stops the delivery when the pipeline stops", async () => {
    const outbound = standIns.instead(() => ({ isSilent: true }));
    const signal = AbortSignal.timeout(200);
    const { failure } = await delivered(type, fresh(problemMessage()), { outbound, address: addressOf(type), signal });
    expect(failure).toMatchObject({ isFinal: false, message: "The delivery was interrupted" });
  });

  test("never shows a secret in exchanges and errors, even if the response of the service contains it", async () => {
    for (const status of [200, 202, 400, 401, 403, 404, 500]) {
      const outbound = standIns.instead((asked) => ({ status, body: echo(asked) }));
      const { failure, exchanges } = await send(outbound, problemMessage());
      expect(exchanges.length).toBeGreaterThan(0);
      const shown = JSON.stringify([exchanges, failure?.message]);
      const headers = standIns.asked().flatMap((asked) => asked.headers["authorization"]?.split(" ").at(-1) ?? []);
      const forms = working[type]!.secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]);
      expect([...forms, ...headers].filter((form) => shown.includes(form))).toEqual([]);
    }
    const { exchanges } = await send();
    expect(working[type]!.secrets.filter((secret) => JSON.stringify(exchanges).includes(secret))).toEqual([]);
  });
});

/** A service that echoes every request. */
function echo({ path, query, headers, body }: Asked): object {
  const words = [path, decodeURIComponent(path), String(query), ...query.values(), ...Object.values(headers), body];
  const credentials = /Basic (\S+)/.exec(headers["authorization"] ?? "")?.[1] ?? "";
  const message = [
    ...words,
    decodeURIComponent(body.replaceAll("+", " ").replaceAll(/%(?![0-9A-F]{2})/gi, "%25")),
  ].join(" ¦ ");
  const all = `${message} ${Buffer.from(credentials, "base64").toString()}`;
  return { message: all, error: all, description: all, msg: all, ok: false, success: false };
}
