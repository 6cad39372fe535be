// Tests that deleting changes records the time before which the documents of an item cannot be reconstructed.
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { idOf } from "#tests/support/estate.ts";

const { ask, queryValue, undone } = await estateIn(await testDatabase());
const item = idOf("config", 2);
const lostUntil = () => queryValue("select until::date::text from config_lost_versions where config_id = $1", [item]);

test("the document before a deleted change is unknown, whether or not the change was listed", () =>
  undone(async () => {
    await ask("delete from config_lost_versions");
    await ask(
      `insert into config_changes (config_id, change_type, source, created_at)
       select $1, 'lost', source, at::timestamptz
       from   (values ('diff', '2020-01-01'), ('diff', '2020-01-02'), ('GitHub', '2020-01-03'), (null, '2020-01-04')) c (source, at)`,
      [item],
    );
    await ask(
      `insert into config_unlisted_versions (config_id, diff, config_hash, created_at)
       select $1, '', md5('')::uuid, at::timestamptz from (values ('2020-01-01'), ('2020-01-05')) v (at)`,
      [item],
    );
    await ask("delete from config_changes where change_type = 'lost' and source is distinct from 'diff'");
    expect(await lostUntil()).toBeUndefined();
    await ask("delete from config_changes where change_type = 'lost'");
    expect(await lostUntil()).toBe("2020-01-02");
    await ask("delete from config_unlisted_versions where config_id = $1 and created_at < '2020-01-02'", [item]);
    expect(await lostUntil()).toBe("2020-01-02");
    await ask("delete from config_unlisted_versions where config_id = $1 and created_at < '2021-01-01'", [item]);
    expect(await lostUntil()).toBe("2020-01-05");
  }));
