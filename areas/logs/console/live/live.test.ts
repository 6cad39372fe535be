import { beforeEach, expect, test } from "vitest";
import { until } from "#tests/console/draw.ts";
import { startLocalServer } from "#tests/support/local-server.ts";
import type { LogLine } from "../../contract.ts";
import { LiveLines, MAX_LIVE } from "./live-lines.ts";
import { followTail, type TailState } from "./tail.ts";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
beforeEach(() => {
  happyDOM.setURL(`${server.url}/`);
  server.requests.length = 0;
});

const line = (id: number | string): LogLine => ({
  id: String(id),
  timestamp: "2026-11-17T10:00:00.000Z",
  firstObserved: "2026-11-17T10:00:00.000Z",
  lastObserved: "2026-11-17T10:00:00.000Z",
  count: 1,
  message: `line ${id}`,
  hash: "h",
  labels: {},
});
const some = (from: number, count: number) => Array.from({ length: count }, (_, index) => line(from + index));

/** Live lines that are drawn when the test calls `draw`. */
function manual() {
  let scheduled: (() => void) | undefined;
  let drawings = 0;
  const live = new LiveLines({
    schedule: (draw) => {
      scheduled = draw;
      return () => (scheduled = undefined);
    },
  });
  live.subscribe(() => (drawings += 1));
  return {
    live,
    draw: () => scheduled?.(),
    drawings: () => drawings,
    ids: () => live.snapshot().lines.map(({ id }) => id),
  };
}

test("many batches are rendered at once, newest line first, without lines that are already shown", () => {
  const { live, draw, drawings, ids } = manual();
  live.reset(["2"]);
  for (let at = 0; at < 5_000; at += 50) live.add(some(at, 50));
  expect(drawings()).toBe(0);
  draw();
  expect(drawings()).toBe(1);
  expect(ids()).toHaveLength(4_999);
  expect(ids().slice(0, 2)).toEqual(["4999", "4998"]);
  expect(ids()).not.toContain("2");
  live.add(some(4_990, 20));
  draw();
  expect(ids().slice(0, 11)).toEqual([5009, 5008, 5007, 5006, 5005, 5004, 5003, 5002, 5001, 5000, 4999].map(String));
});

test("only a limited number of the newest lines is kept", () => {
  const { live, draw, ids } = manual();
  for (let at = 0; at < 100_000; at += 500) live.add(some(at, 500));
  draw();
  expect(ids()).toHaveLength(MAX_LIVE);
  expect(ids()[0]).toBe("99999");
  live.add(some(100_000, 10));
  draw();
  expect(ids()).toHaveLength(MAX_LIVE);
  expect(ids()[0]).toBe("100009");
});

test("a line that is sent again after thousands of other lines is not shown twice", () => {
  const { live, draw, ids } = manual();
  for (let at = 0; at < 100_000; at += 500) {
    live.add(some(at, 500));
    // A tail that continues after a lost connection repeats lines.
    live.add(some(Math.max(0, at - MAX_LIVE), 500));
  }
  draw();
  expect(new Set(ids()).size).toBe(MAX_LIVE);
  expect(ids()[0]).toBe("99999");
  expect(ids().at(-1)).toBe(String(100_000 - MAX_LIVE));
});

test("the newest lines of a long search are not shown twice", () => {
  const { live, draw, ids } = manual();
  live.reset(Array.from({ length: 80_000 }, (_, index) => String(79_999 - index)));
  live.add(some(79_000, 1_001));
  draw();
  expect(ids()).toEqual(["80000"]);
});

test("while the view is paused, lines wait and are counted; then all appear at once", () => {
  const { live, draw, ids } = manual();
  live.add(some(0, 2));
  draw();
  live.hold(true);
  live.add(some(2, 3));
  draw();
  expect(ids()).toEqual(["1", "0"]);
  expect(live.snapshot().waiting).toBe(3);
  live.hold(false);
  expect(ids()).toEqual(["4", "3", "2", "1", "0"]);
  expect(live.snapshot().waiting).toBe(0);
  live.reset();
  expect(live.snapshot()).toEqual({ lines: [], waiting: 0 });
});

const send = (value: unknown) => `${JSON.stringify(value)}\n`;

test("a tail continues at its last line when the stream ends or the connection breaks, and stops when it is aborted", async () => {
  const last = { ...line("2"), timestamp: "2026-11-17T10:00:05.000000001Z" };
  server.answer = (_, response) => {
    const stream = () => response.writeHead(200, { "content-type": "application/x-ndjson" });
    if (server.requests.length === 1) {
      stream().write(send({ lines: [] }));
      response.write(send({ warnings: ["shop: connection refused"] }));
      // A message in two parts.
      const text = send({ lines: [line("1"), last] });
      response.write(text.slice(0, 20));
      setTimeout(() => response.end(text.slice(20) + send({ end: "time" })), 5);
    } else if (server.requests.length === 2) response.writeHead(503).end("{}");
    else stream().write(send({ lines: [line("3")] }));
  };
  const [found, states, warnings]: [string[], TailState["state"][], string[]] = [[], [], []];
  const stopped = new AbortController();
  const done = followTail({
    body: { backend: "shop", query: "x" },
    start: "2026-11-17T09:00:00Z",
    signal: stopped.signal,
    onLines: (lines) => found.push(...lines.map(({ id }) => id)),
    onWarnings: (texts) => warnings.push(...texts),
    onState: ({ state }) => states.push(state),
  });
  await until(() => expect(found).toEqual(["1", "2", "3"]));
  expect(server.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
    ["2026-11-17T09:00:00Z", last.timestamp, last.timestamp].map((start) => ({ backend: "shop", query: "x", start })),
  );
  expect(states).toEqual(["connecting", "live", "live", "lost", "live"]);
  expect(warnings).toEqual(["shop: connection refused"]);
  stopped.abort();
  await done;
});

test("a tail that the server refuses is not retried", async () => {
  server.answer = (_, response) => {
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    response.end(send({ problem: { status: 400, body: { error: "unknown label" } } }));
  };
  const states: TailState[] = [];
  await followTail({
    body: {},
    start: "",
    signal: new AbortController().signal,
    onLines: () => {},
    onWarnings: () => {},
    onState: (state) => states.push(state),
  });
  expect(states).toMatchObject([{ state: "connecting" }, { state: "refused", error: { message: "unknown label" } }]);
  expect(server.requests).toHaveLength(1);
});
