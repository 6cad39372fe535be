// Creates two canaries with four checks as test data, and exports locators for the health page.
import type { Page } from "@playwright/test";
import pg from "pg";
import { expect } from "./journey.ts";
import { product } from "./product.ts";

export async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: product().databaseUrl });
  await client.connect();
  return work(client).finally(() => client.end());
}

interface Harbour {
  /** A search word that matches only the checks of this test. */
  word: string;
  ids: Record<"north" | "south" | "crane" | "beacon", string>;
}

/** Creates two canaries with four checks: two healthy, one unhealthy, and one that has not run for a while. */
export const makeHarbour = (word: string): Promise<Harbour> =>
  inDatabase(async (client) => {
    const { rows } = await client.query<{ name: string; id: string }>(
      `with quay as (
         insert into canaries (name, namespace, labels, spec, source)
         values ($1 || '-quay', $1 || '-port', '{"team": "dockers"}', '{"schedule": "@never"}', 'UI') returning id
       ), sea as (
         insert into canaries (name, namespace, labels, spec, source)
         values ($1 || '-sea', $1 || '-sea', '{"team": "pilots"}', '{"schedule": "@never"}', 'UI') returning id
       )
       insert into checks (canary_id, type, name, namespace, description, spec, labels, status, last_runtime, next_runtime, interval_seconds, last_transition_time)
       select quay.id, 'http', 'mole/north', $1 || '-port', null, '{"url": "https://north.example.org"}'::jsonb, '{"berth": "a", "floating": "true"}'::jsonb,
              'healthy', now() - interval '10 seconds', now() + interval '1 hour', 3600, now() - interval '3 days' from quay
       union all
       select quay.id, 'http', 'mole/south', $1 || '-port', null, '{"url": "https://south.example.org"}', '{"berth": "b"}',
              'unhealthy', now() - interval '10 seconds', now() + interval '1 hour', 3600, now() - interval '20 minutes' from quay
       union all
       select quay.id, 'tcp', 'crane', $1 || '-port', 'Lifts what is heavy', '{"url": "crane:502"}', '{"berth": "a"}',
              'healthy', now() - interval '2 hours', now() + interval '1 hour', 3600, now() - interval '30 days' from quay
       union all
       select sea.id, 'dns', 'beacon', $1 || '-sea', null, '{"host": "beacon.example.org"}', '{"berth": "c"}',
              'healthy', now() - interval '2 hours', now() - interval '1 hour', 60, now() - interval '1 day' from sea
       returning name, id`,
      [word],
    );
    const id = (name: string) => rows.find((row) => row.name === name)!.id;
    const ids = { north: id("mole/north"), south: id("mole/south"), crane: id("crane"), beacon: id("beacon") };
    await client.query(
      `insert into check_statuses (check_id, time, status, duration)
       select $1::uuid, now() - n * interval '1 minute', true, 40 from generate_series(1, 4) n
       union all select $2::uuid, now() - n * interval '1 minute', n > 1, 1500 from generate_series(1, 3) n`,
      [ids.north, ids.south],
    );
    return { word, ids };
  });

/** Rows also contain descriptions and reasons, which are written in lower case. */
export const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ hasText: new RegExp(name.replaceAll(/[^\w\s]/g, String.raw`\$&`)) });
/** Locates the data cells of a row, without the checkbox that selects the row. */
export const cells = (page: Page, name: string) =>
  row(page, name).locator('[role="gridcell"]:not([data-col="select"])');
/** Locates the cell of a row in the column with this id. */
export const cell = (page: Page, name: string, column: string) =>
  row(page, name).locator(`[role="gridcell"][data-col="${column}"]`);
export const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
/** Waits for the URL parameter, because the URL changes shortly after the click. */
export const expectParam = (page: Page, name: string, value: string | null) =>
  expect.poll(() => param(page, name), { message: name }).toBe(value);
export const search = (page: Page) => page.getByRole("searchbox", { name: "Search by name, description, or endpoint" });
export const counter = (page: Page, word: string) => page.locator(`header [data-counter=${word}]`);
