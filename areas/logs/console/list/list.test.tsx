import { expect, test } from "vitest";
import { draw } from "#tests/console/draw.ts";
import type { LogLine } from "../../contract.ts";
import { ansiPieces, plainText } from "#lib/logs/ansi.ts";
import { fieldsIn, restOf, shownColumns, tracksOf, valueOf } from "./columns.ts";
import { LineText } from "#console/widgets/lines/LineText.tsx";
import { markWords, wordsOf } from "#console/widgets/lines/marks.ts";
import { between } from "./selection.ts";
import { shownMessage } from "./shown-message.ts";

const line = (id: string, given: Partial<LogLine> = {}): LogLine => ({
  id,
  timestamp: "2026-11-17T10:00:00.000Z",
  firstObserved: "2026-11-17T10:00:00.000Z",
  lastObserved: "2026-11-17T10:00:00.000Z",
  count: 1,
  message: id,
  hash: id,
  labels: {},
  ...given,
});

const esc = "\u001b";

test("terminal colours split a line into pieces, and all other control sequences are removed", () => {
  expect(ansiPieces(`${esc}[1;31mfailed${esc}[0m after ${esc}[38;5;2m3${esc}[39m tries`)).toEqual([
    { text: "failed", isBold: true, colour: "red" },
    { text: " after " },
    { text: "3", colour: "green" },
    { text: " tries" },
  ]);
  // A title, a link, a cursor move, a bell and a 24-bit colour.
  const wild = `${esc}]0;title\u0007a${esc}]8;;http://x${esc}\\b${esc}[2J${esc}[10;5Hc\u0007\u0000${esc}[38;2;255;0;0md${esc}`;
  expect(ansiPieces(wild).map(({ text }) => text)).toEqual(["a", "b", "c", "d"]);
  expect(plainText(wild)).toBe("abcd");
  expect(ansiPieces("a\tb\nc")).toEqual([{ text: "a\tb\nc" }]);
  expect(ansiPieces(`${esc}[3;4;2mx${esc}[22my`)).toEqual([
    { text: "x", isItalic: true, isUnderlined: true, isFaint: true },
    { text: "y", isItalic: true, isUnderlined: true, isFaint: false, isBold: false },
  ]);
});

test("an unterminated escape sequence does not make a long line slow or empty", () => {
  const long = `${esc}]${"x".repeat(200_000)}`;
  expect(plainText(long).length).toBeGreaterThan(190_000);
});

test("HTML and scripts in a line are shown as text, and found words are highlighted", async () => {
  const { element } = await draw(
    <LineText text={`<img src=x onerror=alert(1)> ${esc}[31mTimeout${esc}[0m <b>timeout</b>`} words={["timeout"]} />,
  );
  expect(element.querySelector("img, b, script")).toBeNull();
  expect(element.textContent).toBe("<img src=x onerror=alert(1)> Timeout <b>timeout</b>");
  expect([...element.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual(["Timeout", "timeout"]);
  expect(element.querySelector(".text-unhealthy-text")?.textContent).toBe("Timeout");
});

test("a long message is cut in the list", async () => {
  const { element } = await draw(<LineText text={"a".repeat(50)} words={[]} maxLength={10} />);
  expect(element.textContent).toBe(`${"a".repeat(10)}…`);
});

test("words and phrases of a search are highlighted; regular expressions, exclusions and native queries are not", () => {
  expect(wordsOf('timeout "connection refused" -debug /a+/', "auto")).toEqual(["timeout", "connection refused"]);
  expect(wordsOf('{app="cart"} |= "x"', "auto")).toEqual([]);
  expect(wordsOf("{literally", "words")).toEqual(["{literally"]);
  expect(wordsOf("fields @message", "backend")).toEqual([]);
  const marked = (text: string, words: string[]) =>
    markWords(text, words)
      .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
      .join("");
  expect(marked("Error: error", ["error"])).toBe("[Error]: [error]");
  // A capital letter makes the search case-sensitive.
  expect(marked("Error: error", ["Error"])).toBe("[Error]: error");
  expect(marked("abcd", ["abc", "bcd", "b"])).toBe("[abc][d]");
  expect(marked("İx error", ["error"])).toBe("İx [error]");
  expect(marked("none", [])).toBe("none");
});

test("every field of the lines can be a column, and empty columns take no space", () => {
  const lines = [
    line("1", { severity: "error", host: "a", labels: { app: "cart", tier: "test" } }),
    line("2", { labels: { app: "shop" } }),
  ];
  expect(fieldsIn(lines)).toEqual([
    { name: "app", count: 2 },
    { name: "host", count: 1 },
    { name: "tier", count: 1 },
  ]);
  expect(shownColumns(["time", "level", "source", "app"], lines)).toEqual(["time", "level", "app"]);
  expect(shownColumns(["time", "level"], [])).toEqual(["time", "level"]);
  expect(["level", "host", "source", "app", "missing"].map((name) => valueOf(lines[0]!, name))).toEqual([
    "error",
    "a",
    "",
    "cart",
    "",
  ]);
  expect(tracksOf(["time", "app"]).split(" ")).toHaveLength(4);
  // The other fields follow the message, except those that describe where the line was written.
  const long = line("3", { labels: { app: "cart", file: "/a.log", status: "200", empty: "", body: "x".repeat(500) } });
  expect(restOf(long, ["app"])).toBe("status=200");
  // Long values come last.
  const address = `/api?${"select=".repeat(8)}`;
  expect(restOf(line("4", { labels: { url: address, ms: "3" } }), [])).toBe(`ms=3 url=${address}`);
});

test("a range selects the lines between the last selected line and another line, in both directions", () => {
  const lines = ["a", "b", "c", "d"].map((id) => line(id));
  const ids = (from: string | undefined, to: string) => between(lines, from, to).map(({ id }) => id);
  expect(ids("b", "d")).toEqual(["b", "c", "d"]);
  expect(ids("d", "c")).toEqual(["c", "d"]);
  expect(ids("gone", "c")).toEqual([]);
  expect(ids(undefined, "c")).toEqual([]);
});

test("a message does not repeat the time and the level of its line, if columns show them", () => {
  const shown = (message: string, columns = ["time", "level"]) =>
    shownMessage(line("1", { message, severity: "info", timestamp: "2026-11-17T10:07:03.250Z" }), columns);
  expect(shown("2026-11-17T10:07:03.250Z INFO order 7")).toBe("order 7");
  expect(shown("2026-11-17 12:07:03,250 [info] order 7")).toBe("order 7");
  expect(shown("[2026-11-17T12:07:03+0200] order 7")).toBe("order 7");
  expect(shown("2026-11-17T10:07:03Z INFO order 7", ["time"])).toBe("INFO order 7");
  // A time that differs from the time of the line, and a message that begins with a word like a level.
  for (const message of ["2026-11-17T09:15:00Z due", "information", "INFO order 7"])
    expect(shown(message)).toBe(message);
  expect(shown("2026-11-17T10:07:03Z INFO order 7", ["level"])).toBe("2026-11-17T10:07:03Z INFO order 7");
  expect(shown("2026-11-17T10:07:03Z information")).toBe("information");
});
