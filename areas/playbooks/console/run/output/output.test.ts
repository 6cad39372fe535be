import { beforeEach, expect, test } from "vitest";
import { startLocalServer } from "#tests/support/local-server.ts";
import { followOutput, type OutputState } from "./follow-output.ts";
import { LineStore, linesOfText, MAX_LINE } from "./line-store.ts";
import { heightOf, isAtEnd, ROW_PX, scrollTopFor, windowAt } from "./line-window.ts";
import { searchLines } from "./search-lines.ts";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
beforeEach(() => {
  happyDOM.setURL(`${server.url}/`);
  server.requests.length = 0;
});

const linesOf = (store: LineStore) => Array.from({ length: store.count }, (_, index) => store.line(index));

test("lines do not depend on the chunks in which the text arrives", () => {
  const text = Array.from({ length: 300 }, (_, index) => `line ${index} ${"é".repeat(index % 7)}`).join("\n");
  const expected = text.split("\n");
  for (const size of [1, 7, 64, text.length]) {
    const store = new LineStore();
    for (let at = 0; at < text.length; at += size) store.add(text.slice(at, at + size));
    expect(linesOf(store)).toEqual(expected);
  }
});

test("a text that needs several chunks is kept completely", () => {
  const text = Array.from({ length: 60_000 }, (_, index) => `row number ${index}`).join("\n");
  const store = linesOfText(`${text}\n`);
  expect(store.count).toBe(60_000);
  expect([0, 29_999, 59_999].map((index) => store.line(index))).toEqual([
    "row number 0",
    "row number 29999",
    "row number 59999",
  ]);
  expect(store.chunks.length).toBeGreaterThan(2);
  expect([...store.chunks.map((chunk) => chunk.text), store.rest].join("")).toBe(`${text}\n`);
});

test("a very long line is split into several rows, and a carriage return overwrites the line", () => {
  const store = linesOfText(`${"x".repeat(MAX_LINE + 5)}\n10%\r50%\r100%\r\nend`);
  expect(linesOf(store)).toEqual(["x".repeat(MAX_LINE), "xxxxx", "100%", "end"]);
});

test("a search finds each line once, ignores colour codes, and is case-sensitive only if the text contains upper case", async () => {
  const store = linesOfText("one Error error\n\u001b[31mer\u001b[0mror\nnothing\nERROR");
  const { signal } = new AbortController();
  expect((await searchLines(store, "error", signal)).lines).toEqual([0, 1, 3]);
  expect((await searchLines(store, "Error", signal)).lines).toEqual([0]);
  expect((await searchLines(store, "31m", signal)).lines).toEqual([]);
  const many = linesOfText("a\n".repeat(30_000));
  expect(await searchLines(many, "a", signal)).toMatchObject({ isCut: true, lines: { length: 10_000 } });
});

test("the window covers the visible lines, even if the list is taller than browsers allow", () => {
  const small = { count: 100, viewPx: 200 };
  expect(heightOf(small)).toBe(100 * ROW_PX);
  expect(windowAt(small, 0)).toMatchObject({ from: 0, topPx: 0 });
  const { from, to } = windowAt(small, 50 * ROW_PX);
  expect(from).toBeLessThanOrEqual(50);
  expect(to).toBeGreaterThanOrEqual(60);

  const large = { count: 2_000_000, viewPx: 400 };
  const end = heightOf(large) - large.viewPx;
  expect(windowAt(large, end).to).toBe(large.count);
  expect(isAtEnd(large, end)).toBe(true);
  expect(isAtEnd(large, end / 2)).toBe(false);
  for (const line of [0, 1, 999_999, 1_999_999]) {
    const shown = windowAt(large, scrollTopFor(large, line));
    expect(shown.from).toBeLessThanOrEqual(line);
    expect(shown.to).toBeGreaterThan(line);
  }
});

const piece = (value: object) => `${JSON.stringify(value)}\n`;

test("reading continues at the position where the stream ended, and stops when the action ends", async () => {
  const answers = [
    piece({ offset: 0, text: "añ\n" }) + piece({ offset: 4, end: "time" }),
    piece({ offset: 4, text: "b\n" }) + piece({ offset: 6, end: "action" }),
  ];
  server.answer = (_, response) => {
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    response.end(answers.shift());
  };
  const states: OutputState["state"][] = [];
  let text = "";
  await followOutput({
    actionId: "7",
    signal: new AbortController().signal,
    onText: (added) => (text += added),
    onState: ({ state }) => states.push(state),
  });
  expect(text).toBe("añ\nb\n");
  expect(states.at(-1)).toBe("ended");
  expect(server.requests.map(({ url }) => url)).toEqual([
    "/api/playbook/action/7/output?offset=0",
    "/api/playbook/action/7/output?offset=4",
  ]);
});

test("if the server refuses the request for the output, the request is not repeated", async () => {
  server.answer = (_, response) => {
    response.writeHead(404, { "content-type": "application/json" });
    response.end('{"error": "no such action"}');
  };
  const states: OutputState[] = [];
  await followOutput({
    actionId: "7",
    signal: new AbortController().signal,
    onText: () => {},
    onState: (state) => states.push(state),
  });
  expect(states.at(-1)).toMatchObject({ state: "refused", error: { message: "no such action" } });
  expect(server.requests).toHaveLength(1);
});
