// @vitest-environment node
import { expect, test } from "vitest";
import { place } from "./place.ts";

const screen = { width: 1000, height: 600 };
const popup = { width: 200, height: 100 };
const centred = { side: "top", align: "center" } as const;
const card = { side: "bottom", align: "start" } as const;

test("uses the preferred side, centred or left-aligned", () => {
  const anchor = { x: 400, y: 300, width: 100, height: 20 };
  expect(place(anchor, popup, screen, centred)).toEqual({ x: 350, y: 194 });
  expect(place(anchor, popup, screen, card)).toEqual({ x: 400, y: 326 });
});

test("flips to the other side if the preferred side is too small", () => {
  expect(place({ x: 400, y: 20, width: 100, height: 20 }, popup, screen, centred).y).toBe(46);
  expect(place({ x: 400, y: 560, width: 100, height: 20 }, popup, screen, card).y).toBe(454);
});

test("stays within the screen", () => {
  expect(place({ x: 2, y: 300, width: 10, height: 20 }, popup, screen, centred).x).toBe(8);
  expect(place({ x: 990, y: 300, width: 10, height: 20 }, popup, screen, centred).x).toBe(792);
  expect(place({ x: 400, y: 500, width: 10, height: 20 }, { width: 200, height: 580 }, screen, card).y).toBe(8);
});
