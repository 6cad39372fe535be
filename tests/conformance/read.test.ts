// Reading through the data API: what PostgREST's documentation promises, with body, status and headers.
import { describe, expect, test } from "vitest";
import { startTestServer } from "../test-server.ts";
import { openHarbour } from "./fixture.ts";
import { openPipeline } from "./pipeline.ts";

const server = await startTestServer();
const { get, ask } = await openHarbour(server);

/** The rows, or the whole refusal. */
const rows = async (path: string) => {
  const { status, body } = await get(path);
  return status === 200 || status === 206 ? body : { status, ...(body as object) };
};
const ids = async (path: string) => {
  const found = await rows(path);
  return Array.isArray(found) ? found.map(({ id }: { id: number }) => id) : found;
};

describe("select", () => {
  test("columns, aliases, casts, JSON paths", async () => {
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
  ])("%s cast to %s", async (column, types, expected) => {
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
  ])("a text that is a %s can be cast to it", async (type, label, expected) => {
    // What is not of the type is refused: the cast is really made.
    expect((await get(`/rpc/echo?said=nonsense&select=x:said::${type}`)).body).toMatchObject({
      code: expect.stringMatching(/^22/),
    });
    expect((await get(`/rpc/echo?said=${encodeURIComponent(label)}&select=x:said::${type}`)).body).toEqual([
      { x: expected },
    ]);
  });

  test("* is every column that may be seen, and never a secret one", async () => {
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

  test("values travel as JSON: timestamps with offset, numerics and bigints as numbers, arrays as arrays", async () => {
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

  test("what cannot be read is refused by name and place", async () => {
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
    // A type is a word in our statement, so that only those of a list are; these exist in PostgreSQL.
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

  test("aggregates group by what stands beside them", async () => {
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
    // As it was written before there were brackets.
    expect(await rows("/ships?select=count")).toEqual([{ count: 4 }]);
    expect(await rows("/ships?id=eq.1&select=id,voyages(count)")).toEqual([{ id: 1, voyages: [{ count: 2 }] }]);
    expect(await rows("/ships?id=lt.3&select=labels->size::int.sum(),labels->>app.count()::text")).toEqual([
      { sum: 7, count: "2" },
    ]);
    expect(await get("/ships?select=home_port_id,count()&order=id")).toMatchObject({
      status: 400,
      body: { code: "42803", message: "Beside an aggregate, only columns that are selected can be sorted by." },
    });
    expect(await get("/ships?select=tons.median()")).toMatchObject({ status: 400, body: { code: "PGRST100" } });
  });
});

describe("embeds", () => {
  test("many-to-one: by constraint, by column, by the column as hint", async () => {
    const expected = [{ id: 1, port: { name: "Antwerp" } }];
    expect(await rows("/ships?id=eq.1&select=id,port:ports!ships_home_port_id_fkey(name)")).toEqual(expected);
    expect(await rows("/ships?id=eq.1&select=id,port:ports!home_port_id(name)")).toEqual(expected);
    expect(await rows("/ships?id=eq.1&select=id,port:home_port_id(name)")).toEqual(expected);
    expect(await rows("/ships?id=eq.1&select=id,port:ships_home_port_id_fkey(name)")).toEqual(expected);
    expect(await rows("/ships?id=eq.2&select=id,last_port_id(name)")).toEqual([{ id: 2, last_port_id: null }]);
  });

  test("two ways to the same relation need a hint", async () => {
    expect(await get("/ships?select=ports(name)")).toMatchObject({
      status: 300,
      body: {
        code: "PGRST201",
        message: "Could not embed because more than one relationship was found for 'ships' and 'ports'",
        hint: expect.stringContaining("'ports!ships_home_port_id_fkey', 'ports!ships_last_port_id_fkey'"),
      },
    });
    expect(await get("/ships?select=ledger(id)")).toMatchObject({
      status: 400,
      body: {
        code: "PGRST200",
        message: "Could not find a relationship between 'ships' and 'ledger' in the schema cache",
      },
    });
    expect(await get("/ships?select=ports!nonsense(id)")).toMatchObject({
      status: 400,
      body: { code: "PGRST200", details: expect.stringContaining("using the hint 'nonsense'") },
    });
    expect(await get("/sailors?select=vault(id)")).toMatchObject({ status: 400, body: { code: "PGRST200" } });
  });

  test("one-to-many gives a list, one-to-one an object", async () => {
    expect(await rows("/ships?select=id,voyages(title),ship_papers(number)&order=id&limit=3")).toEqual([
      { id: 1, voyages: [{ title: "out" }, { title: "home" }], ship_papers: { number: "P-1" } },
      { id: 2, voyages: [{ title: "round" }, { title: "lost" }], ship_papers: { number: "P-2" } },
      { id: 3, voyages: [], ship_papers: null },
    ]);
    expect(await rows("/ports?id=eq.2&select=name,ships!ships_home_port_id_fkey(id)&ships.order=id.desc")).toEqual([
      { name: "Bergen", ships: [{ id: 4 }, { id: 3 }] },
    ]);
    expect(await rows("/ports?id=eq.2&select=ships!last_port_id(id)")).toEqual([{ ships: [{ id: 1 }] }]);
  });

  test("many-to-many goes through the junction, and the junction has its own columns", async () => {
    expect(await rows("/ships?id=eq.1&select=name,sailors!crew(name)&sailors.order=name.desc")).toEqual([
      { name: "Albatross", sailors: [{ name: "Bo" }, { name: "Ada" }] },
    ]);
    expect(await rows("/ships?id=eq.1&select=crew(rank,sailors(name))&crew.order=sailor_id")).toEqual([
      {
        crew: [
          { rank: "captain", sailors: { name: "Ada" } },
          { rank: "mate", sailors: { name: "Bo" } },
        ],
      },
    ]);
    // Ships and sailors also meet in created_by.
    expect(await get("/ships?select=sailors(name)")).toMatchObject({ status: 300, body: { code: "PGRST201" } });
  });

  test("a relation to itself, by its column", async () => {
    expect(await rows("/sailors?id=eq.2&select=name,captain:captain_id(name)")).toEqual([
      { name: "Bo", captain: { name: "Ada" } },
    ]);
    expect(await rows("/sailors?id=eq.2&select=captain:sailors!captain_id(name)")).toEqual([
      { captain: { name: "Ada" } },
    ]);
    expect(await get("/sailors?select=sailors(name)")).toMatchObject({ status: 300 });
  });

  test("views inherit the keys of the columns they pass on, in both directions and through other views", async () => {
    expect(await rows("/ship_names?id=eq.1&select=ship_name,voyages(id),home_port_id(name),author(name)")).toEqual([
      {
        ship_name: "Albatross",
        voyages: [{ id: 1 }, { id: 2 }],
        home_port_id: { name: "Antwerp" },
        author: { name: "Ada" },
      },
    ]);
    expect(await rows("/fleet?id=eq.1&select=voyages_made,author(name),crew(rank)&crew.order=rank")).toEqual([
      { voyages_made: 2, author: { name: "Ada" }, crew: [{ rank: "captain" }, { rank: "mate" }] },
    ]);
    expect(await rows("/voyages?id=eq.3&select=ship:ship_names(ship_name),fleet(voyages_made)")).toEqual([
      { ship: { ship_name: "Barnacle" }, fleet: { voyages_made: 2 } },
    ]);
    expect(await rows("/voyages?id=eq.3&select=ship_names!voyages_ship_id_fkey(id)")).toEqual([
      { ship_names: { id: 2 } },
    ]);
    // A union passes nothing on.
    expect(await get("/everybody?select=voyages(id)")).toMatchObject({ status: 400, body: { code: "PGRST200" } });
  });

  test("to any depth, up to a bound", async () => {
    expect(
      await rows(
        "/ports?id=eq.1&select=name,ships!home_port_id(name,voyages(title,ships(ship_papers(number))))&ships.voyages.order=id&ships.order=id",
      ),
    ).toEqual([
      {
        name: "Antwerp",
        ships: [
          {
            name: "Albatross",
            voyages: [
              { title: "out", ships: { ship_papers: { number: "P-1" } } },
              { title: "home", ships: { ship_papers: { number: "P-1" } } },
            ],
          },
          {
            name: "Barnacle",
            voyages: [
              { title: "round", ships: { ship_papers: { number: "P-2" } } },
              { title: "lost", ships: { ship_papers: { number: "P-2" } } },
            ],
          },
        ],
      },
    ]);
    const deep = (levels: number): string => (levels === 0 ? "id" : `captain_id(${deep(levels - 1)})`);
    expect((await get(`/sailors?select=${deep(8)}`)).status).toBe(200);
    expect(await get(`/sailors?select=${deep(9)}`)).toMatchObject({
      status: 400,
      body: { message: "The request is nested too deeply" },
    });
  });

  test("keys stand in the order they were asked for", async () => {
    expect((await get("/ships?id=eq.1&select=name,id,port:home_port_id(name,id),voyages(title,id)")).text).toBe(
      '[{"name":"Albatross","id":1,"port":{"name":"Antwerp","id":1},"voyages":[{"title":"out","id":1},{"title":"home","id":2}]}]',
    );
  });

  test("a column may have any name inside an embed, and an embed is JSON in a table of text", async () => {
    expect(
      await rows("/ships?id=eq.1&select=port:home_port_id(x:name,xx:id),voyages(x:title)&voyages.order=id"),
    ).toEqual([{ port: { x: "Antwerp", xx: 1 }, voyages: [{ x: "out" }, { x: "home" }] }]);
    const table = await get("/ships?id=eq.1&select=id,voyages(id)&voyages.order=id", { accept: "text/csv" });
    expect(table.text).toBe('id,voyages\n1,"[{""id"":1},{""id"":2}]"');
  });

  test("a page does not apply to what is one", async () => {
    expect(await rows("/ships?id=eq.1&select=p:home_port_id(name)&p.limit=0&p.offset=1&p.order=name")).toEqual([
      { p: { name: "Antwerp" } },
    ]);
  });

  test("filters, order, limit and offset of an embed", async () => {
    expect(await rows("/ships?select=id,voyages(id)&voyages.cargo=gt.10&order=id&limit=2")).toEqual([
      { id: 1, voyages: [{ id: 2 }] },
      { id: 2, voyages: [{ id: 3 }] },
    ]);
    expect(await rows("/ships?select=id,v:voyages(id)&v.order=id.desc&v.limit=1&order=id&limit=2")).toEqual([
      { id: 1, v: [{ id: 2 }] },
      { id: 2, v: [{ id: 4 }] },
    ]);
    expect(await rows("/ships?select=voyages(id)&voyages.order=id&voyages.offset=1&id=eq.1")).toEqual([
      { voyages: [{ id: 2 }] },
    ]);
    expect(await rows("/ships?select=voyages(id)&voyages.or=(title.eq.out,cargo.eq.20)&id=eq.1")).toEqual([
      { voyages: [{ id: 1 }, { id: 2 }] },
    ]);
    expect(await rows("/ships?select=voyages(id)&voyages.not.and=(title.eq.out,cargo.eq.10)&id=eq.1")).toEqual([
      { voyages: [{ id: 2 }] },
    ]);
    expect(await get("/ships?select=id&voyages.cargo=gt.10")).toMatchObject({
      status: 400,
      body: { code: "PGRST108", message: "'voyages' is not an embedded resource in this request" },
    });
  });

  test("!inner leaves out rows without one, at any level and in the count", async () => {
    expect(await ids("/ships?select=id,voyages!inner(id)&order=id")).toEqual([1, 2]);
    expect(await ids("/ships?select=id,voyages!inner(id)&voyages.cargo=eq.30")).toEqual([2]);
    expect(await ids("/ships?select=id,voyages!left(id)&voyages.cargo=eq.30&order=id")).toEqual([1, 2, 3, 4]);
    expect(await ids("/ports?select=id,ships!home_port_id!inner(voyages!inner(id))&ships.voyages.cargo=eq.30")).toEqual(
      [1],
    );
    const { headers } = await get("/ships?select=id,voyages!inner()&voyages.cargo=gt.10&limit=1", {
      prefer: "count=exact",
    });
    expect(headers.get("content-range")).toBe("0-0/2");
  });

  test("an embed that is null, or not, filters; one without columns shows nothing", async () => {
    expect(await rows("/ships?select=id,voyages()&voyages=is.null&order=id")).toEqual([{ id: 3 }, { id: 4 }]);
    expect(await rows("/ships?select=id,voyages()&voyages=not.is.null&order=id")).toEqual([{ id: 1 }, { id: 2 }]);
    expect(await rows("/ships?select=id,v:voyages(),ship_papers()&or=(v.not.is.null,id.eq.4)&order=id")).toEqual([
      { id: 1 },
      { id: 2 },
      { id: 4 },
    ]);
    expect(await get("/ships?select=id,voyages()&voyages=eq.1")).toMatchObject({
      status: 400,
      body: { code: "PGRST120" },
    });
  });

  test("spread puts the columns of an embed beside the others", async () => {
    expect(await rows("/ships?id=eq.1&select=id,...ports!home_port_id(port:name,country)")).toEqual([
      { id: 1, port: "Antwerp", country: "BE" },
    ]);
    expect(await rows("/ships?id=eq.3&select=id,...created_by(author:name)")).toEqual([{ id: 3, author: null }]);
    expect(await rows("/ships?id=in.(1,3)&order=id&select=id,...voyages(title,cargo)&voyages.order=id")).toEqual([
      { id: 1, title: ["out", "home"], cargo: [10, 20] },
      { id: 3, title: [], cargo: [] },
    ]);
    expect(await rows("/voyages?id=eq.1&select=id,...ships(ship:name,...home_port_id(port:name))")).toEqual([
      { id: 1, ship: "Albatross", port: "Antwerp" },
    ]);
  });

  test("what is spread from a to-one embed is grouped and aggregated as the row's own", async () => {
    expect(await rows("/voyages?select=cargo.sum(),...ships(name)&ship_id=lt.3&order=cargo.sum()")).toMatchObject({
      status: 400,
    });
    expect(await rows("/voyages?select=cargo.sum(),...ships(home_port_id)")).toEqual([{ sum: 60, home_port_id: 1 }]);
    expect(
      await rows("/voyages?select=ship_id,...ships(tons.max(),least:tons.min()::text,count())&order=ship_id"),
    ).toEqual([
      { ship_id: 1, max: 100, least: "100", count: 2 },
      { ship_id: 2, max: 200, least: "200", count: 2 },
    ]);
    expect(await rows("/voyages?select=...ships(tons.sum(),...home_port_id(country,n:name.count()))")).toEqual([
      { sum: 600, country: "BE", n: 4 },
    ]);
    expect(await rows("/voyages?id=eq.1&select=id,...ships(ship_papers(number))")).toEqual([
      { id: 1, ship_papers: { number: "P-1" } },
    ]);
    expect(await rows("/voyages?ship_id=eq.1&select=...ships(tons.max(),ship_papers(number))")).toEqual([
      { max: 100, ship_papers: { number: "P-1" } },
    ]);
    const counted = await get("/voyages?select=ship_id,...ships(tons.max())&limit=1", { prefer: "count=exact" });
    expect(counted.headers.get("content-range")).toBe("0-0/2");
    expect(await rows("/ships?select=count(),...voyages(title)&id=gt.2")).toEqual([{ count: 2, title: [] }]);
    expect(await get("/ships?select=id,...voyages(cargo.sum())")).toMatchObject({
      status: 400,
      body: {
        code: "PGRST127",
        details: "Aggregates are not implemented for one-to-many or many-to-many spreads.",
      },
    });
  });

  test("an embed wins over the column whose name it takes", async () => {
    expect(await rows("/ships?id=eq.1&select=id,created_by(name),*,name:tons")).toMatchObject([
      { id: 1, created_by: { name: "Ada" }, name: 100 },
    ]);
  });
});

describe("order, pages and counts", () => {
  test("direction, place of nulls, JSON paths, columns of an embed", async () => {
    expect(await ids("/ships?select=id&order=tons")).toEqual([1, 2, 3, 4]);
    expect(await ids("/ships?select=id&order=tons.desc")).toEqual([4, 3, 2, 1]);
    expect(await ids("/ships?select=id&order=tons.desc.nullslast")).toEqual([3, 2, 1, 4]);
    expect(await ids("/ships?select=id&order=tons.nullsfirst")).toEqual([4, 1, 2, 3]);
    expect(await ids("/ships?select=id&order=home_port_id.desc,id.asc")).toEqual([3, 4, 1, 2]);
    expect(await ids("/ships?select=id&order=labels->>app.desc.nullslast")).toEqual([4, 1, 2, 3]);
    expect(await ids("/ships?select=id,home_port_id(name)&order=home_port_id(name).desc,id")).toEqual([3, 4, 1, 2]);
    expect(await ids("/ships?select=id,p:last_port_id(id)&order=p(name).nullslast,id")).toEqual([3, 1, 2, 4]);
    expect((await get("/ships?order=")).status).toBe(200);
    expect(await get("/ships?select=id,voyages(id)&order=voyages(cargo)")).toMatchObject({
      status: 400,
      body: { code: "PGRST118" },
    });
    expect(await get("/ships?order=ports(name)")).toMatchObject({ status: 400, body: { code: "PGRST108" } });
    expect(await get("/ships?order=tons.upward")).toMatchObject({ status: 400, body: { code: "PGRST100" } });
    expect(await get("/ships?order=weight")).toMatchObject({ status: 400, body: { code: "42703" } });
  });

  test.each([
    ["/ships", {}, 200, /^0-3\/\*$/, 4],
    ["/ships?limit=2", {}, 200, /^0-1\/\*$/, 2],
    ["/ships?limit=2&offset=1", { prefer: "count=exact" }, 206, /^1-2\/4$/, 2],
    ["/ships?limit=2&offset=2", { prefer: "count=exact" }, 206, /^2-3\/4$/, 2],
    ["/ships", { prefer: "count=exact" }, 200, /^0-3\/4$/, 4],
    ["/ships?limit=0", { prefer: "count=exact" }, 206, /^\*\/4$/, 0],
    ["/ships?offset=9", { prefer: "count=exact" }, 200, /^\*\/4$/, 0],
    ["/ships?offset=9", {}, 200, /^\*\/\*$/, 0],
    ["/ships?id=eq.9", { prefer: "count=exact" }, 200, /^\*\/0$/, 0],
    ["/ships", { range: "1-2" }, 200, /^1-2\/\*$/, 2],
    ["/ships", { range: "1-2", prefer: "count=exact" }, 206, /^1-2\/4$/, 2],
    ["/ships", { range: "2-", prefer: "count=exact" }, 206, /^2-3\/4$/, 2],
    ["/ships?limit=1", { range: "1-2" }, 200, /^1-1\/\*$/, 1],
    ["/ships?id=lt.3", { prefer: "count=planned" }, 200, /^0-1\/\d+$/, 2],
    ["/ships?id=lt.3&limit=1", { prefer: "count=estimated" }, 206, /^0-0\/2$/, 1],
    ["/ships?select=home_port_id,count()&limit=1", { prefer: "count=exact" }, 206, /^0-0\/2$/, 1],
  ])("%s with %o answers %i, %s", async (path, headers, status, range, size) => {
    const answer = await get(path, headers);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-range")).toMatch(range);
    expect(answer.body).toHaveLength(size);
  });

  test("a Range beyond the end is answered by 416, an offset is not", async () => {
    expect(await get("/ships", { range: "7-8", prefer: "count=exact" })).toMatchObject({
      status: 416,
      body: {
        code: "PGRST103",
        message: "Requested range not satisfiable",
        details: "An offset of 7 was requested, but there are only 4 rows.",
      },
    });
    expect(await get("/ships", { range: "3-2" })).toMatchObject({ status: 416, body: { code: "PGRST103" } });
    expect((await get("/ships", { range: "bytes=0-1" })).body).toHaveLength(4);
  });

  test("a read that does not say how much is bounded, and so is one that asks for too much", async () => {
    const numbers = (query: string) => get(`/rpc/numbers_to?top=60000${query}`);
    expect((await numbers("")).body).toHaveLength(2_000);
    expect((await numbers("&limit=3000")).body).toHaveLength(3_000);
    expect((await numbers("&limit=900000")).body).toHaveLength(50_000);
    for (const limit of ["-1", "x", "1.5", "1e3", ""])
      expect(await get(`/ships?limit=${limit}`)).toMatchObject({ status: 400, body: { code: "PGRST100" } });
  });
});

describe("forms of the answer", () => {
  test("a single object, or 406", async () => {
    const accept = "application/vnd.pgrst.object+json";
    const one = await get("/ports?id=eq.1", { accept });
    expect(one).toMatchObject({ status: 200, body: { id: 1, name: "Antwerp", country: "BE" } });
    expect(one.headers.get("content-type")).toMatch(/^application\/vnd\.pgrst\.object\+json/);
    expect(await get("/ports?id=eq.9", { accept })).toMatchObject({
      status: 406,
      body: {
        code: "PGRST116",
        message: "Cannot coerce the result to a single JSON object",
        details: "The result contains 0 rows",
      },
    });
    expect(await get("/ports", { accept })).toMatchObject({
      status: 406,
      body: { details: "The result contains 3 rows" },
    });
    expect((await get("/ports?id=eq.3", { accept: `${accept};nulls=stripped` })).body).toEqual({
      id: 3,
      name: "Cadiz",
    });
    expect((await get("/ports?id=eq.3", { accept: "application/vnd.pgrst.array+json;nulls=stripped" })).body).toEqual([
      { id: 3, name: "Cadiz" },
    ]);
  });

  test("CSV, with quotes where they are needed", async () => {
    const csv = await get('/ships?select=id,name,flags,"a,b":rating,labels->deep&order=id&limit=2', {
      accept: "text/csv",
    });
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(csv.text).toBe(
      'id,name,flags,"a,b",deep\n1,Albatross,"{red,blue}",4.50,"{""list"": [1, {""x"": ""y""}]}"\n2,Barnacle,{red},3.25,',
    );
    expect((await get("/ships?select=id&id=eq.9", { accept: "text/csv" })).text).toBe("id\n");
    expect((await get("/ships?select=voyages()&limit=2", { accept: "text/csv" })).text).toBe("\n\n");
  });

  test("a type that we do not speak is refused; a browser's list is not", async () => {
    expect(await get("/ports", { accept: "image/png" })).toMatchObject({ status: 406, body: { code: "PGRST107" } });
    expect((await get("/ports", { accept: "text/html,application/xhtml+xml,*/*;q=0.8" })).status).toBe(200);
    expect((await get("/ports", { accept: "constructor" })).status).toBe(406);
  });

  test.each([
    ["application/json", "application/json", true],
    ["application/*", "application/json", true],
    ["*/*", "application/json", true],
    ["application/json;nulls=stripped", "application/json", true],
    ["application/vnd.pgrst.array", "application/vnd.pgrst.array+json", true],
    ["application/vnd.pgrst.array+json", "application/vnd.pgrst.array+json", true],
    ["application/vnd.pgrst.array;nulls=stripped", "application/vnd.pgrst.array+json;nulls=stripped", false],
    ["application/vnd.pgrst.object", "application/vnd.pgrst.object+json", true],
    ["application/vnd.pgrst.object+json", "application/vnd.pgrst.object+json", true],
    ["text/csv;q=0.5, application/json", "application/json", true],
    ["text/csv;q=0.1, application/vnd.pgrst.array;q=0.9", "application/vnd.pgrst.array+json", true],
    ["image/png, application/json;q=0.1", "application/json", true],
  ])("%s is answered as %s", async (accept, type, hasNulls) => {
    const { status, headers, text } = await get("/ports?id=eq.3", { accept });
    expect({ status, type: headers.get("content-type") }).toEqual({ status: 200, type: `${type}; charset=utf-8` });
    expect(text.includes("null")).toBe(hasNulls);
  });

  test("the dearest type is taken, and any when none is named", async () => {
    expect((await get("/ports", { accept: "application/json;q=0.9, text/csv" })).headers.get("content-type")).toMatch(
      /^text\/csv/,
    );
    const line = openPipeline(server.url);
    const cookie = await server.signIn();
    expect(
      await line.send({
        method: "GET",
        path: "/api/db/ports?id=eq.1&select=id",
        headers: { cookie },
        body: undefined,
      }),
    ).toEqual({ status: 200, text: '[{"id":1}]' });
    line.close();
  });

  test("HEAD answers as GET does, without the body; OPTIONS tells the verbs", async () => {
    const head = await ask("/ships?limit=2", { method: "HEAD", headers: { prefer: "count=exact" } });
    expect(head).toMatchObject({ status: 206, text: "" });
    expect(head.headers.get("content-range")).toBe("0-1/4");
    expect((await ask("/ships", { method: "OPTIONS" })).headers.get("allow")).toBe(
      "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE",
    );
    expect((await ask("/fleet", { method: "OPTIONS" })).headers.get("allow")).toBe("OPTIONS,GET,HEAD");
  });

  test("preferences that were heard are named; strict handling refuses others", async () => {
    const { headers } = await get("/ports", { prefer: "count=exact, frobnicate=yes, return=representation" });
    expect(headers.get("preference-applied")).toBe("count=exact, return=representation");
    expect(await get("/ports", { prefer: "handling=strict, frobnicate=yes" })).toMatchObject({
      status: 400,
      body: { code: "PGRST122", details: "Invalid preferences: frobnicate=yes" },
    });
    expect((await get("/ports", { prefer: "constructor=x" })).status).toBe(200);
    const applied = async (prefer: string) => (await get("/ports", { prefer })).headers.get("preference-applied");
    expect(await applied("missing=null, handling=lenient, tx=commit")).toBe(
      "missing=null, handling=lenient, tx=commit",
    );
    expect(await applied("count=many, count=exact, count=planned")).toBe("count=exact");
    expect(await applied("handling=strict, , return=minimal")).toBe("handling=strict, return=minimal");
    expect(await get("/ports", { prefer: "handling=strict, count=many" })).toMatchObject({
      status: 400,
      body: { code: "PGRST122", details: "Invalid preferences: count=many" },
    });
  });

  test("a client may name the schema, of which there is one", async () => {
    expect((await get("/ports", { "accept-profile": "public" })).status).toBe(200);
    expect(await get("/ports", { "accept-profile": "secret" })).toMatchObject({
      status: 406,
      body: { code: "PGRST106", hint: "Only the following schemas are exposed: public" },
    });
    expect(
      await ask("/ports", { method: "POST", body: { id: 1 }, headers: { "content-profile": "secret" } }),
    ).toMatchObject({ status: 406, body: { code: "PGRST106" } });
  });

  test("the root tells what there is, to the one who may read it, as Swagger", async () => {
    const document = await get("/");
    expect(document.headers.get("content-type")).toBe("application/openapi+json; charset=utf-8");
    const { swagger, basePath, paths, definitions } = document.body as {
      swagger: string;
      basePath: string;
      paths: Record<string, Record<string, unknown>>;
      definitions: Record<string, { required: string[]; properties: Record<string, unknown> }>;
    };
    expect({ swagger, basePath }).toEqual({ swagger: "2.0", basePath: "/api/db" });
    expect(Object.keys(paths["/ships"]!)).toEqual(["get", "post", "patch", "delete"]);
    expect(Object.keys(paths["/fleet"]!)).toEqual(["get"]);
    expect(Object.keys(paths["/rpc/christen"]!)).toEqual(["post"]);
    expect(Object.keys(paths["/rpc/tonnage"]!)).toEqual(["get", "post"]);
    expect(paths).not.toHaveProperty("/vault");
    expect(paths).not.toHaveProperty("/rpc/hidden_number");
    expect(definitions["ships"]!.required).toContain("home_port_id");
    expect(definitions["ships"]!.properties).toMatchObject({
      id: { type: "integer", format: "integer", description: expect.stringContaining("<pk/>") },
      home_port_id: { description: expect.stringContaining("<fk table='ports' column='id'/>") },
      rating: { type: "number", format: "numeric(6,2)" },
      is_afloat: { type: "boolean" },
      labels: { format: "jsonb" },
      flags: { type: "array", items: { type: "string" } },
    });
    expect(definitions["sailors"]!.properties).not.toHaveProperty("secret");
    for (const accept of ["application/json", "application/openapi+json", "application/*"]) {
      const { status, headers } = await get("", { accept });
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe(`${accept.replace("*", "openapi+json")}; charset=utf-8`);
    }
    expect(await get("", { accept: "text/csv" })).toMatchObject({ status: 406, body: { code: "PGRST107" } });
    expect(await ask("", { method: "HEAD" })).toMatchObject({ status: 200, text: "" });
    expect((await ask("", { method: "OPTIONS" })).headers.get("allow")).toBe("OPTIONS,GET,HEAD");
    expect(await ask("", { method: "DELETE" })).toMatchObject({ status: 405, body: { code: "PGRST117" } });
  });

  test("the version of a single row goes with it", async () => {
    expect((await get("/ships?id=eq.1")).headers.get("etag")).toMatch(/^"\d+"$/);
    expect((await get("/crew?ship_id=eq.1&sailor_id=eq.1&select=rank")).headers.get("etag")).toMatch(/^"\d+"$/);
    expect((await get("/ships?name=eq.Dodo")).headers.get("etag")).toBeNull();
    expect((await get("/fleet?id=eq.1")).headers.get("etag")).toBeNull();
  });

  test("the same relations under each prefix, in the same dialect; a handler of its own name wins", async () => {
    for (const prefix of ["/api/db", "/api/config", "/api/canary"]) {
      expect((await ask("/ports?id=eq.1&select=id", { prefix })).body).toEqual([{ id: 1 }]);
      expect((await ask("/nothing", { prefix })).body).toMatchObject({ code: "PGRST205" });
    }
    expect((await ask("/about", { prefix: "/api/canary" })).body).toHaveProperty("Version");
  });

  test("who is not signed in is told so in this dialect", async () => {
    expect(await get("/ports", { cookie: "" })).toMatchObject({
      status: 401,
      body: { code: "QD401", message: expect.any(String) },
    });
  });
});
