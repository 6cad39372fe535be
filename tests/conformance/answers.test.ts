// Tests responses of the data API to reads, as PostgREST documents them: body, status and headers.
import { describe, expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";
import { openHarbour } from "./fixture.ts";
import { openPipeline } from "./pipeline.ts";

const server = await startTestServer();
const { get, ask, ids } = await openHarbour(server);

describe("order, pages and counts", () => {
  test("orders by direction, position of nulls, JSON paths and columns of an embed", async () => {
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
  ])("%s with %o returns %i, %s", async (path, headers, status, range, size) => {
    const answer = await get(path, headers);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-range")).toMatch(range);
    expect(answer.body).toHaveLength(size);
  });

  test("returns 416 for a Range beyond the end, but not for an offset", async () => {
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

  test("applies the maximum number of rows to a read without a limit or with a larger limit", async () => {
    const numbers = (query: string) => get(`/rpc/numbers_to?top=60000${query}`);
    expect((await numbers("")).body).toHaveLength(2_000);
    expect((await numbers("&limit=3000")).body).toHaveLength(3_000);
    expect((await numbers("&limit=900000")).body).toHaveLength(50_000);
    for (const limit of ["-1", "x", "1.5", "1e3", ""])
      expect(await get(`/ships?limit=${limit}`)).toMatchObject({ status: 400, body: { code: "PGRST100" } });
  });
});

describe("response formats", () => {
  test("returns a single object, or 406 if there is not exactly one row", async () => {
    const accept = "application/vnd.pgrst.object+json";
    const single = await get("/ports?id=eq.1", { accept });
    expect(single).toMatchObject({ status: 200, body: { id: 1, name: "Antwerp", country: "BE" } });
    expect(single.headers.get("content-type")).toMatch(/^application\/vnd\.pgrst\.object\+json/);
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

  test("returns CSV, with quotes where needed", async () => {
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

  test("CSV escapes spreadsheet formulas, but keeps numbers unchanged", async () => {
    const hostile = [
      "=1+1",
      '=HYPERLINK("http://x")',
      "+1-1",
      "-1+cmd|' /C calc'!A0",
      "@SUM(A1)",
      "\t=1",
      "\r=1",
      "'=1",
    ];
    const cells = await Promise.all(
      [...hostile, "-5", "+5", "-1.5e-3", "a=b"].map(
        async (text) =>
          (await get(`/rpc/echo?said=${encodeURIComponent(text)}`, { accept: "text/csv" })).text.split("\n")[1],
      ),
    );
    expect(cells).toEqual([
      "'=1+1",
      `"'=HYPERLINK(""http://x"")"`,
      "'+1-1",
      "'-1+cmd|' /C calc'!A0",
      "'@SUM(A1)",
      "'\t=1",
      '"\'\r=1"',
      "''=1",
      "-5",
      "+5",
      "-1.5e-3",
      "a=b",
    ]);
    expect((await get("/ports?select=%22%3Dx%22:id&limit=1", { accept: "text/csv" })).text).toBe("'=x\n1");
  });

  test("rejects an unsupported media type, but accepts a browser's list", async () => {
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
  ])("Accept: %s returns the type %s", async (accept, type, hasNulls) => {
    const { status, headers, text } = await get("/ports?id=eq.3", { accept });
    expect({ status, type: headers.get("content-type") }).toEqual({ status: 200, type: `${type}; charset=utf-8` });
    expect(text.includes("null")).toBe(hasNulls);
  });

  test("uses the preferred media type, or a default if the request has no preference", async () => {
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

  test("HEAD returns the same as GET without the body; OPTIONS lists the verbs", async () => {
    const head = await ask("/ships?limit=2", { method: "HEAD", headers: { prefer: "count=exact" } });
    expect(head).toMatchObject({ status: 206, text: "" });
    expect(head.headers.get("content-range")).toBe("0-1/4");
    expect((await ask("/ships", { method: "OPTIONS" })).headers.get("allow")).toBe(
      "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE",
    );
    expect((await ask("/fleet", { method: "OPTIONS" })).headers.get("allow")).toBe("OPTIONS,GET,HEAD");
  });

  test("returns the applied preferences; strict handling rejects unknown preferences", async () => {
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

  test("accepts the name of the only schema, and rejects other names", async () => {
    expect((await get("/ports", { "accept-profile": "public" })).status).toBe(200);
    expect(await get("/ports", { "accept-profile": "secret" })).toMatchObject({
      status: 406,
      body: { code: "PGRST106", hint: "Only the following schemas are exposed: public" },
    });
    expect(
      await ask("/ports", { method: "POST", body: { id: 1 }, headers: { "content-profile": "secret" } }),
    ).toMatchObject({ status: 406, body: { code: "PGRST106" } });
  });

  test("the root returns a Swagger document of the relations that the caller may read", async () => {
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

  test("returns the row version as the ETag of a single-row response", async () => {
    expect((await get("/ships?id=eq.1")).headers.get("etag")).toMatch(/^"\d+"$/);
    expect((await get("/crew?ship_id=eq.1&sailor_id=eq.1&select=rank")).headers.get("etag")).toMatch(/^"\d+"$/);
    expect((await get("/ships?name=eq.Dodo")).headers.get("etag")).toBeNull();
    expect((await get("/fleet?id=eq.1")).headers.get("etag")).toBeNull();
  });

  test("serves the same relations under each prefix in the same format, unless a handler has that path", async () => {
    for (const prefix of ["/api/db", "/api/config", "/api/canary"]) {
      expect((await ask("/ports?id=eq.1&select=id", { prefix })).body).toEqual([{ id: 1 }]);
      expect((await ask("/nothing", { prefix })).body).toMatchObject({ code: "PGRST205" });
    }
    expect((await ask("/about", { prefix: "/api/canary" })).body).toHaveProperty("Version");
  });

  test("without a session, returns 401 in the error format of the data API", async () => {
    expect(await get("/ports", { cookie: "" })).toMatchObject({
      status: 401,
      body: { code: "QD401", message: expect.any(String) },
    });
  });
});
