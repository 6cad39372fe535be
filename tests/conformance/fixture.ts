// The real server with the test data of fixture.sql:
//
//   const harbour = await openHarbour(await startTestServer());
//   const { status, body, headers } = await harbour.get("/ships?select=id&id=eq.1");
//
//   ask()     any method, as the administrator; JSON responses are parsed
//   rows()    the rows, or the whole error response
//   ids()     the ids of the rows
import { readFileSync } from "node:fs";
import pg from "pg";
import { issueRights } from "#server/db/rights.ts";
import { rolesOf } from "#server/db/pool.ts";
import { schemaChannel } from "#server/db/schema.ts";
import type { TestServer } from "../support/test-server.ts";

const sql = readFileSync(new URL("fixture.sql", import.meta.url), "utf8");

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  body: unknown;
}

export interface Asking {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  prefix?: string;
}

export interface Harbour {
  server: TestServer;
  ask(path: string, asking?: Asking): Promise<Reply>;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  rows(path: string): Promise<unknown>;
  ids(path: string): Promise<unknown>;
}

export async function openHarbour(server: TestServer): Promise<Harbour> {
  const client = new pg.Client(server.database.connection);
  await client.connect();
  await client.query(sql);
  await issueRights(client, await rolesOf(client));
  await client.query(`analyze; notify ${schemaChannel}`);
  while (!server.system.catalog.current.functions.has("hidden_number"))
    await new Promise((resolve) => setTimeout(resolve, 5));
  await client.end();
  const cookie = await server.signIn();

  const ask = async (
    path: string,
    { method = "GET", headers = {}, body, prefix = "/api/db" }: Asking = {},
  ): Promise<Reply> => {
    const answer = await server.fetch(`${prefix}${path}`, {
      method,
      headers: {
        cookie,
        origin: server.url,
        ...(body === undefined || headers["content-type"] ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get("content-type") ?? "") && text !== "";
    return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined };
  };
  const rows = async (path: string) => {
    const { status, body } = await ask(path);
    return status === 200 || status === 206 ? body : { status, ...(body as object) };
  };
  const ids = async (path: string) => {
    const found = await rows(path);
    return Array.isArray(found) ? found.map(({ id }: { id: number }) => id) : found;
  };
  return { server, ask, get: (path, headers = {}) => ask(path, { headers }), rows, ids };
}
