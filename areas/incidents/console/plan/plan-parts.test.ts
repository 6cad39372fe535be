// @vitest-environment node
import { describe, expect, test } from "vitest";
import { hunksOf, selectedLines } from "./config-lines.ts";
import { logsPathOf, readLines } from "./log-lines.ts";

describe("selected lines of a document", () => {
  const text = Array.from({ length: 20 }, (_, line) => `line ${line}`).join("\n");

  test("selected lines of a document are stored with three lines on each side", () => {
    const { lines, selected_lines } = selectedLines(text, new Set([1, 10]));
    expect(Object.keys(lines)).toEqual(["0", "1", "2", "3", "4", "7", "8", "9", "10", "11", "12", "13"]);
    expect(selected_lines).toEqual({ "1": "line 1", "10": "line 10" });
  });

  test("selected lines of a document are shown as groups of consecutive lines", () => {
    const hunks = hunksOf(selectedLines(text, new Set([1, 10])));
    expect(hunks.map(({ lines }) => [lines[0]!.number, lines.at(-1)!.number])).toEqual([
      [0, 4],
      [7, 13],
    ]);
    expect(hunks[0]!.lines.filter(({ isSelected }) => isSelected).map(({ number }) => number)).toEqual([1]);
  });

  test("selected lines beyond the end of the document are left out", () => {
    expect(selectedLines("a\nb", new Set([5]))).toEqual({ lines: {}, selected_lines: {} });
  });
});

test("log lines stored by different clients are read with their time and text", () => {
  expect(
    readLines([
      { timestamp: "2026-11-18T00:00:00Z", message: "a" },
      { firstObserved: "2026-11-18T00:00:01Z", message: "b" },
      "plain",
      7,
    ]),
  ).toEqual([
    { at: Date.parse("2026-11-18T00:00:00Z"), message: "a" },
    { at: Date.parse("2026-11-18T00:00:01Z"), message: "b" },
    { at: undefined, message: "plain" },
  ]);
});

test("attached log lines link to the logs of their component around their time", () => {
  const lines = readLines([{ timestamp: "2026-11-18T10:05:30Z", message: "a" }]);
  const url = new URL(logsPathOf(lines, "c1", "UTC")!, "http://console");
  expect(url.pathname).toBe("/logs");
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    topologyId: "c1",
    rangeType: "absolute",
    from: "2026-11-18 10:04",
    to: "2026-11-18 10:07",
  });
  expect(logsPathOf(readLines(["no time"]), null, "UTC")).toBeUndefined();
});
