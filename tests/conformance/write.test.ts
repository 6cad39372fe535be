// Tests writes through the data API: one or many rows, upserts, versions, soft deletes, and the write hooks of tables.
import { describe, expect, test } from "vitest";
import { problem } from "#language/problem.ts";
import type { ServerArea } from "#server/area.ts";
import { serverAreas } from "../../main/areas.server.ts";
import { startTestServer } from "../support/test-server.ts";
import { openHarbour, type Asking } from "./fixture.ts";

const heard: string[] = [];
const harbourmaster: ServerArea = {
  name: "harbourmaster",
  writes: {
    voyages: {
      parse(row) {
        if (row["cargo"] === -1) throw problem.badParts([{ path: "cargo", message: "must not be negative" }]);
        return row;
      },
      async prepare({ verb }, rows) {
        return verb === "delete"
          ? rows
          : rows.map((row) => (row["title"] === "auto" ? { ...row, title: "from the door" } : row));
      },
      async after({ verb, actor }, written, before) {
        heard.push(`${actor.kind} ${verb} ${written.length} ${before.length} ${String(written[0]?.["title"])}`);
      },
    },
  },
};

const { get, ask } = await openHarbour(await startTestServer({ areas: [...serverAreas, harbourmaster] }));
const full = { prefer: "return=representation" };
const send =
  (method: string) =>
  (path: string, body?: unknown, headers: Asking["headers"] = full) =>
    ask(path, { method, body, headers });
const [post, patch, put, remove] = [send("POST"), send("PATCH"), send("PUT"), send("DELETE")];
const rows = async (path: string) => (await get(path)).body;

