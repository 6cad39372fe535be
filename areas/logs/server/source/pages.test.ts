import { expect, test } from "vitest";
import { chanceOf } from "#tests/support/chance.ts";
import { noTerms } from "#lib/logs/search-terms.ts";
import { matchesRoute, routeRequest } from "../backends/route.ts";
import { continued, isOver, mergePages, nextPage, printCursor, readCursor, type Cursor } from "./pages.ts";
import type { LogPage, LogQuery, RawLine } from "./reader.ts";
import { mergeTails, pollTail, type Tail } from "./tails.ts";

const line = (time: number, id: string): RawLine => ({ id, time, message: id, labels: {} });

test("lines beyond the time that all sources have reached are left for the next page", () => {
  const pages: LogPage[] = [
    { lines: [line(9, "a"), line(5, "b")], reached: 5 },
    { lines: [line(8, "c"), line(2, "d")] },
  ];
  const merged = mergePages(pages, { direction: "backward", limit: 10 });
  expect(merged.lines.map(({ id }) => id)).toEqual(["a", "c", "b"]);
  expect(merged.reached).toBe(5);
});

/** A source in memory that returns pages like a real source. */
const search = (lines: readonly RawLine[], { start, end, limit, direction }: LogQuery): LogPage => {
  const inRange = lines.filter(({ time }) => time >= start && time <= end);
  const sorted = inRange.toSorted((a, b) => (direction === "backward" ? b.time - a.time : a.time - b.time));
  const found = sorted.slice(0, limit);
  return { lines: found, ...(sorted.length >= limit && found.length > 0 && { reached: found.at(-1)!.time }) };
};

test.each(["backward", "forward"] as const)(
  "together the pages contain every line once, in order (%s)",
  (direction) => {
    const chance = chanceOf(20261117);
    for (let round = 0; round < 200; round += 1) {
      const sources = chance.times(chance.between(1, 3), () =>
        chance.times(chance.between(0, 40), () => chance.between(0, 12)).map((time, index) => ({ time, index })),
      );
      const stores = sources.map((times, store) => times.map(({ time, index }) => line(time, `${store}-${index}`)));
      const query: LogQuery = { labels: {}, terms: noTerms, start: 0, end: 20, limit: chance.between(1, 7), direction };
      const all: RawLine[] = [];
      let cursor: Cursor | undefined;
      let pages = 0;
      do {
        const found = stores.map((lines, index) => ({
          ...search(lines, continued(query, cursor, `s${index}`)),
          source: `s${index}`,
        }));
        const page = nextPage(found, query, cursor);
        expect(page.warnings).toBeUndefined();
        all.push(...page.lines);
        cursor = page.next && readCursor(printCursor(page.next));
        expect((pages += 1)).toBeLessThan(300);
      } while (cursor);
      expect(all.map(({ id }) => id).sort()).toEqual(
        stores
          .flat()
          .map(({ id }) => id)
          .sort(),
      );
      const times = all.map(({ time }) => time);
      expect(times).toEqual(times.toSorted((a, b) => (direction === "backward" ? b - a : a - b)));
    }
  },
);

test("a source that cannot return all lines with the same timestamp does not end the search, and the gap is reported", () => {
  const store = [...Array.from({ length: 9 }, (_, index) => line(5, `many ${index}`)), line(3, "before")];
  const query: LogQuery = { labels: {}, terms: noTerms, start: 0, end: 9, limit: 2, direction: "backward" };
  const found: string[] = [];
  const warnings: string[] = [];
  let cursor: Cursor | undefined;
  do {
    // Systems limit the size of a page, whatever the request asks for.
    const wanted = continued(query, cursor, "s");
    const page = nextPage(
      [{ ...search(store, { ...wanted, limit: Math.min(4, wanted.limit) }), source: "s" }],
      query,
      cursor,
    );
    found.push(...page.lines.map(({ id }) => id));
    warnings.push(...(page.warnings ?? []));
    cursor = page.next;
  } while (cursor);
  expect(found).toEqual(["many 0", "many 1", "many 2", "many 3", "before"]);
  expect(warnings).toEqual(["Some lines of 1970-01-01T00:00:00.005Z are left out."]);
});

test("a search ends at a cursor outside its range", () => {
  const range = { start: 10, end: 20 };
  const times = (direction: "backward" | "forward") =>
    [9, 10, 20, 21].filter((time) => isOver({ ...range, direction }, { time, skip: {} }));
  expect(times("backward")).toEqual([9]);
  expect(times("forward")).toEqual([21]);
  expect(isOver({ ...range, direction: "backward" }, undefined)).toBe(false);
});

test("a cursor that the server did not create is refused", () => {
  for (const text of ["", "x", ...['{"t":"1"}', '{"t":1e300}'].map((each) => Buffer.from(each).toString("base64url"))])
    expect(() => readCursor(text)).toThrow("body.cursor: is not a cursor");
});

