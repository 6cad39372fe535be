// Tests the select parameter of the data API, as PostgREST documents it.
import { describe, expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";
import { openHarbour } from "./fixture.ts";

const { get, rows } = await openHarbour(await startTestServer());

describe("select", () => {
  test("selects columns, aliases, casts, JSON paths", async () => {
    expect(await rows("/ports?select=id,name&order=id")).toEqual([
      { id: 1, name: "Antwerp" },
      { id: 2, name: "Bergen" },
      { id: 3, name: "Cadiz" },
    ]);
    expect(
      await rows(
        "/ships?select=label:name,weight:tons::text,labels->>app,labels->deep->list->0,x:labels->deep->list->1->>x&id=eq.1",
      ),
    ).toEqual([{ label: "Albatross", weight: "100", app: "freight", list: 1, x: "y" }]);
    expect(
      await rows('/ships?select=labels->>app.kubernetes.io/name,k:labels->>"app.kubernetes.io/name"&id=eq.1'),
    ).toEqual([{ "app.kubernetes.io/name": "web", k: "web" }]);
    expect(await rows("/ships?select=flags->0&id=eq.1")).toEqual([{ flags: "red" }]);
  });

  test.each([
    ["a_int", "text,varchar,character varying,bpchar,name,varchar(9)", "2"],
    ["a_text", "char", "b"],
    ["a_int", "int,int2,int4,int8,smallint,integer,bigint,numeric,decimal,real,float4,float8,double precision", 2],
    ["a_int", "oid", "2"],
    ["a_int", "bool,boolean", true],
    ["a_uuid", "uuid", "00000000-0000-0000-0000-000000000002"],
    ["a_json->n", "json,jsonb", 2],
    ["a_time", "date", "2026-02-01"],
    ["a_time", "time,time(3)", "00:00:00"],
    ["a_time", "timetz", "00:00:00+00"],
    ["a_time", "timestamp,timestamp without time zone", "2026-02-01T00:00:00"],
    ["a_time", "timestamptz,timestamp with time zone", "2026-02-01T00:00:00+00:00"],
    ["a_range", "int4range", "[5,10)"],
    ["a_search", "tsvector", "'bark':3 'dog':2"],
    ["a_array", "text[],varchar[]", ["y", "z"]],
    ["a_num", "money", "$2.50"],
    ["a_text", "bytea", "\\x62657461"],
    ["a_text", "tsquery", "'beta'"],
    ["a_text", "xml", "beta"],
    ["a_json->n", "numeric(4,1)", 2.0],
  ])("casts %s to %s", async (column, types, expected) => {
    for (const type of types.split(/,(?![^(]*\))/)) {
      const { status, body } = await get(`/specimens?id=eq.2&select=x:${column}::${encodeURIComponent(type)}`);
      expect({ type, status, body }).toEqual({ type, status: 200, body: [{ x: expected }] });
    }
  });

  test.each([
    ["interval", "1 day", "1 day"],
    ["inet", "10.0.0.1", "10.0.0.1"],
    ["cidr", "10.0.0.0/8", "10.0.0.0/8"],
    ["macaddr", "08:00:2b:01:02:03", "08:00:2b:01:02:03"],
    ["int8range", "[1,2)", "[1,2)"],
    ["numrange", "[1,2)", "[1,2)"],
    ["tsrange", "[2026-01-01,2026-01-02)", '["2026-01-01 00:00:00","2026-01-02 00:00:00")'],
    ["tstzrange", "[2026-01-01,2026-01-02)", '["2026-01-01 00:00:00+00","2026-01-02 00:00:00+00")'],
    ["daterange", "[2026-01-01,2026-01-02)", "[2026-01-01,2026-01-02)"],
  ])("casts a text with a %s to that type", async (type, label, expected) => {
    // Invalid text is rejected, which proves that the cast takes place.
    expect((await get(`/rpc/echo?said=nonsense&select=x:said::${type}`)).body).toMatchObject({
      code: expect.stringMatching(/^22/),
    });
    expect((await get(`/rpc/echo?said=${encodeURIComponent(label)}&select=x:said::${type}`)).body).toEqual([
      { x: expected },
    ]);
  });

  test("* returns every visible column, and never a secret column", async () => {
    expect(await rows("/sailors?id=eq.1")).toEqual([{ id: 1, name: "Ada", captain_id: null, deleted_at: null }]);
    expect(await rows("/sailors?select=*,again:name&id=eq.1")).toEqual([
      { id: 1, name: "Ada", captain_id: null, deleted_at: null, again: "Ada" },
    ]);
    for (const path of [
      "/sailors?select=secret",
      "/sailors?secret=eq.x",
      "/sailors?order=secret",
      "/sailors?select=id,secret::text",
    ])
      expect(await get(path)).toMatchObject({
        status: 400,
        body: { code: "42703", message: "column sailors.secret does not exist" },
      });
  });

  test("values are JSON: timestamps with offset, numerics and bigints as numbers, arrays as arrays", async () => {
    expect(await rows("/specimens?select=a_big,a_num,a_bool,a_time,a_date,a_array,a_json->n&id=eq.1")).toEqual([
      {
        a_big: 9007199254740991,
        a_num: 1.5,
        a_bool: true,
        a_time: "2026-01-01T00:00:00+00:00",
        a_date: "2026-01-01",
        a_array: ["x", "y"],
        n: 1,
      },
    ]);
  });

  test("rejects an invalid select with name and position", async () => {
    expect(await get("/ships?select=id,voyages(id")).toMatchObject({
      status: 400,
      body: {
        code: "PGRST100",
        message: expect.stringContaining("select parameter (id,voyages(id) (line 1, column 14)"),
      },
    });
    expect(await get("/ships?select=nothing")).toMatchObject({
      status: 400,
      body: { code: "42703", message: "column ships.nothing does not exist", details: null, hint: null },
    });
    for (const select of [
      "id*",
      "...port:ports!home_port_id(name)",
      "...name",
      "tons::text::int",
      "tons::",
      "ports!home_port_id",
      "tons.sum",
      "count(",
    ])
      expect(await get(`/ships?select=${select}`)).toMatchObject({ status: 400, body: { code: "PGRST100" } });
    for (const select of ["count!x()", "...count()"])
      expect(await get(`/ships?select=${select}`)).toMatchObject({ status: 400, body: { code: "PGRST200" } });
    // The type becomes part of the SQL statement, so only listed types are allowed; these exist in PostgreSQL.
    for (const type of ["nonsense", "regclass", "pg_lsn", "ships", "regclass[]"])
      expect(await get(`/ships?select=name::${type}`)).toMatchObject({
        status: 400,
        body: { code: "42704", message: `type "${type}" does not exist` },
      });
    expect(await get("/shipz?select=id")).toMatchObject({
      status: 404,
      body: {
        code: "PGRST205",
        message: "Could not find the table 'public.shipz' in the schema cache",
        hint: "Perhaps you meant the table 'public.ships'",
      },
    });
    expect(await get("/vault")).toMatchObject({ status: 404, body: { code: "PGRST205" } });
  });

  test("aggregates group by the other columns", async () => {
    expect(await rows("/ships?select=count()")).toEqual([{ count: 4 }]);
    expect(await rows("/ships?select=tons.sum(),tons.avg()::int,most:tons.max(),tons.min(),n:tons.count()")).toEqual([
      { sum: 600, avg: 200, most: 300, min: 100, n: 3 },
    ]);
    expect(await rows("/ships?select=home_port_id,tons.sum()&order=home_port_id")).toEqual([
      { home_port_id: 1, sum: 300 },
      { home_port_id: 2, sum: 300 },
    ]);
    expect(await rows("/ships?select=ports!ships_home_port_id_fkey(name),count()&order=ports(name)")).toEqual([
      { ports: { name: "Antwerp" }, count: 2 },
      { ports: { name: "Bergen" }, count: 2 },
    ]);
    expect(await rows("/ships?select=id,voyages(cargo.sum(),count())&order=id&limit=2")).toEqual([
      { id: 1, voyages: [{ sum: 30, count: 2 }] },
      { id: 2, voyages: [{ sum: 30, count: 2 }] },
    ]);
    expect(await rows("/ships?select=labels->>app,count()&labels->>app=eq.ferry")).toEqual([
      { app: "ferry", count: 1 },
    ]);
    // Clients also use the older notation without brackets.
    expect(await rows("/ships?select=count")).toEqual([{ count: 4 }]);
    expect(await rows("/ships?id=eq.1&select=id,voyages(count)")).toEqual([{ id: 1, voyages: [{ count: 2 }] }]);
    expect(await rows("/ships?id=lt.3&select=labels->size::int.sum(),labels->>app.count()::text")).toEqual([
      { sum: 7, count: "2" },
    ]);
    expect(await get("/ships?select=home_port_id,count()&order=id")).toMatchObject({
      status: 400,
      body: { code: "42803", message: "With an aggregate, rows can be sorted only by selected columns." },
    });
    expect(await get("/ships?select=tons.median()")).toMatchObject({ status: 400, body: { code: "PGRST100" } });
  });
});
