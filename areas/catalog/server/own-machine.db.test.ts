// Tests the first start of a new installation: its machine is in the catalog before anything is configured.
import { hostname } from "node:os";
import { expect, test } from "vitest";
import { until } from "#tests/support/running-system.ts";
import { startTestServer } from "#tests/support/test-server.ts";

const server = await startTestServer({ env: { WATCH_ITSELF: "true" } });
const cookie = await server.signIn();

const ask = async <Body>(path: string, init: RequestInit = {}) => {
  const answer = await server.fetch(path, {
    ...init,
    headers: { cookie, origin: server.url, "content-type": "application/json" },
  });
  return (await answer.json()) as Body;
};

interface Item {
  id: string;
  name: string;
  type: string;
  parent_id: string | null;
  health: string | null;
  tags: Record<string, string> | null;
}
const items = () => ask<Item[]>("/api/db/configs?select=id,name,type,parent_id,health,tags&limit=1000");
const runs = () =>
  ask<{ status: string; details: { errors?: string[] } | null }[]>(
    "/api/db/job_history?select=status,details&name=eq.Scraper&order=time_start",
  );

test("the catalog contains the machine after the first start, and a second run changes nothing", async () => {
  const [first] = await until(runs, (all) => all.some(({ status }) => status !== "RUNNING"));
  expect(first).toMatchObject({ status: "SUCCESS" });
  const found = await items();
  const itemsOf = (type: string) => found.filter((item) => item.type === type);
  const [host] = itemsOf("System::Host");
  expect(host).toMatchObject({ name: hostname(), health: "healthy", tags: { host: hostname() } });
  expect(itemsOf("System::Disk").length).toBeGreaterThan(0);
  expect(itemsOf("System::Disk").every(({ parent_id }) => parent_id === host!.id)).toBe(true);
  expect(itemsOf("Quarterdeck::Process")).toMatchObject([{ name: `all@${hostname()}`, parent_id: host!.id }]);
  const [database] = itemsOf("PostgreSQL::Database");
  expect(itemsOf("PostgreSQL::Table").find(({ name }) => name === "config_items")).toMatchObject({
    parent_id: database!.id,
  });

  const [scraper] = await ask<{ id: string; name: string }[]>("/api/db/config_scrapers?name=eq.quarterdeck");
  const answer = await server.fetch(`/api/config/run/${scraper!.id}`, {
    method: "POST",
    headers: { cookie, origin: server.url, "content-type": "application/json" },
    body: "{}",
  });
  expect(answer.status).toBeLessThan(300);
  const all = await until(runs, (list) => list.filter(({ status }) => status !== "RUNNING").length >= 2);
  expect(all.map(({ status }) => status)).toEqual(["SUCCESS", "SUCCESS"]);
  expect(await ask("/api/db/config_changes?select=config_id,summary,diff")).toEqual([]);
});
