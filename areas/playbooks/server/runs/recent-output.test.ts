import { expect, test } from "vitest";
import { createRecentOutput, lineOf, pieceOf } from "./recent-output.ts";

test("keeps the latest pieces of an action's output while a client watches the output", () => {
  const recent = createRecentOutput();
  recent.add("a", 0, Buffer.from("early"));
  expect(recent.find("a", 0)).toBeUndefined();
  const [first, second] = [recent.watch("a"), recent.watch("a")];
  for (let n = 0; n < 20; n += 1) recent.add("a", n * 3, Buffer.from("ö\n"));
  expect(recent.find("a", 0)).toBeUndefined();
  expect(recent.find("a", 57)).toEqual({ at: 57, length: 3, line: Buffer.from('{"offset":57,"text":"ö\\n"}\n') });
  expect(recent.find("b", 57)).toBeUndefined();
  first();
  expect(recent.find("a", 57)).toBeDefined();
  second();
  expect(recent.find("a", 57)).toBeUndefined();
});

test("prints a piece as JSON.stringify does", () => {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join("");
  for (const text of ["", "plain", ascii, 'a "quoted" \\ line\r\n', "söme 漢字 \u2028 🚢\n".repeat(1_000)]) {
    const content = Buffer.from(text);
    expect(pieceOf(7, content)).toEqual({ at: 7, length: content.length, line: lineOf({ offset: 7, text }) });
  }
  const cut = Buffer.from("ö").subarray(0, 1);
  expect(pieceOf(0, cut).line).toEqual(lineOf({ offset: 0, text: "\ufffd" }));
});
