import { expect, test } from "vitest";
import { neighbourOf } from "./neighbour.ts";

const card = (name: string, left: number, top: number) => ({
  name,
  getBoundingClientRect: () => ({ left, top, width: 100 }),
});

// A row of three, a row of one, a row of two.
const cards = [
  card("a", 0, 0),
  card("b", 110, 0),
  card("c", 220, 0),
  card("d", 0, 60),
  card("e", 0, 160),
  card("f", 110, 160),
];

const from = (name: string, key: string) =>
  neighbourOf(
    key,
    cards,
    cards.findIndex((entry) => entry.name === name),
  )?.name;

test("arrow keys move to the nearest card of the next row, and from the end of a row to the next row", () => {
  expect(from("a", "ArrowRight")).toBe("b");
  expect(from("c", "ArrowRight")).toBe("d");
  expect(from("d", "ArrowLeft")).toBe("c");
  expect(from("b", "ArrowDown")).toBe("d");
  expect(from("d", "ArrowDown")).toBe("e");
  expect(from("f", "ArrowUp")).toBe("d");
  expect(from("e", "Home")).toBe("a");
  expect(from("a", "End")).toBe("f");
});

test("returns undefined at the edges and for other keys", () => {
  expect(from("a", "ArrowUp")).toBeUndefined();
  expect(from("a", "ArrowLeft")).toBeUndefined();
  expect(from("f", "ArrowRight")).toBeUndefined();
  expect(from("f", "ArrowDown")).toBeUndefined();
  expect(from("a", "x")).toBeUndefined();
  expect(neighbourOf("Home", cards, -1)).toBeUndefined();
});
