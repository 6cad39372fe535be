// Tests the results that are posted to a webhook, and the maximum time without results.
import { expect, test } from "vitest";
import { isToken, outcomeOfPost } from "./webhook.ts";
import { maxSilence } from "../silent-webhooks.ts";

const post = (body: string, headers: Record<string, string>) => outcomeOfPost({ headers, body: Buffer.from(body) });

test("accepts a post as a passing result, with headers, content and JSON for expressions", () => {
  const type = "application/json";
  const found = post('{"ok": false}', { "content-type": type, "x-job": "backup", "webhook-token": "t", cookie: "c" });
  expect(found).toMatchObject({ pass: true, detail: { contentType: type, content: '{"ok": false}' } });
  expect(found.data).toEqual({
    results: { headers: { "content-type": type, "x-job": "backup" }, json: { ok: false }, content: '{"ok": false}' },
  });
  expect(post("done", { "content-type": "text/plain" }).data).toMatchObject({ results: { json: {}, content: "done" } });
  // The content type is compared exactly: if it has parameters, the body is treated as text.
  expect(post("{", { "content-type": `${type}; charset=utf-8` }).data).toMatchObject({ results: { json: {} } });
});

test("rejects a body that is too long or not valid JSON", () => {
  expect(() => post("{", { "content-type": "application/json" })).toThrow("The body is not valid JSON");
  expect(() => post("x".repeat(10_241), {})).toThrow(
    "A body that is not application/json may have at most 10240 bytes.",
  );
  expect(post("x".repeat(10_240), {}).pass).toBe(true);
  const long = JSON.stringify("x".repeat(20_000));
  expect(post(long, { "content-type": "application/json" }).pass).toBe(true);
});

test("compares tokens exactly, and never accepts an empty token", () => {
  expect(isToken("secret", "secret")).toBe(true);
  for (const [sent, wanted] of [
    ["Secret", "secret"],
    ["secret ", "secret"],
    ["", "secret"],
    ["", ""],
  ] as const)
    expect(isToken(sent, wanted)).toBe(false);
});

test("reads the maximum time without results from maxAge, or else from the schedule", () => {
  const now = new Date("2026-11-16T12:00:00Z");
  const hour = 3_600_000;
  const limit = (maxAge: string | null, schedule: string | null) => maxSilence({ maxAge, schedule }, now);
  expect(limit("26h", "@every 1h")).toBe(26 * hour);
  expect(limit("0s", "@every 1h")).toBeUndefined();
  expect(limit(null, "@every 1h")).toBe(hour);
  expect(limit(null, "0 3 * * *")).toBe(24 * hour);
  // The longest gap of this schedule is from Friday to Monday.
  expect(limit(null, "0 3 * * 1-5")).toBe(72 * hour);
  expect(limit(null, "@never")).toBeUndefined();
  expect(limit(null, null)).toBeUndefined();
});
