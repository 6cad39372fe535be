import { expect, test } from "vitest";
import { draw } from "../../tests/console/draw.ts";
import { cutBefore, Truncated } from "./Truncated.tsx";

test.each([
  ["abcdefghijkl", 8, 4],
  ["abc", 8, 0],
  ["", 8, 0],
  ["name-🦊🦊🦊", 4, 7],
  ["name-🦊🦊🦊", 3, 7],
])("the last characters of %s (%i) begin at %i", (text, end, at) => expect(cutBefore(text, end)).toBe(at));

test("FM-12 keeps the whole text in the document and on hover, wherever it is cut", async () => {
  const name = "checkout-service-7f9c6d5b8-x2x4q";
  const { element, redraw } = await draw(<Truncated text={name} />);
  expect(element.textContent).toBe(name);
  expect(element.querySelector("span")?.title).toBe(name);
  const parts = [...element.querySelectorAll("[data-part]")].map((part) => part.getAttribute("data-part"));
  expect(parts).toEqual(["checkout-service-7f9c6d5", "b8-x2x4q"]);
  await redraw(<Truncated text={name} cut="end" />);
  expect(element.textContent).toBe(name);
});
