import { expect, test } from "vitest";
import { offsetOf } from "./clock.ts";

const at = (ms: number) => new Date(1_800_000_000_000 + ms);

test.each([
  ["equal clocks", { sent: at(0), received: at(40), serverTime: at(20) }, 0],
  ["a clock that is an hour behind", { sent: at(0), received: at(40), serverTime: at(3_600_020) }, 3_600_000],
  ["a clock that is an hour ahead", { sent: at(0), received: at(40), serverTime: at(-3_599_980) }, -3_600_000],
  ["a difference within a slow request", { sent: at(0), received: at(20_000), serverTime: at(500) }, 0],
])("the clock offset is correct for %s", (_, measured, offset) => {
  expect(offsetOf(measured)).toBe(offset);
});
