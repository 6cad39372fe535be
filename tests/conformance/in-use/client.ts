// Sends the same requests as an existing client to the real schema with the sample data.
import pg from "pg";
import { expect } from "vitest";
import { idOf, insertEstate } from "../../support/estate.ts";
import type { TestServer } from "../../support/test-server.ts";

export type Row = Record<string, unknown>;

const hour = 3_600_000;
const before = new Date(Date.now() - 30 * 24 * hour);
export const after = new Date(Date.now() + hour);

/** Fills in placeholders: `{config 3}` is the id of the third config, `AV` the columns of a person with avatar. */
const filled = (text: string) =>
  text
    .replaceAll(/\{([a-z ]+) (\d+)\}/g, (_, kind: string, number: string) => idOf(kind, Number(number)))
    .replaceAll("AV", "id,name,avatar,email")
    .replaceAll("{before}", before.toISOString())
    .replaceAll("{after}", after.toISOString());

export async function clientInUse(server: TestServer) {
  const client = new pg.Client(server.database.connection);
  await client.connect();
  await insertEstate(client);
  await client.end();
  const cookie = await server.signIn();

  /** Sends a request with the headers and encoding of the client. */
  async function send(
    method: string,
    path: string,
    { prefer = "return=representation", body }: { prefer?: string; body?: unknown } = {},
  ) {
    const answer = await server.fetch(`/api${filled(path).replaceAll(" ", "%20")}`, {
      method,
      headers: { cookie, origin: server.url, accept: "application/json", "content-type": "application/json", prefer },
      ...(body === undefined ? {} : { body: filled(JSON.stringify(body)) }),
    });
    const text = await answer.text();
    return { status: answer.status, range: answer.headers.get("content-range"), text, rows: JSON.parse(text) as Row[] };
  }

  return { send };
}

/** Whether the row has the field at a path such as `config.name`; in a list, the first element must have it. */
function has(row: unknown, path: string): boolean {
  const [name = "", ...rest] = path.split(".");
  const inside = Array.isArray(row) ? (row as unknown[])[0] : row;
  if (typeof inside !== "object" || inside === null || !Object.hasOwn(inside, name)) return false;
  return rest.length === 0 || has((inside as Row)[name], rest.join("."));
}

/** Expects each field in at least one row. */
export function expectFields(rows: readonly Row[], fields: string): void {
  expect(rows.length).toBeGreaterThan(0);
  expect(fields.split(" ").filter((field) => !rows.some((row) => has(row, field)))).toEqual([]);
}

/**
 * One read request: the checklist rows that it proves, the path, and the fields of the response. A path with the prefix
 * `R` requests a count, as lists do.
 */
export type Read = [proves: string, path: string, fields: string];

/** The fields of the last run that every list of resources reads. */
export const job =
  "job_name job_status job_details job_time_start job_last_failed job_created_at job_duration_millis job_error_count job_success_count job_hostname job_resource_type job_time_end";
