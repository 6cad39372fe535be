import { expect, test } from "vitest";
import { createRecentOutput } from "./recent-output.ts";

test("keeps the last pieces of an action while somebody watches it", () => {
  const recent = createRecentOutput();
  recent.add("a", 0, Buffer.from("early"));
  expect(recent.find("a", 0)).toBeUndefined();
  const [first, second] = [recent.watch("a"), recent.watch("a")];
  for (let n = 0; n < 10; n += 1) recent.add("a", n * 3, Buffer.from("ö\n"));
  expect(recent.find("a", 0)).toBeUndefined();
  expect(recent.find("a", 27)).toEqual({ at: 27, length: 3, line: Buffer.from('{"offset":27,"text":"ö\\n"}\n') });
  expect(recent.find("b", 27)).toBeUndefined();
  first();
  expect(recent.find("a", 27)).toBeDefined();
  second();
  expect(recent.find("a", 27)).toBeUndefined();
});
