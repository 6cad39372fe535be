// Tests functions of the data API by GET and POST, with filters, order, pages and embeds on their results.
import { expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";
import { openHarbour } from "./fixture.ts";

const { get, ask } = await openHarbour(await startTestServer());
const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  ask(path, { method: "POST", body, headers });

test("rows of a function are read like rows of a view", async () => {
  expect((await get("/rpc/ships_of?port=1&select=id,name&order=id.desc")).body).toEqual([
    { id: 2, name: "Barnacle" },
    { id: 1, name: "Albatross" },
  ]);
  expect((await get("/rpc/ships_of?port=2&include_deleted=true&select=id&id=gt.3")).body).toEqual([{ id: 4 }]);
  expect((await get("/rpc/ships_of?port=1&select=id,voyages(id),home_port_id(name)&name=like.A*")).body).toEqual([
    { id: 1, voyages: [{ id: 1 }, { id: 2 }], home_port_id: { name: "Antwerp" } },
  ]);
  const page = await get("/rpc/port_table?limit=2&order=label", { prefer: "count=exact" });
  expect(page).toMatchObject({ status: 206, body: [{ label: "Antwerp", ships: 2 }, { label: "Bergen" }] });
  expect(page.headers.get("content-range")).toBe("0-1/3");
  expect((await get("/rpc/port_table?prefix=Port%20&ships=eq.0")).body).toEqual([
    { id: 3, label: "Port Cadiz", ships: 0 },
  ]);
  expect((await get("/rpc/port_table?label.filter=A*,!Bergen")).body).toHaveLength(1);
});

test("a parameter with the name of a column is a filter if its value has an operator", async () => {
  expect((await get("/rpc/port_table?id=eq.2&select=label")).body).toEqual([{ label: "Bergen" }]);
});

test("returns single values, lists of values, single rows and empty results", async () => {
  expect(await get("/rpc/tonnage?port=1")).toMatchObject({ status: 200, body: 300 });
  expect(await get("/rpc/tonnage?port=9")).toMatchObject({ status: 200, body: null });
  expect((await get("/rpc/numbers_to?top=3")).body).toEqual([1, 2, 3]);
  expect((await get("/rpc/numbers_to?top=9&limit=2&offset=3")).body).toEqual([4, 5]);
  expect((await get("/rpc/flagship?select=id,name")).body).toEqual({ id: 3, name: "Cormorant" });
  expect(await post("/rpc/christen", { ship: 3, new_name: "Cormorant" })).toMatchObject({ status: 204, text: "" });
});

test("POST takes the arguments from the body", async () => {
  expect((await post("/rpc/ships_of?select=id&order=id", { port: 2, include_deleted: true })).body).toEqual([
    { id: 3 },
    { id: 4 },
  ]);
  expect((await post("/rpc/port_table?id=eq.1", {})).body).toHaveLength(1);
  expect((await post("/rpc/port_table?id=eq.1")).body).toHaveLength(1);
  expect(await post("/rpc/ships_of", "{nonsense")).toMatchObject({ status: 400, body: { code: "PGRST102" } });
  expect(await post("/rpc/ships_of", [1])).toMatchObject({ status: 400, body: { code: "PGRST102" } });
});

test("POST accepts a form; other media types are rejected", async () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  expect((await post("/rpc/ships_of?select=id&order=id", "port=2&include_deleted=true", form)).body).toEqual([
    { id: 3 },
    { id: 4 },
  ]);
  expect(await post("/rpc/tonnage", "port=1", { "content-type": "application/pdf" })).toMatchObject({ status: 415 });
});

test("the arguments select among functions of the same name; a call that fits several is ambiguous", async () => {
  expect((await get("/rpc/course?ship=1")).body).toBe("straight");
  expect((await get("/rpc/course?ship=1&wind=west")).body).toBe("west");
  expect((await post("/rpc/course", { ship: 1, wind: "east" })).body).toBe("east");
  expect(await post("/rpc/course", { wind: "east" })).toMatchObject({
    status: 404,
    body: {
      code: "PGRST202",
      hint: "Perhaps you meant course(ship integer) or course(ship integer, wind text)",
    },
  });
  expect(await get("/rpc/twice?n=1")).toMatchObject({
    status: 300,
    body: {
      code: "PGRST203",
      message:
        "Could not choose the best candidate function between: public.twice(n => integer), public.twice(n => text)",
    },
  });
});

test("omitted arguments get their defaults, even if several functions have the same name", async () => {
  expect((await get("/rpc/berth?port=2")).body).toBe(21);
  expect((await get("/rpc/berth?port=2&pier=5")).body).toBe(25);
  expect((await get("/rpc/berth?name=north&select=x")).body).toBe(5);
});

test("a filter on a result without columns is rejected; an argument value such as eq.x is not parsed as a filter", async () => {
  expect((await get("/rpc/shout?word=eq.x")).body).toBe("eq.x!");
  expect(await get("/rpc/shout?word=x&loud=eq.1")).toMatchObject({
    status: 404,
    body: { message: "Could not find the function public.shout(word, loud) in the schema cache" },
  });
  expect(await get("/rpc/shout?word=x&or=(word.eq.x,word.eq.y)")).toMatchObject({
    status: 404,
    body: { message: "Could not find the function public.shout(word, or) in the schema cache" },
  });
  // For POST, parameters in the URL are only filters.
  expect(await post("/rpc/shout?word=eq.y", { word: "y" })).toMatchObject({ status: 404 });
  expect(await post("/rpc/shout?word=x", { word: "y" })).toMatchObject({ status: 400, body: { code: "PGRST100" } });
  expect((await get("/rpc/echo?said=x&said=eq.y")).body).toEqual([]);
});

