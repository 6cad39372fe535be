// Tests embeds of the data API, as PostgREST documents them.
import { describe, expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";
import { openHarbour } from "./fixture.ts";

const { get, ids, rows } = await openHarbour(await startTestServer());

describe("embeds", () => {
  test("a many-to-one embed is selected by its constraint, its column, or the column as a hint", async () => {
    const expected = [{ id: 1, port: { name: "Antwerp" } }];
    expect(await rows("/ships?id=eq.1&select=id,port:ports!ships_home_port_id_fkey(name)")).toEqual(expected);
    expect(await rows("/ships?id=eq.1&select=id,port:ports!home_port_id(name)")).toEqual(expected);
    expect(await rows("/ships?id=eq.1&select=id,port:home_port_id(name)")).toEqual(expected);
    expect(await rows("/ships?id=eq.1&select=id,port:ships_home_port_id_fkey(name)")).toEqual(expected);
    expect(await rows("/ships?id=eq.2&select=id,last_port_id(name)")).toEqual([{ id: 2, last_port_id: null }]);
  });

  test("two relationships to the same relation need a hint", async () => {
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

  test("one-to-many returns a list, one-to-one an object", async () => {
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

  test("a many-to-many embed uses the junction, and the junction can be embedded with its own columns", async () => {
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
    // Ships and sailors are also related by created_by.
    expect(await get("/ships?select=sailors(name)")).toMatchObject({ status: 300, body: { code: "PGRST201" } });
  });

  test("a relation can embed itself by its column", async () => {
    expect(await rows("/sailors?id=eq.2&select=name,captain:captain_id(name)")).toEqual([
      { name: "Bo", captain: { name: "Ada" } },
    ]);
    expect(await rows("/sailors?id=eq.2&select=captain:sailors!captain_id(name)")).toEqual([
      { captain: { name: "Ada" } },
    ]);
    expect(await get("/sailors?select=sailors(name)")).toMatchObject({ status: 300 });
  });

  test("views inherit the keys of the columns they select, in both directions and through other views", async () => {
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
    // A union inherits no keys.
    expect(await get("/everybody?select=voyages(id)")).toMatchObject({ status: 400, body: { code: "PGRST200" } });
  });

  test("embeds nest up to a limit", async () => {
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

  test("keys are in the requested order", async () => {
    expect((await get("/ships?id=eq.1&select=name,id,port:home_port_id(name,id),voyages(title,id)")).text).toBe(
      '[{"name":"Albatross","id":1,"port":{"name":"Antwerp","id":1},"voyages":[{"title":"out","id":1},{"title":"home","id":2}]}]',
    );
  });

  test("a column may have any name inside an embed, and CSV contains an embed as JSON", async () => {
    expect(
      await rows("/ships?id=eq.1&select=port:home_port_id(x:name,xx:id),voyages(x:title)&voyages.order=id"),
    ).toEqual([{ port: { x: "Antwerp", xx: 1 }, voyages: [{ x: "out" }, { x: "home" }] }]);
    const table = await get("/ships?id=eq.1&select=id,voyages(id)&voyages.order=id", { accept: "text/csv" });
    expect(table.text).toBe('id,voyages\n1,"[{""id"":1},{""id"":2}]"');
  });

  test("limit and offset do not apply to a to-one embed", async () => {
    expect(await rows("/ships?id=eq.1&select=p:home_port_id(name)&p.limit=0&p.offset=1&p.order=name")).toEqual([
      { p: { name: "Antwerp" } },
    ]);
  });

  test("filters, order, limit and offset apply to an embed", async () => {
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

  test("!inner excludes rows without a match, at any level and in the count", async () => {
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

  test("rows can be filtered by the presence of an embed; an embed without columns is not returned", async () => {
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

  test("spread adds the columns of an embed to the columns of the row", async () => {
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

  test("columns spread from a to-one embed are grouped and aggregated like the columns of the row", async () => {
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

  test("an embed takes precedence over a column with the same name", async () => {
    expect(await rows("/ships?id=eq.1&select=id,created_by(name),*,name:tons")).toMatchObject([
      { id: 1, created_by: { name: "Ada" }, name: 100 },
    ]);
  });
});