describe("POST", () => {
  test("returns one row as stored, with select applied", async () => {
    expect(await post("/ports", { id: 10, name: "Delft" })).toMatchObject({
      status: 201,
      body: [{ id: 10, name: "Delft", country: null }],
    });
    const created = await post(
      "/ports?select=name",
      { id: 11, name: "Emden" },
      { ...full, accept: "application/vnd.pgrst.object+json" },
    );
    expect(created).toMatchObject({ status: 201, body: { name: "Emden" } });
    expect(created.headers.get("etag")).toMatch(/^"\d+"$/);
  });

  test("inserts many rows, with embeds in the response", async () => {
    const answer = await post("/ships?select=id,home_port_id(name),upper_name&order=id.desc", [
      { id: 20, name: "Eider", home_port_id: 1 },
      { id: 21, name: "Fulmar", home_port_id: 2 },
    ]);
    expect(answer.body).toEqual([
      { id: 21, home_port_id: { name: "Bergen" }, upper_name: "FULMAR" },
      { id: 20, home_port_id: { name: "Antwerp" }, upper_name: "EIDER" },
    ]);
    expect(answer.headers.get("content-range")).toBe("*/*");
    expect(await post("/ports", [])).toMatchObject({ status: 201, body: [] });
  });

  test("minimal and headers-only responses have no body", async () => {
    const minimal = await post("/ports", { id: 12, name: "Faro" }, {});
    expect(minimal).toMatchObject({ status: 201, text: "" });
    expect(minimal.headers.get("location")).toBeNull();
    const headers = await post("/ports", { id: 13, name: "Genoa" }, { prefer: "return=headers-only" });
    expect(headers).toMatchObject({ status: 201, text: "" });
    expect(headers.headers.get("location")).toBe("/api/db/ports?id=eq.13");
  });

  test("all rows need the same keys, unless columns= or missing=default is sent", async () => {
    const uneven = [
      { id: 30, name: "a", home_port_id: 1, flags: ["x"] },
      { id: 31, name: "b", home_port_id: 1 },
    ];
    expect(await post("/ships", uneven)).toMatchObject({
      status: 400,
      body: { code: "PGRST102", message: "All object keys must match" },
    });
    expect(
      (await post("/ships?select=id,flags&order=id", uneven, { prefer: "return=representation,missing=default" })).body,
    ).toEqual([
      { id: 30, flags: ["x"] },
      { id: 31, flags: [] },
    ]);
    expect((await post("/ports?columns=id,name", { id: 14, name: "Hull", country: "UK", nonsense: 1 })).body).toEqual([
      { id: 14, name: "Hull", country: null },
    ]);
    expect(
      (
        await post("/voyages?columns=ship_id,title&select=title", [{ ship_id: 3 }], {
          prefer: "return=representation,missing=default",
        })
      ).body,
    ).toEqual([{ title: "unnamed" }]);
    expect(await post("/voyages?columns=ship_id,title", [{ ship_id: 3 }])).toMatchObject({
      status: 400,
      body: { code: "23502" },
    });
    expect((await post("/voyages?columns=ship_id&select=id,title", { ship_id: 3 })).body).toMatchObject([
      { title: "unnamed" },
    ]);
  });

  test("rejects unknown columns, and names them", async () => {
    expect(await post("/ports", { id: 99, name: "x", depth: 3 })).toMatchObject({
      status: 400,
      body: { code: "PGRST204", message: "Could not find the 'depth' column of 'ports' in the schema cache" },
    });
    expect(await post("/ports?columns=id,depth", { id: 99 })).toMatchObject({
      status: 400,
      body: { code: "PGRST204" },
    });
    expect(await post("/ports?columns=id,name)", { id: 99, name: "x" })).toMatchObject({
      status: 400,
      body: { code: "PGRST100" },
    });
    expect(await post("/ports", { id: 99 })).toMatchObject({ status: 400, body: { code: "23502" } });
    expect(await post("/ports", { id: "abc", name: "x" })).toMatchObject({ status: 400, body: { code: "22P02" } });
    expect(await post("/ports", { id: 1, name: "x" })).toMatchObject({ status: 409, body: { code: "23505" } });
    expect(await post("/ships", { id: 98, name: "x", home_port_id: 77 })).toMatchObject({
      status: 409,
      body: { code: "23503" },
    });
    expect(await post("/ships", { id: 98, name: "x", home_port_id: 1, upper_name: "X" })).toMatchObject({
      status: 400,
      body: { code: "428C9" },
    });
    expect(await post("/ports", "{")).toMatchObject({ status: 400, body: { code: "PGRST102" } });
    expect(await post("/ports")).toMatchObject({ status: 400, body: { code: "PGRST102" } });
    expect(await post("/ports", [1])).toMatchObject({ status: 400, body: { code: "PGRST102" } });
    expect(await post("/ports", "a=b", { "content-type": "application/pdf" })).toMatchObject({ status: 415 });
    expect(await post("/fleet", { id: 1 })).toMatchObject({ status: 405, body: { code: "PGRST117" } });
    expect(await post("/vault", { id: 1 })).toMatchObject({ status: 404 });
  });

  test("a secret column is neither written nor returned", async () => {
    expect(await post("/sailors", { id: 50, name: "Dee", secret: "x" })).toMatchObject({
      status: 400,
      body: { code: "PGRST204" },
    });
    expect((await post("/sailors", { id: 50, name: "Dee" })).body).toEqual([
      { id: 50, name: "Dee", captain_id: null, deleted_at: null },
    ]);
  });

  test("accepts a form", async () => {
    const form = { ...full, "content-type": "application/x-www-form-urlencoded" };
    expect(await post("/ports", "id=42&name=Kobe+%26+Osaka", form)).toMatchObject({
      status: 201,
      body: [{ id: 42, name: "Kobe & Osaka", country: null }],
    });
    expect((await patch("/ports?id=eq.42", "country=JP", form)).body).toMatchObject([{ id: 42, country: "JP" }]);
  });

  test("a body of more than four megabytes is rejected", async () => {
    expect(await post("/ports", { id: 43, name: "x".repeat(4 * 1024 * 1024) })).toMatchObject({
      status: 413,
      body: { code: "QD413", message: expect.any(String) },
    });
  });

  test("a request for a single object writes nothing unless exactly one row matches", async () => {
    const singleObject = { accept: "application/vnd.pgrst.object+json" };
    expect(await patch("/ports?id=in.(1,2)", { country: "XX" }, singleObject)).toMatchObject({
      status: 406,
      body: { code: "PGRST116" },
    });
    expect(await rows("/ports?id=eq.1&select=country")).toEqual([{ country: "BE" }]);
  });

  test("accepts CSV", async () => {
    const csv = 'id,name,country\n40,"Ios, port",NULL\n41,"He said ""hi""",GR';
    expect((await post("/ports", csv, { ...full, "content-type": "text/csv" })).body).toEqual([
      { id: 40, name: "Ios, port", country: null },
      { id: 41, name: 'He said "hi"', country: "GR" },
    ]);
  });

  test("importing an exported CSV file restores all values, even strings that look like formulas", async () => {
    const names = ["=1+1", "'=1", "''@x", "-1+2", "\tx", "-5", "it's", "'quoted'", '="a","b"'];
    await post(
      "/ports",
      names.map((name, index) => ({ id: 50 + index, name })),
    );
    const exported = await get("/ports?id=gte.50&order=id&select=id,name", { accept: "text/csv" });
    expect((await remove("/ports?id=gte.50")).body).toHaveLength(names.length);
    await post("/ports", exported.text, { ...full, "content-type": "text/csv" });
    expect(await rows("/ports?id=gte.50&order=id&select=name")).toEqual(names.map((name) => ({ name })));
    await remove("/ports?id=gte.50");
  });
});

