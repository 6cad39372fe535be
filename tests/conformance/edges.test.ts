// Tests names and tables that resemble keys, junctions or embeds, but are not.
import { expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";
import { openHarbour } from "./fixture.ts";

const server = await startTestServer();
const { get, ask } = await openHarbour(server);

test("only a single table row that is selected by its whole key has a version", async () => {
  const version = async (path: string) => (await get(path)).headers.has("etag");
  expect(await version("/ships?id=eq.1")).toBe(true);
  expect(await version("/crew?ship_id=eq.1&sailor_id=eq.1")).toBe(true);
  for (const path of [
    "/ship_names?id=eq.1",
    "/sightings?ship_id=eq.1",
    "/crew?ship_id=eq.1",
    "/ships?id=lt.2",
    "/ships?id=not.eq.1",
    "/ships?id=eq(any).{1}",
    "/ships?id=is.null",
    "/ships?name=eq.1",
    "/ships?select=id.count()&id=eq.1",
  ])
    expect([path, await version(path)]).toEqual([path, false]);
});

test("suggests a name that differs only by a typo, but not a merely similar name", async () => {
  const hint = async (path: string) => ((await get(path)).body as { hint: string | null }).hint;
  expect(await hint("/shipz")).toContain("ships");
  expect(await hint("/ship_namez")).toContain("ship_names");
  expect(await hint("/sh")).toBeNull();
  expect(await hint("/shuttlecocks_of_old")).toBeNull();
  expect(await hint("/zeppelins")).toBeNull();
});

test("a key of two columns is one relationship, which cannot be selected by one of the columns alone", async () => {
  expect((await get("/moorings?select=id,berths(port_id,number)")).body).toEqual([
    { id: 1, berths: { port_id: 1, number: 2 } },
  ]);
  expect((await get("/berths?select=number,moorings(id)&order=number")).body).toEqual([
    { number: 1, moorings: [] },
    { number: 2, moorings: [{ id: 1 }] },
  ]);
  expect((await get("/moorings?select=id,berths!moorings_berth_fkey(number)")).status).toBe(200);
  expect(await get("/moorings?select=id,berths!port_id(number)")).toMatchObject({ body: { code: "PGRST200" } });
  expect(await get("/moorings?select=id,port_id(number)")).toMatchObject({ body: { code: "PGRST200" } });
});

test("a junction must be exposed, and its key must contain both references", async () => {
  expect((await get("/ships?select=id,sailors!crew(name)&id=eq.1")).status).toBe(200);
  for (const table of ["sightings", "stowaways"])
    expect(await get(`/ships?select=id,sailors!${table}(name)`)).toMatchObject({
      status: 400,
      body: { code: "PGRST200" },
    });
});

test("if a column and an embed have the same name, a filter applies to the column; an embed can only be filtered as a whole", async () => {
  const shadowed = "/ships?select=id,name:ports!ships_home_port_id_fkey(id)&name=eq.nothing";
  expect((await get(shadowed)).body).toEqual([]);
  expect(await get("/ships?select=id,voyages(id)&voyages=is.true")).toMatchObject({
    status: 400,
    body: { code: "PGRST120" },
  });
  expect(await get("/ships?select=id,voyages(id)&voyages->x=is.null")).toMatchObject({ body: { code: "42703" } });
  expect(await get("/ships?select=id,voyages:name&voyages.id=eq.1")).toMatchObject({ body: { code: "PGRST108" } });
  expect(await get("/ships?select=id,p:last_port_id(id)&order=p(nothing)")).toMatchObject({ body: { code: "42703" } });
  expect(await get("/ships?select=count->x")).toMatchObject({ body: { code: "42703" } });
});

test("a single object is returned with 200, regardless of the requested count", async () => {
  const headers = { accept: "application/vnd.pgrst.object+json", prefer: "count=exact" };
  const answer = await get("/ships?limit=1&order=id", headers);
  expect([answer.status, answer.headers.get("content-range")]).toEqual([200, "0-0/4"]);
  expect((await get("/ships?id=eq.99", { range: "0-9", prefer: "count=exact" })).status).toBe(200);
  const estimated = await get("/ships?id=lt.3", { prefer: "count=estimated" });
  expect(estimated.headers.get("content-range")).toBe("0-1/2");
});

test("HEAD returns the same as GET without the body", async () => {
  for (const path of ["", "/ships?id=eq.1"]) {
    const [head, whole] = [await ask(path, { method: "HEAD" }), await get(path)];
    expect([head.status, head.text]).toEqual([whole.status, ""]);
    expect(head.headers.get("content-type")).toBe(whole.headers.get("content-type"));
    expect(whole.text).not.toBe("");
  }
});

test("an empty If-Match matches no version", async () => {
  for (const method of ["POST", "PATCH", "DELETE"]) {
    const body = method === "DELETE" ? undefined : { name: "Nobody" };
    const headers = { "if-match": "", prefer: "tx=rollback" };
    const answer = await ask("/ports?id=eq.1", { method, headers, ...(body && { body }) });
    expect([method, answer.status]).toEqual([method, 412]);
  }
});
