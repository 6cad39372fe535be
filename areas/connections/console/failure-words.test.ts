import { expect, test } from "vitest";
import { problem } from "#language/problem.ts";
import { failureWords, NO_WORDS } from "./failure-words.ts";

test("shows the message of the server and its hint", () => {
  const refused = problem.conflict("Nothing listens at this address", { hint: "Check host and port." });
  expect(failureWords(refused)).toEqual({
    text: "Nothing listens at this address",
    isJson: false,
    fix: ["Check host and port."],
  });
});

test("formats JSON, but not a single number", () => {
  expect(failureWords(new Error('{"code":401,"reason":"no"}'))).toMatchObject({
    text: '{\n  "code": 401,\n  "reason": "no"\n}',
    isJson: true,
  });
  expect(failureWords(new Error("404"))).toMatchObject({ text: "404", isJson: false });
});

test("uses a general message if the error has none", () => {
  expect(failureWords(undefined)).toEqual({ text: NO_WORDS, isJson: false, fix: [] });
  expect(failureWords(new Error("An error occurred")).text).toBe(NO_WORDS);
});
