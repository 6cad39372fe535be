// Tests the unmodified client: every method of @supabase/postgrest-js against the test schema (fixture.sql), with an
// access token.
import { PostgrestClient, PostgrestError, type PostgrestSingleResponse } from "@supabase/postgrest-js";
import { describe, expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";
import { openHarbour } from "./fixture.ts";

const server = await startTestServer();
const { ask } = await openHarbour(server);
const reply = await ask("/create_token", { method: "POST", prefix: "/api/auth", body: { name: "client" } });
const { token } = (reply.body as { payload: { token: string } }).payload;
const client = new PostgrestClient(`${server.url}/api/db`, { headers: { authorization: `Bearer ${token}` } });

type Asked = PromiseLike<PostgrestSingleResponse<unknown>>;
type Case = [title: string, ask: () => Asked, data: unknown];
const ships = (columns = "id") => client.from("ships").select(columns);
const specimens = () => client.from("specimens").select("id").order("id");
const tenThousand = Array.from(
  { length: 10_000 },
  (_, index) => `00000000-0000-0000-0000-${String(index).padStart(12, "0")}`,
);
const ids = (...all: number[]) => all.map((id) => ({ id }));

describe("DA-03 DA-07 reading", () => {
  test.each<Case>([
    ["select all", () => client.from("ports").select().eq("id", 1), [{ id: 1, name: "Antwerp", country: "BE" }]],
    [
      "alias, cast and path",
      () => ships("n:name, t:tons::text, labels->>app").eq("id", 1),
      [{ n: "Albatross", t: "100", app: "freight" }],
    ],
    [
      "many-to-one by column",
      () => ships("id, home_port_id(name)").eq("id", 1),
      [{ id: 1, home_port_id: { name: "Antwerp" } }],
    ],
    [
      "many-to-one by constraint",
      () => ships("p:ports!ships_last_port_id_fkey(name)").eq("id", 1),
      [{ p: { name: "Bergen" } }],
    ],
    [
      "one-to-many",
      () => ships("voyages(id)").eq("id", 2).order("id", { referencedTable: "voyages", ascending: false }),
      [{ voyages: ids(4, 3) }],
    ],
    ["many-to-many", () => ships("sailors!crew(name)").eq("id", 3), [{ sailors: [{ name: "Cy" }] }]],
    ["one-to-one", () => ships("ship_papers(number)").eq("id", 1), [{ ship_papers: { number: "P-1" } }]],
    ["spread", () => ships("id, ...ports!home_port_id(port:name)").eq("id", 1), [{ id: 1, port: "Antwerp" }]],
    [
      "inner embed with its filter",
      () => ships("id, voyages!inner(cargo)").eq("voyages.cargo", 30),
      [{ id: 2, voyages: [{ cargo: 30 }] }],
    ],
    [
      "or in an embed",
      () => ships("voyages(id)").eq("id", 1).or("title.eq.out,cargo.eq.20", { referencedTable: "voyages" }),
      [{ voyages: ids(1, 2) }],
    ],
    [
      "limit in an embed",
      () =>
        ships("voyages(id)")
          .eq("id", 1)
          .order("id", { referencedTable: "voyages" })
          .limit(1, { referencedTable: "voyages" }),
      [{ voyages: ids(1) }],
    ],
    [
      "range in an embed",
      () =>
        ships("voyages(id)")
          .eq("id", 1)
          .order("id", { referencedTable: "voyages" })
          .range(1, 1, { referencedTable: "voyages" }),
      [{ voyages: ids(2) }],
    ],
    [
      "aggregate",
      () => ships("home_port_id, tons.sum()").order("home_port_id"),
      [
        { home_port_id: 1, sum: 300 },
        { home_port_id: 2, sum: 300 },
      ],
    ],
    [
      "order, nulls and direction",
      () => ships().order("tons", { ascending: false, nullsFirst: false }),
      ids(3, 2, 1, 4),
    ],
    ["order by two", () => ships().order("home_port_id", { ascending: false }).order("id"), ids(3, 4, 1, 2)],
    [
      "order by an embed",
      () => ships("id, home_port_id()").order("home_port_id(name)", { ascending: false }).order("id"),
      ids(3, 4, 1, 2),
    ],
    ["limit", () => ships().order("id").limit(2), ids(1, 2)],
    ["range", () => ships().order("id").range(1, 2), ids(2, 3)],
    ["single", () => ships("id").eq("id", 1).single(), { id: 1 }],
    ["maybeSingle, found", () => ships("id").eq("id", 1).maybeSingle(), { id: 1 }],
    ["maybeSingle, not found", () => ships("id").eq("id", 99).maybeSingle(), null],
    ["csv", () => ships("id,name").order("id").limit(1).csv(), "id,name\n1,Albatross"],
    ["head", () => client.from("ships").select("id", { head: true }), null],
    [
      "a view",
      () => client.from("fleet").select("voyages_made, author(name)").eq("id", 1),
      [{ voyages_made: 2, author: { name: "Ada" } }],
    ],
  ])("reads with %s", async (_title, asked, data) => {
    expect(await asked()).toMatchObject({ error: null, data });
  });

  test.each<Case>([
    ["eq", () => specimens().eq("a_text", "beta"), ids(2)],
    ["neq", () => specimens().neq("a_text", "beta"), ids(1, 3)],
    ["gt, lt", () => specimens().gt("a_int", 1).lt("a_int", 3), ids(2)],
    ["gte, lte", () => specimens().gte("a_num", 2.5).lte("a_num", 3.5), ids(2, 3)],
    ["like", () => specimens().like("a_text", "%et%"), ids(2)],
    ["likeAllOf", () => specimens().likeAllOf("a_text", ["%a", "b%"]), ids(2)],
    ["likeAnyOf", () => specimens().likeAnyOf("a_text", ["al%", "%mma"]), ids(1, 3)],
    ["ilike", () => specimens().ilike("a_text", "BE%"), ids(2)],
    ["ilikeAllOf", () => specimens().ilikeAllOf("a_text", ["%A", "B%"]), ids(2)],
    ["ilikeAnyOf", () => specimens().ilikeAnyOf("a_text", ["AL%", "%MMA"]), ids(1, 3)],
    ["regexMatch", () => specimens().regexMatch("a_text", "^[ab]"), ids(1, 2)],
    ["regexIMatch", () => specimens().regexIMatch("a_text", "^[AB]"), ids(1, 2)],
    ["is null", () => specimens().is("a_text", null), ids(4)],
    ["is true", () => specimens().is("a_bool", true), ids(1)],
    ["isDistinct", () => specimens().isDistinct("a_int", 2), ids(1, 3, 4)],
    ["in", () => specimens().in("a_text", ["alpha", "be,ta", 'ga"mma']), ids(1)],
    ["notIn", () => specimens().notIn("a_text", ["alpha", "be,ta"]), ids(2, 3)],
    ["contains, array", () => specimens().contains("a_array", ["y"]), ids(1, 2)],
    ["contains, json", () => specimens().contains("a_json", { t: "beta" }), ids(2)],
    ["contains, range", () => specimens().contains("a_range", "[2,3)"), ids(1)],
    ["containedBy", () => specimens().containedBy("a_array", ["x", "y", "q"]), ids(1, 3)],
    ["rangeGt", () => specimens().rangeGt("a_range", "[6,7]"), ids(3)],
    ["rangeGte", () => specimens().rangeGte("a_range", "[5,6]"), ids(2, 3)],
    ["rangeLt", () => specimens().rangeLt("a_range", "[6,7]"), ids(1)],
    ["rangeLte", () => specimens().rangeLte("a_range", "[2,8)"), ids(1)],
    ["rangeAdjacent", () => specimens().rangeAdjacent("a_range", "[10,20)"), ids(2, 3)],
    ["overlaps", () => specimens().overlaps("a_array", ["x", "z"]), ids(1, 2)],
    ["textSearch", () => specimens().textSearch("a_search", "cat & dog", { config: "english" }), ids(3)],
    ["textSearch, plain", () => specimens().textSearch("a_search", "the cat dog", { type: "plain" }), ids(3)],
    [
      "textSearch, phrase",
      () => specimens().textSearch("a_search", "fat cats", { type: "phrase", config: "english" }),
      ids(1),
    ],
    [
      "textSearch, websearch",
      () => specimens().textSearch("a_search", "cat -dog", { type: "websearch", config: "english" }),
      ids(1),
    ],
    ["match", () => specimens().match({ a_text: "beta", a_int: 2 }), ids(2)],
    ["not", () => specimens().not("a_int", "eq", 2), ids(1, 3)],
    ["not in", () => specimens().not("a_int", "in", "(1,2)"), ids(3)],
    ["or", () => specimens().or("a_int.eq.1,and(a_int.gt.2,a_text.eq.gamma)"), ids(1, 3)],
    ["a list of ten thousand", () => specimens().in("a_uuid", tenThousand), ids(1, 2, 3)],
    ["filter", () => specimens().filter("a_json->>t", "in", '("alpha","gamma")'), ids(1, 3)],
  ])("filters with %s", async (_title, asked, data) => {
    expect(await asked()).toMatchObject({ error: null, data });
  });

  test.each(["exact", "planned", "estimated"] as const)("DA-04 count=%s is read from Content-Range", async (count) => {
    const page = await client.from("ships").select("id", { count }).order("id").range(1, 2);
    expect(page).toMatchObject({ data: ids(2, 3), count: 4, status: 206 });
    expect(await client.from("ships").select("*", { count, head: true })).toMatchObject({ data: null, count: 4 });
  });

  test("DA-123 an aborted request fails only for its caller", async () => {
    const controller = new AbortController();
    const asked = ships().abortSignal(controller.signal);
    controller.abort();
    expect(await asked).toMatchObject({ data: null, error: { message: expect.stringContaining("AbortError") } });
    expect(await ships().eq("id", 1)).toMatchObject({ data: ids(1) });
  });
});

describe("DA-07 writing", () => {
  const harbours = () => client.from("ports");

  test("inserts one and many rows, with and without returning them", async () => {
    expect(await harbours().insert({ id: 10, name: "Delft" })).toMatchObject({ status: 201, data: null, error: null });
    expect(await harbours().insert({ id: 11, name: "Emden" }).select("name").single()).toMatchObject({
      status: 201,
      data: { name: "Emden" },
    });
    // The client lists the columns of all rows; missing values are null, or their default if requested.
    const many = await client
      .from("ships")
      .insert(
        [
          { id: 20, name: "Eider", home_port_id: 1 },
          { id: 21, name: "Fulmar", home_port_id: 1, rating: 2, flags: ["x"] },
        ],
        { defaultToNull: false, count: "exact" },
      )
      .select("id, rating, flags")
      .order("id");
    expect(many).toMatchObject({
      count: 2,
      data: [
        { id: 20, rating: null, flags: [] },
        { id: 21, rating: 2, flags: ["x"] },
      ],
    });
  });

  test("upserts with merging or ignoring duplicates, by key or by another column", async () => {
    const port = { id: 12, name: "Faro", country: "PT" };
    expect(await harbours().upsert(port).select()).toMatchObject({ status: 201, data: [port] });
    expect(await harbours().upsert({ id: 12, name: "Faro", country: "ES" }).select()).toMatchObject({
      data: [{ ...port, country: "ES" }],
    });
    expect(await harbours().upsert(port, { ignoreDuplicates: true }).select()).toMatchObject({ data: [] });
    expect(
      await harbours()
        .upsert({ ...port, id: 13 }, { onConflict: "name" })
        .select(),
    ).toMatchObject({
      data: [{ ...port, id: 13 }],
    });
  });

  test("updates and deletes matching rows, and returns their number", async () => {
    await harbours().insert([
      { id: 14, name: "Genoa" },
      { id: 15, name: "Hull" },
    ]);
    expect(await harbours().update({ country: "XX" }, { count: "exact" }).in("id", [14, 15])).toMatchObject({
      status: 204,
      count: 2,
    });
    expect(await harbours().update({ country: "UK" }).eq("id", 15).select("country").single()).toMatchObject({
      data: { country: "UK" },
    });
    expect(await harbours().delete({ count: "exact" }).eq("id", 14).select("id")).toMatchObject({
      count: 1,
      data: [{ id: 14 }],
    });
    expect(await harbours().delete().eq("id", 15)).toMatchObject({ status: 204, error: null });
    expect(await harbours().select("id").in("id", [14, 15])).toMatchObject({ data: [] });
  });

  test("can roll back a write, and maxAffected limits the rows", async () => {
    expect(await harbours().update({ name: "X" }).eq("id", 1).select("name").rollback()).toMatchObject({
      data: [{ name: "X" }],
    });
    // The client's types allow this only for a current PostgREST server.
    const bounded = harbours().update({ country: "X" }).gt("id", 0).maxAffected(1) as unknown as Asked;
    expect(await bounded).toMatchObject({
      status: 400,
      error: { code: "PGRST124" },
    });
    expect(await harbours().select("name, country").eq("id", 1)).toMatchObject({
      data: [{ name: "Antwerp", country: "BE" }],
    });
  });
});

describe("DA-07 functions", () => {
  test.each<Case>([
    ["by POST", () => client.rpc("tonnage", { port: 1 }), 300],
    ["by GET", () => client.rpc("tonnage", { port: 1 }, { get: true }), 300],
    ["by HEAD", () => client.rpc("tonnage", { port: 1 }, { head: true }), null],
    [
      "rows, filtered and sorted",
      () =>
        client.rpc("ships_of", { port: 2, include_deleted: true }).select("id, voyages(id)").gt("id", 3).order("id"),
      [{ id: 4, voyages: [] }],
    ],
    [
      "a single row by GET",
      () => client.rpc("port_table", {}, { get: true }).eq("id", 2).select("label").single(),
      { label: "Bergen" },
    ],
    ["an array", () => client.rpc("total", { numbers: [1, 2, 3] }), 6],
    ["an array by GET", () => client.rpc("total", { numbers: [1, 2, 3] }, { get: true }), 6],
    ["JSON", () => client.rpc("keys_of", { thing: { a: 1, b: [2] } }), ["a", "b"]],
    ["JSON by HEAD", () => client.rpc("keys_of", { thing: { a: 1, b: [2] } }, { head: true }), null],
    ["a function without a result", () => client.rpc("christen", { ship: 3, new_name: "Cormorant" }), null],
  ])("calls a function: %s", async (_title, asked, data) => {
    expect(await asked()).toMatchObject({ error: null, data });
  });

  test("returns the number of rows", async () => {
    expect(await client.rpc("port_table", {}, { count: "exact" }).lte("id", 3).limit(1)).toMatchObject({
      count: 3,
      status: 206,
    });
    expect(await client.rpc("numbers_to", { top: 3 }, { count: "exact", head: true })).toMatchObject({
      count: 3,
      data: null,
    });
  });
});

describe("errors", () => {
  test.each<[string, () => Asked, number, string]>([
    ["an unknown table", () => client.from("shipz").select(), 404, "PGRST205"],
    ["an unknown column", () => ships("weight"), 400, "42703"],
    ["an unknown embed", () => ships("ledger(id)"), 400, "PGRST200"],
    ["an ambiguous embed", () => ships("ports(id)"), 300, "PGRST201"],
    ["an unknown function", () => client.rpc("nothing"), 404, "PGRST202"],
    ["a single row where several match", () => ships().single(), 406, "PGRST116"],
    ["a value of the wrong type", () => ships().eq("id", "one"), 400, "22P02"],
    ["a duplicate", () => client.from("ports").insert({ id: 1, name: "x" }), 409, "23505"],
    ["a delete without a filter", () => client.from("ports").delete(), 400, "21000"],
    ["explain, which PostgREST allows only if configured", () => ships().explain(), 406, "PGRST107"],
    ["GeoJSON, which needs an extension", () => ships().geojson(), 406, "PGRST107"],
  ])("returns the error code for %s", async (_title, asked, status, code) => {
    expect(await asked()).toMatchObject({
      status,
      data: null,
      error: { code, message: expect.any(String) },
    });
  });

  test("accepts the name of the only schema, and rejects other names", async () => {
    expect(await client.schema("public").from("ships").select("id").eq("id", 1)).toMatchObject({ data: ids(1) });
    expect(await client.schema("other").from("ships").select("id")).toMatchObject({ error: { code: "PGRST106" } });
  });

  test("throwOnError throws the returned error", async () => {
    const failed = await ships("weight")
      .throwOnError()
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(failed).toBeInstanceOf(PostgrestError);
    expect(failed).toMatchObject({ code: "42703", message: "column ships.weight does not exist" });
  });

  test("rejects requests without a token", async () => {
    expect(await new PostgrestClient(`${server.url}/api/db`).from("ports").select()).toMatchObject({
      status: 401,
      data: null,
      error: { code: "QD401" },
    });
  });

  test("also accepts the token as a password", async () => {
    const authorization = `Basic ${Buffer.from(`token:${token}`).toString("base64")}`;
    const basic = new PostgrestClient(`${server.url}/api/db`, { headers: { authorization } });
    expect(await basic.from("ships").select("id").eq("id", 1)).toMatchObject({ data: ids(1) });
  });
});
