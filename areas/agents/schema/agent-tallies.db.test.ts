import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { idOf } from "#tests/support/estate.ts";
import { estateIn } from "#tests/support/estate-in.ts";

const { ask, queryValue } = await estateIn(await testDatabase());

/** Returns the agents whose counts differ from the actual numbers of rows. */
const wrong = () =>
  ask(`select s.name, s.config_count, s.checks_count
       from   agents_summary s
       where  s.config_count <> (select count(*) from config_items where agent_id = s.id)
       or     s.config_scrapper_count <> (select count(*) from config_scrapers where agent_id = s.id)
       or     s.checks_count <> (select count(*) from checks where agent_id = s.id)
       or     s.playbook_runs_count <> (select count(*) from playbook_runs where agent_id = s.id)`);

test("the row counts of agents follow inserts, updates and deletes", async () => {
  expect(await wrong()).toEqual([]);
  await ask("update config_items set agent_id = $1 where type = 'Kubernetes::Pod'", [idOf("agent", 2)]);
  await ask("update checks set agent_id = $1, status = 'unhealthy'", [idOf("agent", 3)]);
  expect(await wrong()).toEqual([]);
  await ask("delete from canaries where id = $1", [idOf("canary", 5)]);
  expect(await wrong()).toEqual([]);
});

test("compact_agent_tallies merges tally rows without changing the counts", async () => {
  for (let n = 0; n < 10; n += 1)
    await ask("insert into config_items (config_class, type, name, agent_id) values ('Pod', 'Pod', 'p', $1)", [
      idOf("agent", 1 + (n % 2)),
    ]);
  const before = await queryValue("select count(*)::int from agent_tallies");
  expect(await queryValue("select compact_agent_tallies()")).toBe(0);
  expect(await queryValue("select compact_agent_tallies(5)")).toBeLessThan(before as number);
  expect(await wrong()).toEqual([]);
});
