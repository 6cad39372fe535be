import { expect, test } from "vitest";
import { problem } from "#language/problem.ts";
import { failureWords, NO_WORDS } from "./failure-words.ts";

test("what failed is said in the server's words, with what to do about it", () => {
  const refused = problem.conflict("Nothing listens there", { hint: "Check host and port." });
  expect(failureWords(refused)).toEqual({
    text: "Nothing listens there",
    isJson: false,
    fix: ["Check host and port."],
  });
});

test("JSON is laid out, and a lone figure is no data", () => {
  expect(failureWords(new Error('{"code":401,"reason":"no"}'))).toMatchObject({
    text: '{\n  "code": 401,\n  "reason": "no"\n}',
    isJson: true,
  });
  expect(failureWords(new Error("404"))).toMatchObject({ text: "404", isJson: false });
});

test("where nobody says why, it says that it failed", () => {
  expect(failureWords(undefined)).toEqual({ text: NO_WORDS, isJson: false, fix: [] });
  expect(failureWords(new Error("An error occurred")).text).toBe(NO_WORDS);
});