test("a single row is returned in every format, and is not counted", async () => {
  expect((await get("/rpc/flagship?select=id,name", { accept: "text/csv" })).text).toBe("id,name\n3,Cormorant");
  const single = await get("/rpc/flagship?select=id", { prefer: "count=exact" });
  expect(single).toMatchObject({ status: 200, body: { id: 3 } });
  expect(single.headers.get("content-range")).toBe("0-0/*");
});

test("the rows of a function can be counted with planned or estimated, unless the function changes data", async () => {
  const range = async (count: string) =>
    (await get("/rpc/ships_of?port=1&select=id&limit=1&order=id", { prefer: `count=${count}` })).headers.get(
      "content-range",
    );
  expect(await range("planned")).toMatch(/^0-0\/\d+$/);
  expect(await range("estimated")).toBe("0-0/2");
  const tried = await post("/rpc/rename_all?select=id", { suffix: "?" }, { prefer: "tx=rollback,count=planned" });
  expect(tried.headers.get("content-range")).toBe("0-2/*");
  expect((await get("/rpc/numbers_to?top=9&limit=2")).headers.get("content-range")).toBe("0-1/*");
});

test("changes by a function are committed", async () => {
  await post("/rpc/christen", { ship: 3, new_name: "Cormorant II" });
  expect((await get("/ships?id=eq.3&select=name")).body).toEqual([{ name: "Cormorant II" }]);
  await post("/rpc/christen", { ship: 3, new_name: "Cormorant" });
});

test("HEAD returns the same as GET, and return=minimal returns only the status", async () => {
  const head = await ask("/rpc/port_table?limit=1", { method: "HEAD", headers: { prefer: "count=exact" } });
  expect(head).toMatchObject({ status: 206, text: "" });
  expect(head.headers.get("content-range")).toBe("0-0/3");
  const minimal = await post("/rpc/port_table", {}, { prefer: "return=minimal,count=exact" });
  expect(minimal).toMatchObject({ status: 204, text: "" });
  expect(minimal.headers.get("content-range")).toBe("0-2/3");
});

test("a statement can take one minute; a cancelled statement gets the status 504", async () => {
  expect((await get("/rpc/current_timeout")).body).toBe("1min");
  expect(await get("/rpc/out_of_time")).toMatchObject({
    status: 504,
    body: { code: "57014", message: "The database took too long to respond." },
  });
});

test("a function call that changes data can be rolled back with tx=rollback", async () => {
  expect((await post("/rpc/christen", { ship: 1, new_name: "Try" }, { prefer: "tx=rollback" })).status).toBe(204);
  expect((await get("/ships?id=eq.1&select=name")).body).toEqual([{ name: "Albatross" }]);
});

test("a function that changes data runs once, with or without a count", async () => {
  const answer = await post(
    "/rpc/rename_all?select=name&order=name&limit=2",
    { suffix: "!" },
    { prefer: "tx=rollback,count=exact" },
  );
  expect(answer).toMatchObject({ status: 206, body: [{ name: "Antwerp!" }, { name: "Bergen!" }] });
  expect(answer.headers.get("content-range")).toBe("0-1/3");
});

test("lists of values are counted, and are always JSON", async () => {
  const page = await get("/rpc/numbers_to?top=9&limit=2", { prefer: "count=exact", accept: "text/csv" });
  expect(page).toMatchObject({ status: 206, body: [1, 2] });
  expect(page.headers.get("content-range")).toBe("0-1/9");
});

test("rejects unknown functions and arguments, and names them", async () => {
  expect(await get("/rpc/nothing?x=1")).toMatchObject({ status: 404, body: { code: "PGRST202" } });
  expect(await get("/rpc/hidden_number")).toMatchObject({ status: 404, body: { code: "PGRST202" } });
  expect(await get("/rpc/ships_of")).toMatchObject({
    status: 404,
    body: {
      code: "PGRST202",
      message: "Could not find the function public.ships_of without parameters in the schema cache",
      hint: "Perhaps you meant ships_of(port integer, include_deleted boolean (optional))",
    },
  });
  expect(await post("/rpc/tonnage", { port: 1, x: 2 })).toMatchObject({
    status: 404,
    body: { message: "Could not find the function public.tonnage(port, x) in the schema cache" },
  });
  expect(await get("/rpc/tonnage?port=abc")).toMatchObject({ status: 400, body: { code: "22P02" } });
  expect(await get("/rpc/ships_of?port=1&nonsense=eq.1")).toMatchObject({ status: 400, body: { code: "42703" } });
  expect(await get("/rpc/christen?ship=1&new_name=x")).toMatchObject({ status: 405, body: { code: "25006" } });
  expect(await ask("/rpc/tonnage", { method: "DELETE" })).toMatchObject({ status: 405, body: { code: "PGRST117" } });
  expect((await ask("/rpc/tonnage", { method: "OPTIONS" })).headers.get("allow")).toBe("OPTIONS,GET,HEAD,POST");
});
