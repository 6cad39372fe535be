// The real server over the small estate, and people with the rights that a test sets:
//
//   const estate = await openEstate(await startTestServer());
//   const ada = await estate.person({ roles: ["viewer"], rules: [{ action: "read", config_id: idOf("config", 3) }] });
//   const { status, body } = await ada.ask("/config_items?select=name");
//
// People authenticate with access tokens, which are quick to create.
import pg from "pg";
import type { Role } from "#language/roles.ts";
import type { Tables } from "#server/db/tables.ts";
import { createAccessToken } from "#areas/identity/server/access-tokens.ts";
import { insertEstate } from "../support/estate.ts";
import type { TestServer } from "../support/test-server.ts";

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
}

export interface Someone {
  id: string;
  token: string;
  /** The path is relative to /api/db unless it begins with /api. */
  ask(path: string, asking?: Asking): Promise<Reply>;
}

export type Rule = Omit<Tables["permissions"]["Insert"], "person_id">;

export async function openEstate(server: TestServer) {
  const client = new pg.Client(server.database.connection);
  await client.connect();
  await insertEstate(client);
  // The permissions in the sample data apply only to the people in the sample data.
  await client.query("delete from permissions");
  await client.query("analyze");
  await client.end();
  const db = server.system.db.system;
  let personCount = 0;

  async function person({
    roles = [],
    rules = [],
    tokenName = "test",
  }: { roles?: readonly Role[]; rules?: readonly Rule[]; tokenName?: string } = {}): Promise<Someone> {
    personCount += 1;
    const { id } = await db
      .insertInto("people")
      .values({ name: `Person ${personCount}`, email: `person-${personCount}@example.org` })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (roles.length > 0)
      await db
        .insertInto("person_roles")
        .values(roles.map((role) => ({ person_id: id, role })))
        .execute();
    for (const rule of rules)
      await db
        .insertInto("permissions")
        .values({ ...rule, person_id: id })
        .execute();
    const { token } = await createAccessToken(db, { personId: id, name: tokenName, expiry: "30d" });
    return { id, token, ask: (path, asking) => ask(server, token, path, asking) };
  }
  return { server, db, person };
}

async function ask(
  server: TestServer,
  token: string,
  path: string,
  { method = "GET", headers = {}, body }: Asking = {},
) {
  const answer = await server.fetch(path.startsWith("/api/") ? path : `/api/db${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = /json/.test(answer.headers.get("content-type") ?? "") && text !== "";
  return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined };
}
