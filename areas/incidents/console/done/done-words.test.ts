// @vitest-environment node
import { expect, test } from "vitest";
import { doneWords } from "./done-words.ts";

const evidence = { type: "check", script: null, script_result: null, done: null } as const;

test.each([
  [{ ...evidence }, "Done while it is healthy", undefined],
  [{ ...evidence, type: "comment" as const }, "Done when a person marks it as resolved", undefined],
  [
    { ...evidence, script: "status == 'healthy'", script_result: "false" },
    "Done while status == 'healthy' is true",
    undefined,
  ],
  [
    { ...evidence, script: "nope", script_result: "unknown name nope" },
    "Done while nope is true",
    "The script fails: unknown name nope",
  ],
])("%o", (given, rule, problem) => expect(doneWords(given)).toEqual({ rule, problem }));