test("a partitioned table is written and embedded like other tables", async () => {
  const row = { port_id: 2, at: "2026-02-02", level: 3 };
  expect(await post("/tides", row)).toMatchObject({ status: 201, body: [row] });
  expect((await get("/tides?port_id=eq.2&at=eq.2026-02-02")).headers.get("etag")).toMatch(/^"\d+"$/);
  expect(
    (await post("/tides", { ...row, level: 4 }, { prefer: "resolution=merge-duplicates,return=representation" })).body,
  ).toEqual([{ ...row, level: 4 }]);
  expect((await patch("/tides?port_id=eq.2&select=level,ports(name)", { level: 5 })).body).toEqual([
    { level: 5, ports: { name: "Bergen" } },
  ]);
  expect(await rows("/ports?id=eq.2&select=tides(level)")).toEqual([{ tides: [{ level: 5 }] }]);
  expect((await remove("/tides?port_id=eq.2")).body).toHaveLength(1);
});

describe("upsert", () => {
  test("merges or ignores existing rows, by key or by other columns", async () => {
    const merge = { prefer: "resolution=merge-duplicates,return=representation" };
    expect(
      (
        await post(
          "/ports",
          [
            { id: 1, name: "Antwerpen" },
            { id: 60, name: "Jaffa" },
          ],
          merge,
        )
      ).body,
    ).toEqual([
      { id: 1, name: "Antwerpen", country: "BE" },
      { id: 60, name: "Jaffa", country: null },
    ]);
    expect((await post("/ports?on_conflict=name", { id: 61, name: "Jaffa", country: "IL" }, merge)).body).toEqual([
      { id: 61, name: "Jaffa", country: "IL" },
    ]);
    const ignore = { prefer: "resolution=ignore-duplicates,return=representation" };
    expect(
      (
        await post(
          "/ports",
          [
            { id: 1, name: "Other" },
            { id: 62, name: "Kiel" },
          ],
          ignore,
        )
      ).body,
    ).toEqual([{ id: 62, name: "Kiel", country: null }]);
    expect(await post("/ports?on_conflict=depth", { id: 63, name: "x" }, merge)).toMatchObject({
      status: 400,
      body: { code: "42703" },
    });
    expect(await post("/ports?on_conflict=country", { id: 63, name: "x" }, merge)).toMatchObject({
      status: 400,
      body: { code: "42P10" },
    });
    await patch("/ports?id=eq.1", { name: "Antwerp" });
  });

  test("PUT creates or replaces the row that its URL selects", async () => {
    expect(await put("/ports?id=eq.70", { id: 70, name: "Lagos" })).toMatchObject({
      status: 201,
      body: [{ id: 70, name: "Lagos" }],
    });
    expect(await put("/ports?id=eq.70", { id: 70, name: "Lagos", country: "PT" })).toMatchObject({
      status: 200,
      body: [{ country: "PT" }],
    });
    expect(await put("/ports?id=eq.70", { id: 70, name: "Lagos" }, {})).toMatchObject({ status: 204, text: "" });
    expect(await put("/ports?id=eq.70", { id: 71, name: "x" })).toMatchObject({
      status: 400,
      body: { code: "PGRST115" },
    });
    expect(await put("/ports?name=eq.x", { id: 71, name: "x" })).toMatchObject({
      status: 405,
      body: { code: "PGRST105" },
    });
    expect(await put("/ports?id=eq.70&limit=1", { id: 70, name: "x" })).toMatchObject({
      status: 400,
      body: { code: "PGRST114" },
    });
  });
});

