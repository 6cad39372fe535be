import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Actor } from "#server/http/actor.ts";
import { createActorCache, type ActorCache, type Change } from "./actors.ts";

const profile = { name: "Ada", email: "ada@example.org", avatar: null, roles: [], rules: [] } as const;
const inSession = (id: string, session: string): Actor => ({
  kind: "person",
  id,
  ...profile,
  session: { id: session, aal: "aal1", authenticatedAt: "2026-11-15T00:00:00+00:00" },
});
const withPassword = (id: string): Actor => ({ kind: "person", id, ...profile, session: null });
const withToken = (id: string, token: string): Actor => ({
  kind: "token",
  id,
  ...profile,
  token: { id: token, name: token },
});

let emit: (change: Change) => void;
let changes: { connected: boolean; on(relations: readonly string[], listener: (change: Change) => void): void };
let cache: ActorCache;

beforeEach(() => {
  changes = { connected: true, on: (_, listener) => void (emit = listener) };
  cache = createActorCache(changes);
});

const found =
  (actor: Actor, expiresAt = Number.POSITIVE_INFINITY) =>
  async () => ({ actor, expiresAt });
const held = () => ["session", "other", "password", "token"].filter((key) => cache.get(key) !== undefined);
const fill = async () => {
  await cache.load("session", found(inSession("ada", "s1")));
  await cache.load("other", found(inSession("bob", "s2")));
  await cache.load("password", found(withPassword("ada")));
  await cache.load("token", found(withToken("bob", "t1")));
};

test("returns the same object for a cached actor", async () => {
  const actor = inSession("ada", "s1");
  expect(await cache.load("session", found(actor))).toBe(actor);
  expect(cache.get("session")).toBe(actor);
  expect(cache.get("unknown")).toBeUndefined();
});

describe("entries that a changed row invalidates", () => {
  test.each<[Change, string[]]>([
    [{ relation: "sessions", ids: ["s1"] }, ["other", "password", "token"]],
    [{ relation: "sessions", ids: ["s9"] }, ["session", "other", "password", "token"]],
    [{ relation: "access_tokens", ids: ["t1"] }, ["session", "other", "password"]],
    [{ relation: "people", ids: ["ada"] }, ["other", "token"]],
    [{ relation: "credentials", ids: ["c1"] }, ["token"]],
    [{ relation: "person_roles", ids: null }, []],
    [{ relation: "sessions", ids: null }, []],
  ])("after %j the cache keeps %j", async (change, left) => {
    await fill();
    emit(change);
    expect(held()).toEqual(left);
  });
});

test("does not use the cache while the change stream is disconnected", async () => {
  await fill();
  changes.connected = false;
  expect(held()).toEqual([]);
  await fill();
  changes.connected = true;
  expect(held()).toEqual([]);
});

test("does not cache an actor that changed during the lookup", async () => {
  const loaded = cache.load("session", async () => {
    emit({ relation: "sessions", ids: ["s1"] });
    return { actor: inSession("ada", "s1"), expiresAt: Number.POSITIVE_INFINITY };
  });
  expect(await loaded).not.toBeNull();
  expect(cache.get("session")).toBeUndefined();
});

test("an entry expires after ten seconds, or earlier with its session", async () => {
  vi.useFakeTimers();
  try {
    await cache.load("session", found(inSession("ada", "s1")));
    await cache.load("other", found(inSession("bob", "s2"), Date.now() + 2_000));
    vi.advanceTimersByTime(2_001);
    expect(held()).toEqual(["session"]);
    vi.advanceTimersByTime(8_000);
    expect(held()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test("does not cache unknown actors", async () => {
  expect(await cache.load("session", async () => undefined)).toBeNull();
  expect(cache.get("session")).toBeUndefined();
});

test("holds five thousand entries and drops the oldest first", async () => {
  for (let i = 0; i <= 5_000; i += 1) await cache.load(`key ${i}`, found(inSession("ada", `s${i}`)));
  expect(cache.get("key 0")).toBeUndefined();
  expect(cache.get("key 1")).toBeDefined();
  expect(cache.get("key 5000")).toBeDefined();
});
