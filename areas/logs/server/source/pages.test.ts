import { expect, test } from "vitest";
import { chanceOf } from "#tests/support/chance.ts";
import { noTerms } from "#lib/logs/search-terms.ts";
import { matchesRoute, routeRequest } from "../backends/route.ts";
import { continued, mergePages, nextPage, printCursor, readCursor, type Cursor } from "./pages.ts";
import type { LogPage, LogQuery, RawLine } from "./reader.ts";
import { mergeTails, pollTail, type Tail } from "./tails.ts";

const line = (time: number, id: string): RawLine => ({ id, time, message: id, labels: {} });

test("lines beyond the time that every page has reached are left for later", () => {
  const pages: LogPage[] = [
    { lines: [line(9, "a"), line(5, "b")], reached: 5 },
    { lines: [line(8, "c"), line(2, "d")] },
  ];
  const merged = mergePages(pages, { direction: "backward", limit: 10 });
  expect(merged.lines.map(({ id }) => id)).toEqual(["a", "c", "b"]);
  expect(merged.reached).toBe(5);
});

/** A source in memory that returns pages as a real one would. */
const search = (lines: readonly RawLine[], { start, end, limit, direction }: LogQuery): LogPage => {
  const inRange = lines.filter(({ time }) => time >= start && time <= end);
  const sorted = inRange.toSorted((a, b) => (direction === "backward" ? b.time - a.time : a.time - b.time));
  const found = sorted.slice(0, limit);
  return { lines: found, ...(sorted.length >= limit && found.length > 0 && { reached: found.at(-1)!.time }) };
};

test.each(["backward", "forward"] as const)("all pages together have every line once, in order (%s)", (direction) => {
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
});

test("a cursor that was not printed here is refused", () => {
  for (const text of ["", "x", Buffer.from('{"t":"1"}').toString("base64url")])
    expect(() => readCursor(text)).toThrow("body.cursor: is not a cursor");
});

test("a request goes to the entries with a matching route, up to the first that is not additive", () => {
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

test("a merged tail has all lines, and ends with its sources", async () => {
  async function* tail(name: string, count: number): Tail {
    for (let number = 0; number < count; number += 1) yield [line(number, `${name}${number}`)];
  }
  const found: string[] = [];
  for await (const batch of mergeTails([tail("a", 50), tail("b", 3)], { signal: never }))
    found.push(...batch.map(({ id }) => id));
  expect(found).toHaveLength(53);
  expect(found.filter((id) => id.startsWith("a"))).toEqual(Array.from({ length: 50 }, (_, number) => `a${number}`));
});

test("a source waits while the reader of a merged tail does not read", async () => {
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

test("the failure of a source ends a merged tail, and an abort ends it without one", async () => {
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

test("a source that is asked again and again yields each line once, and survives single failures", async () => {
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