describe("PATCH", () => {
  test("changes matching rows and returns them", async () => {
    const answer = await patch("/ships?id=in.(1,2)&select=id,tons&order=id", { tons: 5 });
    expect(answer).toMatchObject({
      status: 200,
      body: [
        { id: 1, tons: 5 },
        { id: 2, tons: 5 },
      ],
    });
    expect(answer.headers.get("content-range")).toBe("0-1/*");
    expect(await patch("/ships?id=eq.1", { tons: 100 }, {})).toMatchObject({ status: 204, text: "" });
    expect(await patch("/ships?id=eq.999", { tons: 100 })).toMatchObject({ status: 200, body: [] });
    expect(await patch("/ships?id=eq.1", {})).toMatchObject({ status: 200, body: [] });
    expect((await patch("/ships?or=(id.eq.1,labels->>app.eq.ferry)&select=id&order=id", { rating: 2 })).body).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
  });

  test("accepts a whole row as it was read, including computed columns", async () => {
    const [row] = (await rows("/ships?id=eq.1")) as [object];
    expect((await patch("/ships?id=eq.1&select=tons,upper_name", { ...row, tons: 101 })).body).toEqual([
      { tons: 101, upper_name: "ALBATROSS" },
    ]);
    expect(await patch("/ships?id=eq.1&columns=upper_name", row)).toMatchObject({
      status: 400,
      body: { code: "428C9" },
    });
    await patch("/ships?id=eq.1", { tons: 100 });
  });

  test("JSON, arrays, null and now() are stored as values of their columns", async () => {
    expect(
      (
        await patch("/ships?id=eq.1&select=labels,flags,rating", {
          labels: { a: [1, null] },
          flags: ["p", "q"],
          rating: null,
        })
      ).body,
    ).toEqual([{ labels: { a: [1, null] }, flags: ["p", "q"], rating: null }]);
    const [row] = (await patch("/ships?id=eq.20", { deleted_at: "now()" })).body as [{ deleted_at: string }];
    expect(Math.abs(Date.now() - Date.parse(row.deleted_at))).toBeLessThan(60_000);
  });

  test("PATCH is rejected without a filter, with limit or offset, or with an unknown column", async () => {
    expect(await patch("/ships", { tons: 1 })).toMatchObject({ status: 400, body: { code: "21000" } });
    expect(await patch("/ships?limit=1&id=gt.0", { tons: 1 })).toMatchObject({
      status: 400,
      body: { code: "PGRST127" },
    });
    expect(await patch("/ships?offset=1&id=gt.0", { tons: 1 })).toMatchObject({
      status: 400,
      body: { code: "PGRST127" },
    });
    expect(await patch("/ships?weight=eq.1", { tons: 1 })).toMatchObject({ status: 400, body: { code: "42703" } });
    expect(await patch("/sailors?secret=eq.x", { name: "x" })).toMatchObject({ status: 400, body: { code: "42703" } });
    expect(await patch("/ships?id=eq.1", [{ tons: 1 }, { tons: 2 }])).toMatchObject({
      status: 400,
      body: { code: "PGRST102" },
    });
  });

  test("max-affected and tx=rollback undo all changes", async () => {
    const bound = { prefer: "return=representation,handling=strict,max-affected=1" };
    expect(await patch("/ships?id=in.(1,2)", { tons: 7 }, bound)).toMatchObject({
      status: 400,
      body: { code: "PGRST124", details: "The query affects 2 rows" },
    });
    // Lenient handling may ignore the limit, and the response reports that.
    const tried = async (prefer: string) => {
      const answer = await patch("/ships?id=in.(1,2)", { tons: 7 }, { prefer: `tx=rollback,${prefer}` });
      return [answer.status, answer.headers.get("preference-applied")];
    };
    expect(await tried("max-affected=1")).toEqual([204, "tx=rollback"]);
    expect(await tried("handling=strict")).toEqual([204, "tx=rollback, handling=strict"]);
    expect(await tried("handling=strict,max-affected=2")).toEqual([
      204,
      "tx=rollback, handling=strict, max-affected=2",
    ]);
    expect(
      (await patch("/ships?id=eq.1&select=tons", { tons: 7 }, { prefer: "return=representation,tx=rollback" })).body,
    ).toEqual([{ tons: 7 }]);
    expect(
      await patch("/ships?id=in.(1,2)", { tons: 8 }, { ...full, accept: "application/vnd.pgrst.object+json" }),
    ).toMatchObject({ status: 406, body: { code: "PGRST116" } });
    expect(await rows("/ships?id=in.(1,2)&select=tons&order=id")).toEqual([{ tons: 100 }, { tons: 5 }]);
  });

  test("If-Match accepts only the version that was read", async () => {
    const etag = (await get("/ships?id=eq.3")).headers.get("etag")!;
    const first = await patch("/ships?id=eq.3", { tons: 301 }, { ...full, "if-match": etag });
    expect(first.status).toBe(200);
    const stale = await patch("/ships?id=eq.3", { tons: 302 }, { ...full, "if-match": etag });
    expect(stale).toMatchObject({
      status: 412,
      body: {
        code: "changed",
        message: "Somebody else has changed this since you read it.",
        current: { id: 3, tons: 301 },
      },
    });
    expect(
      (await patch("/ships?id=eq.3", { tons: 303 }, { ...full, "if-match": first.headers.get("etag")! })).status,
    ).toBe(200);
    expect((await patch("/ships?id=eq.3", { tons: 300 }, { ...full, "if-match": "*" })).status).toBe(200);
    expect((await remove("/ships?id=eq.3", undefined, { "if-match": etag })).status).toBe(412);
    expect((await patch("/ships?id=eq.999", { tons: 1 }, { "if-match": "*" })).status).toBe(412);
  });
});

