import { expect, test } from "vitest";
import { draw } from "#tests/console/draw.ts";
import { cutMiddle } from "./middle-cut.ts";
import { Truncated } from "./Truncated.tsx";

/** Every character is 10 pixels wide. */
const cut = (text: string, space: number, end = 8) =>
  cutMiddle(text, { space, widthTo: (index) => index * 10, ellipsis: 10, end });

test.each([
  ["fits as it is", "checkout", 80, "checkout"],
  ["a tail at the nearest separator", "checkout-service-7f9c6d5b8-x2x4q", 240, "checkout-service…-x2x4q"],
  ["a tail that begins with the separator", "shipping-indexer", 140, "shipp…-indexer"],
  ["a tail without a separator", "abcdefghijklmnopqrstuvwxyz", 200, "abcdefghijk…stuvwxyz"],
  ["a shorter tail in a small space", "abcdefghijklmnopqrstuvwxyz", 130, "abcdefg…vwxyz"],
  ["no tail in a tiny space", "abcdefghijklmnopqrstuvwxyz", 60, "abcdefghijklmnopqrstuvwxyz"],
  ["no half of a surrogate pair", "names-of-🦊🦊🦊🦊🦊🦊🦊🦊", 160, "names-of…🦊🦊🦊"],
])("cuts in the middle: %s", (_case, text, space, part) => expect(cut(text, space)).toBe(part));

test.each([100, 130, 170, 210, 250])("a cut name is at most %i pixels wide", (space) => {
  const part = cut("checkout-service-7f9c6d5b8-x2x4q", space);
  expect(part.length * 10).toBeLessThanOrEqual(space);
  expect(part).toContain("…");
});

test("FM-12 keeps the whole text in the document and on hover, wherever it is cut", async () => {
  const name = "checkout-service-7f9c6d5b8-x2x4q";
  const { element, redraw } = await draw(<Truncated text={name} />);
  expect(element.textContent).toBe(name);
  expect(element.querySelector("span")?.title).toBe(name);
  expect(element.querySelector("[data-part]")?.getAttribute("data-part")).toBe(name);
  await redraw(<Truncated text={name} cut="end" />);
  expect(element.textContent).toBe(name);
});
