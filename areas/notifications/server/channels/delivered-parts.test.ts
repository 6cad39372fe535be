import { expect, test } from "vitest";
import type { Message } from "./channel.ts";
import { deliveredPartsOf, forgetParts, oncePerPart, restoreParts } from "./delivered-parts.ts";

const message = (id: string) => ({ id }) as Message;

test("a delivered part is not sent again, even by another process", async () => {
  const own = message("message-1");
  const calls: string[] = [];
  const deliver = (part: string, fails = false) =>
    oncePerPart(own, part, async () => {
      calls.push(part);
      if (fails) throw new Error("no");
      return { id: part };
    });
  expect(await deliver("one")).toEqual({ id: "one" });
  await expect(deliver("two", true)).rejects.toThrow("no");
  expect(await deliver("one")).toEqual({ id: "one" });
  const stored = deliveredPartsOf(own);
  expect(stored).toEqual({ one: { id: "one" } });

  forgetParts(own);
  restoreParts(own, stored);
  expect([await deliver("one"), await deliver("two")]).toEqual([{ id: "one" }, { id: "two" }]);
  expect(calls).toEqual(["one", "two", "two"]);
  forgetParts(own);
  expect(deliveredPartsOf(own)).toEqual({});
});
