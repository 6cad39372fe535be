import { QueryClient } from "@tanstack/react-query";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Problem } from "#language/problem.ts";
import { parseTriStates } from "#language/tri-state.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import type * as Rows from "./rows.ts";

const server = await startLocalServer();

declare const happyDOM: { setURL(url: string): void };

let client: typeof Rows;
beforeAll(async () => {
  happyDOM.setURL(`${server.url}/settings/jobs`);
  client = await import("./rows.ts");
});
beforeEach(() => void (server.requests.length = 0));

const requestUrl = () => new URL(server.requests[0]!.url, server.url);

describe("rows of the data API", () => {
  test("rows are returned unchanged, and a page contains the total number of rows", async () => {
    const { db, pageOfRows, pageRange, rows } = client;
    server.answer = json(206, [{ name: "a" }], { "content-range": "150-150/1234" });
    const names = () => db.from("job_histories").select("name", { count: "exact" });
    const cache = new QueryClient();
    const page = await cache.fetchQuery(
      pageOfRows(["job_histories", 1], () => names().range(...pageRange({ pageIndex: 1, pageSize: 150 }))),
    );
    expect(page).toEqual({ rows: [{ name: "a" }], total: 1234 });
    expect(Object.fromEntries(requestUrl().searchParams)).toEqual({ select: "name", offset: "150", limit: "150" });
    expect(server.requests[0]!.headers["prefer"]).toBe("count=exact");
    expect(await cache.fetchQuery(rows(["job_histories"], names))).toEqual([{ name: "a" }]);
  });

  test("a query contains the name of its relation and, for a view, the names of the tables of the view", () => {
    const { db, rows } = client;
    const query = rows(["job_history_names"], () => db.from("job_history_names").select("name"), {
      of: ["job_history"],
    });
    expect(query.queryKey[0]).toBe("job_history_names");
    expect(query.meta).toEqual({ relations: ["job_history"] });
  });

  test("rows that cannot be read throw a Problem with the server's message", async () => {
    const { db, rows } = client;
    server.answer = json(400, { code: "PGRST100", message: "There is no such column.", details: null, hint: "Look." });
    const failing = new QueryClient({ defaultOptions: { queries: { retry: false } } }).fetchQuery(
      rows(["people"], () => db.from("people").select("name")),
    );
    const error = await failing.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Problem);
    expect(error).toMatchObject({ status: 400, message: "There is no such column.", hint: "Look.", code: "PGRST100" });
  });
});

test.each([
  ["FAILED:1,WARNING:1", "in.(FAILED,WARNING)"],
  ["SUCCESS:-1", 'not.in.("SUCCESS")'],
  ['a "b":-1,c||||d:-1', String.raw`not.in.("a \"b\"","c,d")`],
  ["", null],
])("the filter %s is sent as %s", async (states, filter) => {
  const { ask, db, whereStates } = client;
  server.answer = json(200, []);
  await ask(
    whereStates(db.from("job_histories").select("id"), "status", parseTriStates(states)),
    new AbortController().signal,
  );
  expect(requestUrl().searchParams.get("status")).toBe(filter);
});
