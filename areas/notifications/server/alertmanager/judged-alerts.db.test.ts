import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import type { Silences } from "../silences/match.ts";
import { createJudgedAlerts } from "./judged-alerts.ts";

const { databases } = await testDatabase();
const { rows } = await sql<{ id: string }>`
  with canary as (insert into canaries (name, spec) values ('alerts', '{}') returning id)
  insert into checks (canary_id, type, name, labels)
  select id, 'alert', 'alert ' || n, '{"alertname": "Down"}' from canary, generate_series(1, 1200) n
  returning id`.execute(databases.system);
const ids = rows.map(({ id }) => id);

/** Counts the evaluations of each alert. */
function counting(fail: () => boolean = () => false) {
  const judged = new Map<string, number>();
  const silences: Pick<Silences, "matchAll" | "mentions"> = {
    mentions: async () => new Set(),
    async matchAll({ id }) {
      if (fail()) throw new Error("no connection");
      judged.set(id, (judged.get(id) ?? 0) + 1);
      return id === ids[7] ? [{ id: "silence", name: "maintenance" }] : [];
    },
  };
  return { judged, alerts: createJudgedAlerts({ db: databases }, silences as Silences) };
}

test("concurrent requests evaluate each alert once", async () => {
  const { judged, alerts } = counting();
  const lists = await Promise.all([ids.slice(0, 1_000), ids, ids.slice(7, 8)].map((own) => alerts.silencedBy(own)));
  expect(lists.map((list) => list.length)).toEqual([1_000, 1_200, 1]);
  expect(lists[1]!.flatMap((own, index) => own.map((silence) => [index, silence]))).toEqual([[7, "silence"]]);
  expect(lists[2]).toEqual([["silence"]]);
  expect([judged.size, new Set(judged.values())]).toEqual([1_200, new Set([1])]);
});

test("a failure is not cached", async () => {
  let isBroken = true;
  const { alerts } = counting(() => isBroken);
  await expect(alerts.silencedBy(ids.slice(0, 3))).rejects.toThrow("no connection");
  isBroken = false;
  expect(await alerts.silencedBy(ids.slice(0, 3))).toEqual([[], [], []]);
});
