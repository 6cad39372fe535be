// @vitest-environment node
import { expect, test } from "vitest";
import { type Line, overlay, plainLines } from "./pieces.ts";

const shown = (line: Line) => line.map(({ text, look }) => (look ? `<${look}:${text}>` : text)).join("");
const over = (line: Line, ...spans: [number, number][]) =>
  shown(
    overlay(
      line,
      spans.map(([start, end]) => ({ start, end })),
      () => "x",
    ),
  );

test("overlays a style on parts of pieces and across pieces; without a range, the line is unchanged", () => {
  const line: Line = [
    { text: "name", look: "key" },
    { text: ": grafana", look: "" },
  ];
  expect(over(line)).toBe("<key:name>: grafana");
  expect(over(line, [6, 13])).toBe("<key:name>: <x:grafana>");
  expect(over(line, [2, 8])).toBe("<key:na><key x:me><x:: gr>afana");
  expect(over(line, [0, 1], [3, 4], [12, 13])).toBe("<key x:n><key:am><key x:e>: grafan<x:a>");
});

test("overlay does not change the text", () => {
  const line: Line = [..."abcdefghij"].map((text, index) => ({ text, look: index % 3 ? "" : "k" }));
  for (let start = 0; start < 10; start += 1) {
    for (let end = start; end <= 10; end += 1) {
      const laid = overlay(line, [{ start, end }], () => "x");
      expect(laid.map(({ text }) => text).join("")).toBe("abcdefghij");
    }
  }
});

test("an empty line is one empty piece", () => {
  expect(plainLines("a\n\nb")[1]).toEqual([{ text: "", look: "" }]);
  expect(overlay([{ text: "", look: "" }], [{ start: 0, end: 1 }], () => "x")).toEqual([{ text: "", look: "" }]);
});
