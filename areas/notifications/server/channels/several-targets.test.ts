// Channels with several targets: a failing target does not stop the others.
import { beforeEach, expect, test } from "vitest";
import { problemMessage } from "#tests/support/messages.ts";
import { addressFor, delivered } from "#tests/services/delivering.ts";
import { messengers, written } from "#tests/services/messengers.ts";
import { json, startStandIns, type StandIn } from "#tests/services/stand-in.ts";
import type { Address } from "./channel.ts";

const standIns = await startStandIns(messengers);
const { outbound } = standIns;

let count = 0;
const fresh = () => problemMessage({ id: `several-${(count += 1)}` });
const withProperties = (type: string, properties: Record<string, string>): Address => {
  const address = addressFor(type);
  return { ...address, properties: { ...address.properties, ...properties } };
};

beforeEach(() => {
  standIns.asked();
  written.length = 0;
});

test.each([
  ["telegram", { chats: "@gone,@ops" }, "@gone: Telegram refuses the message: Bad Request: chat not found"],
  ["pushbullet", { targets: "lost1,phone1" }, "lost1: "],
  ["matrix", { host: "several.matrix.example" }, "!locked:matrix.example: "],
])("%s: a target that refuses the message does not stop the next one", async (type, properties, message) => {
  const { failure } = await delivered(type, fresh(), { outbound, address: withProperties(type, properties) });
  expect(written).toHaveLength(1);
  expect(failure!.message).toContain(message);
  expect(failure!.isFinal).toBe(true);
});

test.each([
  ["telegram", { chats: "@gone,@ops" }, "@ops 0"],
  ["pushbullet", { targets: "lost1,phone1" }, "phone1"],
  ["ifttt", { events: "pager, log" }, "log"],
])("%s: a recovery is sent only to the targets that accepted the problem message", async (type, properties, part) => {
  const message = { ...fresh(), purpose: "resolved" as const, onlyParts: [part] };
  const { failure } = await delivered(type, message, { outbound, address: withProperties(type, properties) });
  expect(failure).toBeUndefined();
  expect(written).toHaveLength(1);
});

const failingFirst: StandIn = (asked) =>
  asked.path.includes("/pager/")
    ? json({ errors: [{ message: "Try again" }] }, 503)
    : messengers["maker.ifttt.com"](asked);

test("IFTTT: retries only the event that failed temporarily", async () => {
  const address = withProperties("ifttt", { events: "pager, log" });
  const message = fresh();
  const { failure } = await delivered("ifttt", message, { outbound: standIns.instead(failingFirst), address });
  expect(failure).toMatchObject({ isFinal: false });
  expect(failure!.message).toMatch(/^pager: /);
  expect(written).toHaveLength(1);
  expect((await delivered("ifttt", message, { outbound, address })).failure).toBeUndefined();
  expect(written.map((line) => line.split(":")[0])).toEqual(["ifttt log", "ifttt pager"]);
});

test("a failure of all targets is reported once, and a rate limit of the service stops further requests", async () => {
  const down = standIns.instead(() => json({ ok: false, error_code: 500, description: "Internal" }, 500));
  const { failure } = await delivered("telegram", fresh(), { outbound: down });
  expect(failure!.message.match(/Internal/g)).toHaveLength(1);
  expect(standIns.asked()).toHaveLength(2);
  const limited = standIns.instead(() => json({ ok: false, parameters: { retry_after: 5 } }, 429));
  expect((await delivered("telegram", fresh(), { outbound: limited })).failure).toMatchObject({
    isFinal: false,
    retryAfterMs: 5_000,
  });
  expect(standIns.asked()).toHaveLength(1);
});