describe("DELETE", () => {
  test("marks a row as deleted if the table has the column deleted_at, and removes the row otherwise", async () => {
    await post("/ships", { id: 80, name: "Grebe", home_port_id: 1 });
    const answer = await remove("/ships?id=eq.80&select=id,deleted_at");
    expect(answer).toMatchObject({ status: 200, body: [{ id: 80, deleted_at: expect.any(String) }] });
    expect(await rows("/ships?id=eq.80&select=id,deleted_at")).toEqual(answer.body);
    expect((await remove("/ships?id=eq.80")).body).toEqual([]);
    await post("/ports", { id: 80, name: "Malmo" });
    expect(await remove("/ports?id=eq.80")).toMatchObject({ status: 200, body: [{ id: 80, name: "Malmo" }] });
    expect(await rows("/ports?id=eq.80")).toEqual([]);
  });

  test("DELETE needs no body, whatever the content type, and is rejected without a filter", async () => {
    await post("/ports", { id: 81, name: "Nice" });
    expect(
      await ask("/ports?id=eq.81", { method: "DELETE", headers: { "content-type": "application/json" } }),
    ).toMatchObject({
      status: 204,
      text: "",
    });
    expect(await remove("/ports")).toMatchObject({ status: 400, body: { code: "21000" } });
    expect(await remove("/ports?id=eq.1")).toMatchObject({ status: 409, body: { code: "23503" } });
  });
});

test("an embed without a limit has the same maximum number of rows as other reads", async () => {
  const many = Array.from({ length: 2_001 }, (_, index) => ({ ship_id: 3, cargo: index }));
  expect((await post("/voyages", many, {})).status).toBe(201);
  const embedded = async (more = "") =>
    ((await rows(`/ships?id=eq.3&select=voyages(id)${more}`)) as [{ voyages: unknown[] }])[0].voyages.length;
  expect(await embedded()).toBe(2_000);
  expect(await embedded("&voyages.limit=2001")).toBe(2_001);
  expect((await remove("/voyages?ship_id=eq.3", undefined, {})).status).toBe(204);
});

describe("write hooks", () => {
  test("a write runs the hook of its table", async () => {
    expect((await post("/voyages?select=title", { ship_id: 1, title: "auto" })).body).toEqual([
      { title: "from the door" },
    ]);
    expect(heard.at(-1)).toBe("person insert 1 0 from the door");
    expect((await patch("/voyages?id=in.(1,2)", { title: "auto" })).body).toHaveLength(2);
    expect(heard.at(-1)).toBe("person update 2 2 from the door");
    expect((await remove("/voyages?id=eq.4")).body).toHaveLength(1);
    expect(heard.at(-1)).toBe("person delete 1 1 lost");
    expect(await post("/voyages", { ship_id: 1, cargo: -1 })).toMatchObject({
      status: 400,
      body: { message: "cargo: must not be negative" },
    });
  });

  test("people cannot be changed through the data API", async () => {
    expect(await patch("/people?id=eq.00000000-0000-0000-0000-000000000001", { name: "x" })).toMatchObject({
      status: 405,
    });
    expect(await remove("/people?id=eq.00000000-0000-0000-0000-000000000001")).toMatchObject({ status: 405 });
  });
});
