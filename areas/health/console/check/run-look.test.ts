// @vitest-environment node
import { expect, test } from "vitest";
import { flappingOf } from "./run-look.ts";

/** Builds runs, newest first: "F" failed, "P" passed, "?" could not be checked. */
const runs = (letters: string) =>
  [...letters].map((letter) => ({ status: letter === "P", could_not_check: letter === "?" }));

test.each([
  ["FPFFPF", { failed: 4, runs: 6 }],
  // Runs without a result are not counted as changes.
  ["F?PF?FPF", { failed: 4, runs: 6 }],
  ["FFFFFF", undefined],
  // Two changes of the result are too few.
  ["FPPPFF", undefined],
  ["", undefined],
])("the runs %s are classified as flapping or steady", (letters, expected) =>
  expect(flappingOf(runs(letters))).toEqual(expected),
);
