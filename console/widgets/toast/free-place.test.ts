import { expect, test } from "vitest";
import { type Box, freePlace } from "./free-place.ts";

const window = { width: 1280, height: 800 };
const toast = { width: 352, height: 48 };
const button = (left: number, top: number): Box => ({ left, top, right: left + 80, bottom: top + 32 });

test("uses the lower right if it is free", () => {
  expect(freePlace(toast, window, [])).toEqual({ left: 912, bottom: 16 });
  expect(freePlace(toast, window, [button(20, 750)])).toEqual({ left: 912, bottom: 16 });
});

test("moves to the middle if a button is at the lower right, and above a footer that is full of buttons", () => {
  expect(freePlace(toast, window, [button(1180, 752)])).toEqual({ left: 464, bottom: 16 });
  const footer = Array.from({ length: 12 }, (_, at) => button(at * 100, 752));
  expect(freePlace(toast, window, footer)).toEqual({ left: 912, bottom: 48 });
});

test("covers as little as possible if all places are occupied", () => {
  const wall: Box = { left: 0, top: 0, right: 1280, bottom: 740 };
  expect(freePlace({ width: 352, height: 100 }, window, [wall]).bottom).toBe(16);
});

test("moves above the pager on a phone", () => {
  const pager = [button(20, 800), button(120, 800), button(220, 800)];
  expect(freePlace({ width: 358, height: 48 }, { width: 390, height: 844 }, pager)).toEqual({ left: 16, bottom: 48 });
});
