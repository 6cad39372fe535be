// Tests operator × position × type, one case per cell. Every operator is tested on a column, under `not.`, inside
// `or=()`, in an embed, and (if possible) at the end of a JSON path; and on every type that supports it.
import { describe, expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";
import { openHarbour } from "./fixture.ts";

const { get } = await openHarbour(await startTestServer());

const ids = async (query: string) => {
  const { status, body } = await get(`/specimens?select=id&order=id&${query}`);
  return status === 200 ? (body as { id: number }[]).map(({ id }) => id) : body;
};
const encode = encodeURIComponent;
/** Inside a logic tree a value with punctuation is quoted. */
const inTree = (operation: string) =>
  operation.replace(
    /^([a-z]+(?:\([a-z]+\))?\.)([^{(].*[,()].*)$/s,
    (_, operator: string, value: string) => `${operator}"${value.replaceAll('"', '\\"')}"`,
  );

interface Cell {
  column: string;
  operation: string;
  /** The matching rows among the rows whose value is not null. */
  fits: number[];
  /** Whether the operator also matches null. */
  knowsNull?: boolean;
}

const cells: Cell[] = [
  // eq
  { column: "a_text", operation: "eq.beta", fits: [2] },
  { column: "a_int", operation: "eq.2", fits: [2] },
  { column: "a_big", operation: "eq.9007199254740991", fits: [1] },
  { column: "a_num", operation: "eq.2.5", fits: [2] },
  { column: "a_bool", operation: "eq.true", fits: [1] },
  { column: "a_bool", operation: "eq.1", fits: [1] },
  { column: "a_bool", operation: "eq.0", fits: [2] },
  { column: "a_uuid", operation: "eq.00000000-0000-0000-0000-000000000002", fits: [2] },
  { column: "a_time", operation: "eq.2026-02-01T00:00:00.000Z", fits: [2] },
  { column: "a_date", operation: "eq.2026-02-01", fits: [2] },
  { column: "a_json", operation: 'eq.{"t": "beta", "n": 2, "a": ["y"]}', fits: [2] },
  { column: "a_array", operation: "eq.{y,z}", fits: [2] },
  { column: "an_ints", operation: "eq.{2,3}", fits: [2] },
  { column: "a_range", operation: "eq.[5,10)", fits: [2] },
  // neq
  { column: "a_text", operation: "neq.beta", fits: [1, 3] },
  { column: "a_int", operation: "neq.2", fits: [1, 3] },
  { column: "a_bool", operation: "neq.true", fits: [2] },
  { column: "a_time", operation: "neq.2026-02-01", fits: [1, 3] },
  { column: "a_array", operation: "neq.{}", fits: [1, 2] },
  // order
  { column: "a_text", operation: "gt.beta", fits: [3] },
  { column: "a_int", operation: "gt.2", fits: [3] },
  { column: "a_num", operation: "gt.2.5", fits: [3] },
  { column: "a_time", operation: "gt.2026-02-01T00:00:00Z", fits: [3] },
  { column: "a_date", operation: "gt.2026-02-01", fits: [3] },
  { column: "a_text", operation: "gte.beta", fits: [2, 3] },
  { column: "a_int", operation: "gte.2", fits: [2, 3] },
  { column: "a_big", operation: "gte.3", fits: [1, 3] },
  { column: "a_time", operation: "gte.2026-02-01T00:00:00Z", fits: [2, 3] },
  { column: "a_text", operation: "lt.beta", fits: [1] },
  { column: "a_int", operation: "lt.2", fits: [1] },
  { column: "a_date", operation: "lt.2026-02-01", fits: [1] },
  { column: "a_uuid", operation: "lt.00000000-0000-0000-0000-000000000002", fits: [1] },
  { column: "a_text", operation: "lte.beta", fits: [1, 2] },
  { column: "a_int", operation: "lte.2", fits: [1, 2] },
  { column: "a_num", operation: "lte.2.5", fits: [1, 2] },
  // patterns
  { column: "a_text", operation: "like.*et*", fits: [2] },
  { column: "a_text", operation: "like.%25a".replace("%25", "%"), fits: [1, 2, 3] },
  { column: "a_text", operation: "like.BETA", fits: [] },
  { column: "a_array", operation: "like.x*", fits: [1] },
  { column: "a_text", operation: "ilike.BETA", fits: [2] },
  { column: "a_text", operation: "ilike.*ET*", fits: [2] },
  { column: "a_array", operation: "ilike.Z", fits: [2] },
  { column: "a_text", operation: "match.^[ab]", fits: [1, 2] },
  { column: "a_text", operation: "match.^b.*a$", fits: [2] },
  { column: "a_text", operation: "imatch.^[AB]", fits: [1, 2] },
  // in
  { column: "a_text", operation: "in.(alpha,gamma)", fits: [1, 3] },
  { column: "a_text", operation: 'in.("alpha","ga,mma")', fits: [1] },
  { column: "a_int", operation: "in.(1,3)", fits: [1, 3] },
  { column: "a_int", operation: "in.()", fits: [], knowsNull: true },
  { column: "a_num", operation: "in.(1.5,3.50)", fits: [1, 3] },
  { column: "a_bool", operation: "in.(true,false)", fits: [1, 2] },
  { column: "a_uuid", operation: "in.(00000000-0000-0000-0000-000000000001)", fits: [1] },
  { column: "a_time", operation: "in.(2026-01-01,2026-03-01)", fits: [1, 3] },
  { column: "a_array", operation: 'in.("{x,y}","{}")', fits: [1, 3] },
  // is
  { column: "a_text", operation: "is.null", fits: [4], knowsNull: true },
  { column: "a_json", operation: "is.null", fits: [4], knowsNull: true },
  { column: "a_array", operation: "is.not_null", fits: [1, 2, 3], knowsNull: true },
  { column: "a_bool", operation: "is.true", fits: [1], knowsNull: true },
  { column: "a_bool", operation: "is.false", fits: [2], knowsNull: true },
  { column: "a_bool", operation: "is.unknown", fits: [3, 4], knowsNull: true },
  { column: "a_bool", operation: "is.NULL", fits: [3, 4], knowsNull: true },
  // isdistinct
  { column: "a_text", operation: "isdistinct.beta", fits: [1, 3, 4], knowsNull: true },
  { column: "a_int", operation: "isdistinct.2", fits: [1, 3, 4], knowsNull: true },
  // text search
  { column: "a_search", operation: "fts.cat", fits: [1, 3] },
  { column: "a_search", operation: "fts(english).cats", fits: [1, 3] },
  { column: "a_search", operation: "fts.cat%26dog".replace("%26", "&"), fits: [3] },
  { column: "a_search", operation: "plfts.the cat dog", fits: [3] },
  { column: "a_search", operation: "phfts(english).fat cats", fits: [1] },
  { column: "a_search", operation: "wfts(english).cat -dog", fits: [1] },
  { column: "a_text", operation: "fts(simple).beta", fits: [2] },
  { column: "a_json", operation: "plfts(simple).gamma", fits: [3] },
  // containment, overlap
  { column: "a_array", operation: "cs.{y}", fits: [1, 2] },
  { column: "an_ints", operation: "cs.{2}", fits: [1, 2] },
  { column: "a_json", operation: 'cs.{"t": "beta"}', fits: [2] },
  { column: "a_range", operation: "cs.[2,3)", fits: [1] },
  { column: "a_array", operation: "cd.{x,y,q}", fits: [1, 3] },
  { column: "a_json", operation: 'cd.{"t": "beta", "n": 2, "a": ["y"], "more": 1}', fits: [2] },
  { column: "a_range", operation: "cd.[0,12]", fits: [1, 2] },
  { column: "a_array", operation: "ov.{x,z}", fits: [1, 2] },
  { column: "an_ints", operation: "ov.{3}", fits: [2] },
  { column: "a_range", operation: "ov.[4,6]", fits: [1, 2] },
  // ranges
  { column: "a_range", operation: "sl.[6,7]", fits: [1] },
  { column: "a_range", operation: "sr.[6,7]", fits: [3] },
  { column: "a_range", operation: "nxr.[2,8)", fits: [1] },
  { column: "a_range", operation: "nxl.[5,6]", fits: [2, 3] },
  { column: "a_range", operation: "adj.[10,20)", fits: [2, 3] },
  // any, all
  { column: "a_text", operation: "eq(any).{alpha,beta}", fits: [1, 2] },
  { column: "a_int", operation: "eq(any).{1,3}", fits: [1, 3] },
  { column: "a_int", operation: "eq(all).{1,1}", fits: [1] },
  { column: "a_int", operation: "neq(all).{1,3}", fits: [2] },
  { column: "a_int", operation: "gt(any).{2,9}", fits: [3] },
  { column: "a_int", operation: "gte(all).{1,2}", fits: [2, 3] },
  { column: "a_int", operation: "lt(any).{1,2}", fits: [1] },
  { column: "a_int", operation: "lte(all).{2,3}", fits: [1, 2] },
  { column: "a_text", operation: "like(any).{al*,*mma}", fits: [1, 3] },
  { column: "a_text", operation: "like(all).{*a,b*}", fits: [2] },
  { column: "a_text", operation: "ilike(any).{AL*,BE*}", fits: [1, 2] },
  { column: "a_text", operation: "match(any).{^a,^b}", fits: [1, 2] },
  { column: "a_text", operation: "imatch(all).{^B,A$}", fits: [2] },
];

const not = ({ column, fits, knowsNull }: Cell) => {
  const known = knowsNull ? [1, 2, 3, 4] : column === "a_bool" ? [1, 2] : [1, 2, 3];
  return known.filter((id) => !fits.includes(id));
};

describe.each(cells)("the filter $column=$operation", (cell) => {
  const { column, operation, fits } = cell;
  test("works on a column", async () => {
    expect(await ids(`${column}=${encode(operation)}`)).toEqual(fits);
  });
  test("works with not", async () => {
    expect(await ids(`${column}=not.${encode(operation)}`)).toEqual(not(cell));
  });
  test("the .filter operator works inside or(), and inside a negated and()", async () => {
    expect(await ids(`or=(${encode(`id.eq.-1,${column}.${inTree(operation)}`)})`)).toEqual(fits);
    expect(await ids(`not.and=(${encode(`id.gt.0,${column}.${inTree(operation)}`)})`)).toEqual(not(cell));
    expect(await ids(`and=(${encode(`or(id.eq.-1,${column}.not.${inTree(operation)})`)})`)).toEqual(not(cell));
  });
});

const noted = cells.filter(({ column }) =>
  ["a_text", "a_int", "a_json", "a_array", "a_range", "a_search"].includes(column),
);

test.each(noted)("the filter $column=$operation works in an embed", async ({ column, operation, fits }) => {
  const { body } = await get(
    `/specimens?select=id,specimen_notes(id)&order=id&specimen_notes.${column}=${encode(operation)}`,
  );
  expect(
    (body as { id: number; specimen_notes: unknown[] }[])
      .filter((row) => row.specimen_notes.length > 0)
      .map(({ id }) => id),
  ).toEqual(fits);
  expect(await ids(`select=id,n:specimen_notes!inner()&n.${column}=${encode(operation)}`)).toEqual(fits);
});

/** `->>` returns text, `->` JSON. */
const atPaths: [path: string, operation: string, fits: number[]][] = [
  ["a_json->>t", "eq.beta", [2]],
  ["a_json->>t", "neq.beta", [1, 3]],
  ["a_json->>t", "gt.beta", [3]],
  ["a_json->>t", "gte.beta", [2, 3]],
  ["a_json->>t", "lt.beta", [1]],
  ["a_json->>t", "lte.beta", [1, 2]],
  ["a_json->>t", "like.*et*", [2]],
  ["a_json->>t", "ilike.BETA", [2]],
  ["a_json->>t", "match.^b", [2]],
  ["a_json->>t", "imatch.^B", [2]],
  ["a_json->>t", "in.(alpha,beta)", [1, 2]],
  ["a_json->>t", "is.null", [4]],
  ["a_json->>t", "not.is.null", [1, 2, 3]],
  ["a_json->>t", "isdistinct.beta", [1, 3, 4]],
  ["a_json->>t", "fts(simple).beta", [2]],
  ["a_json->>t", "eq(any).{alpha,beta}", [1, 2]],
  ["a_json->>t", "like(any).{al*,be*}", [1, 2]],
  ["a_json->n", "eq.2", [2]],
  ["a_json->n", "gt.1", [2, 3]],
  ["a_json->n", "in.(1,3)", [1, 3]],
  ["a_json->a", 'cs.["x"]', [1]],
  ["a_json->a", 'cd.["x","y"]', [1, 2, 3]],
  ["a_json->a->>0", "eq.y", [2]],
  ["a_array->>0", "eq.y", [2]],
  ["a_array->>0", "in.(y)", [2]],
  ["a_array->>0", "like.y*", [2]],
];

test.each(atPaths)("the filter %s=%s works at a JSON path", async (path, operation, fits) => {
  expect(await ids(`${encode(path)}=${encode(operation)}`)).toEqual(fits);
  expect(await ids(`or=(${encode(`${path}.${inTree(operation)},id.eq.-1`)})`)).toEqual(fits);
  const embedded = path.replace("a_json", "specimen_notes.a_json").replace("a_array", "specimen_notes.a_array");
  expect(await ids(`select=id,specimen_notes!inner()&${encode(embedded)}=${encode(operation)}`)).toEqual(fits);
});

test.each([
  ["a_uuid=eq.nonsense", "22P02"],
  ["a_int=eq.one", "22P02"],
  ["a_int=in.(1,two)", "22P02"],
  ["a_time=gt.yesterdayish", "22007"],
  ["a_int=like.1*", "42883"],
  ["a_text=match.[", "2201B"],
  ["a_text=cs.{a}", "42883"],
  ["a_text=is.true", "42804"],
  ["a_search=fts(klingon).x", "42704"],
  ["a_search=fts.a b", "42601"],
  ["a_text=approximately.x", "PGRST100"],
  ["a_text=eq", "PGRST100"],
  ["a_text=", "PGRST100"],
  ["a_text=is.nonsense", "PGRST100"],
  ["a_text=in.alpha", "PGRST100"],
  ["a_text=in.(alpha", "PGRST100"],
  ['a_text=in.("alpha)', "PGRST100"],
  ["a_text=eq(some).{a}", "PGRST100"],
  ["a_int=cs(any).{a}", "PGRST100"],
  ["a_int=in.(1)x", "PGRST100"],
  ["a_search=fts(eng-lish).x", "PGRST100"],
  ["a_text=eq.a\0b", "PGRST100"],
  ["a_te\0xt=eq.a", "PGRST100"],
  ["a_text!x=eq.a", "PGRST100"],
  ["a_json->>=eq.a", "PGRST100"],
  ["order->x=eq.1", "42703"],
  ["or.filter=x", "42703"],
  [".filter=x", "PGRST100"],
  ["or=a.eq.1", "PGRST100"],
  ["or=(a_int.eq.1", "PGRST100"],
  ["or=()", "PGRST100"],
  ["or=(a_int.eq.1))", "PGRST100"],
  ["or=(a_nothing.eq.1)", "42703"],
  ["a_nothing=eq.1", "42703"],
])("%s is refused with %s", async (query, code) => {
  expect(await get(`/specimens?${encodeURI(query)}`)).toMatchObject({
    status: 400,
    body: { code, message: expect.any(String) },
  });
});

test("groups nest up to a limit, and may contain spaces where the grammar allows them", async () => {
  expect(await ids("or=(and(a_int.gte.1,a_int.lte.1),and(a_text.eq.gamma,not.or(id.eq.1,id.eq.2)))")).toEqual([1, 3]);
  expect(await ids(encodeURI("or=( a_int.eq.1 , a_int.eq.3 )"))).toEqual([1, 3]);
  const nested = (depth: number): string => (depth === 0 ? "id.eq.1" : `and(${nested(depth - 1)})`);
  expect(await ids(`or=(${nested(31)})`)).toEqual([1]);
  expect(await get(`/specimens?or=(${nested(32)})`)).toMatchObject({ status: 400 });
});

test("in a logic tree a value ends at the comma, and counts as quoted only if the quotes enclose the whole value", async () => {
  expect(await ids('or=(a_text.eq."alpha",id.eq.2)')).toEqual([1, 2]);
  expect(await ids('or=(a_text.eq."al"pha,id.eq.2)')).toEqual([2]);
  expect(await ids("or=(a_text.eq.,id.eq.2)")).toEqual([2]);
  expect(await ids("or=(a_text.like.,id.eq.2)")).toEqual([2]);
});

test("a name without a value is an invalid filter", async () => {
  expect((await get("/specimens?a_text")).body).toMatchObject({
    code: "PGRST100",
    message: "failed to parse filter of a_text () (line 1, column 1)",
  });
});

test("all conditions with the same name apply", async () => {
  expect(await ids("a_int=gt.1&a_int=lt.3")).toEqual([2]);
});

test("a list of ten thousand values is accepted; a longer list is rejected", async () => {
  const list = (length: number) => Array.from({ length }, (_, index) => index + 2).join(",");
  expect(await ids(`a_int=in.(${list(10_000)})`)).toEqual([2, 3]);
  expect((await get(`/specimens?a_int=in.(${list(10_001)})`)).status).toBe(400);
});