test("a request goes to the entries with a matching route, up to the first route that is not additive", () => {
  const entry = (name: string, ...routes: Parameters<typeof matchesRoute>[0][]) => ({ name, spec: { routes } });
  const request = { id: "shop/cart", type: "Kubernetes::Pod", labels: { app: "cart" } };
  const names = (entries: ReturnType<typeof entry>[]) => routeRequest(entries, request).map(({ name }) => name);
  const all = [
    entry("other", { type: "VM" }),
    entry("any"),
    entry("additive", { type: "Kubernetes::*", is_additive: true }),
    entry("final", { id_prefix: "shop/", labels: { app: "cart" } }),
    entry("late", { type: "Kubernetes::Pod" }),
  ];
  expect(names(all)).toEqual(["additive", "final"]);
  expect(names([all[0]!, all[1]!])).toEqual(["any"]);
  expect(names([all[0]!])).toEqual([]);
  expect(matchesRoute({ labels: { app: "shop" } }, request)).toBe(false);
  expect(matchesRoute({}, request)).toBe(true);
});

const never = new AbortController().signal;

test("a merged tail returns all lines, and ends when its sources end", async () => {
  async function* tail(name: string, count: number): Tail {
    for (let number = 0; number < count; number += 1) yield [line(number, `${name}${number}`)];
  }
  const found: string[] = [];
  for await (const batch of mergeTails([tail("a", 50), tail("b", 3)], { signal: never }))
    found.push(...batch.map(({ id }) => id));
  expect(found).toHaveLength(53);
  expect(found.filter((id) => id.startsWith("a"))).toEqual(Array.from({ length: 50 }, (_, number) => `a${number}`));
});

test("a source waits while the merged tail is not read", async () => {
  let produced = 0;
  async function* tail(): Tail {
    for (; produced < 10_000; produced += 1) yield [line(produced, String(produced))];
  }
  const merged = mergeTails([tail()], { signal: never });
  await merged.next();
  for (let turn = 0; turn < 1_000; turn += 1) await Promise.resolve();
  expect(produced).toBeLessThan(100);
  await merged.return(undefined);
});

test("a merged tail fails if a source fails, and ends without an error if it is aborted", async () => {
  // oxlint-disable-next-line require-yield -- It fails before its first line.
  async function* failing(): Tail {
    throw new Error("away");
  }
  await expect(mergeTails([failing()], { signal: never }).next()).rejects.toThrow("away");
  const stop = new AbortController();
  async function* waiting(): Tail {
    yield [line(1, "a")];
    await new Promise(() => {});
  }
  const merged = mergeTails([waiting()], { signal: stop.signal });
  expect((await merged.next()).value).toHaveLength(1);
  stop.abort();
  expect((await merged.next()).done).toBe(true);
});

test("a polled source returns each line once, and tolerates single failures", async () => {
  const stop = new AbortController();
  const lines = [line(1, "a")];
  let asked = 0;
  const query: LogQuery = { labels: {}, terms: noTerms, start: 0, end: Infinity, limit: 10, direction: "forward" };
  const tail = pollTail(
    async (wanted) => {
      asked += 1;
      if (asked === 2) throw new Error("busy");
      if (asked > 2) lines.push(line(asked, `late ${asked}`));
      return search(lines, wanted);
    },
    query,
    { signal: stop.signal, everyMs: 1 },
  );
  const found: string[] = [];
  for await (const batch of tail) {
    found.push(...batch.map(({ id }) => id));
    if (found.length >= 3) stop.abort();
  }
  expect(found.slice(0, 3)).toEqual(["a", "late 3", "late 4"]);
});

test("following does not stall if a source has more lines per window than fit on a page", async () => {
  const stop = new AbortController();
  const perPage = 5_000;
  // Three pages within the window for late lines, and a full page of lines with the same time.
  const times = Array.from({ length: 3 * perPage }, (_, index) => 1_000 + Math.floor(index / 10));
  const lines = [...times, ...Array.from({ length: perPage + 5 }, () => 2_600), 2_601].map((time, index) =>
    line(time, String(index)),
  );
  const query: LogQuery = { labels: {}, terms: noTerms, start: 0, end: Infinity, limit: 10, direction: "forward" };
  const tail = pollTail(async (wanted) => search(lines, wanted), query, { signal: stop.signal, everyMs: 1 });
  const found = new Set<string>();
  let count = 0;
  for await (const batch of tail) {
    count += batch.length;
    for (const { id } of batch) found.add(id);
    if (found.has(String(lines.length - 1))) stop.abort();
  }
  expect(found.size).toBe(count);
  // If lines with the same time fill a page, the source cannot return the remaining lines.
  expect(count).toBeGreaterThanOrEqual(lines.length - 5);
});
