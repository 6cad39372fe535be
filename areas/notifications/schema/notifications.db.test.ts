import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { idOf } from "#tests/support/estate.ts";

const { ask, queryValue, undone } = await estateIn(await testDatabase());

test("a message has the type and the name of its resource; the name is null after the resource is deleted", () =>
  undone(async () => {
    const about = (number: number) =>
      ask("select resource_type, resource ->> 'name' as name from notification_send_history_summary where id = $1", [
        idOf("message", number),
      ]);
    expect(await about(4)).toEqual([{ resource_type: "config", name: "namespace-4" }]);
    expect(await about(1)).toEqual([{ resource_type: "check", name: "check 1" }]);
    expect(await about(2)).toEqual([{ resource_type: "component", name: "component 2" }]);
    expect(await about(3)).toEqual([{ resource_type: "canary", name: "canary 3" }]);
    await ask("delete from checks where id = $1", [idOf("check", 1)]);
    expect(await about(1)).toEqual([{ resource_type: "check", name: null }]);
  }));

test("the changes of a config item include notifications about it", async () => {
  const rows = await ask(
    "select change_type, severity from config_changes where source = 'notification' and config_id = $1",
    [idOf("config", 4)],
  );
  expect(rows).toEqual([{ change_type: "NotificationError", severity: "high" }]);
});

test("changing the filter of a rule or the spec of its team clears the rule's error; changing its title does not clear the error", () =>
  undone(async () => {
    const rule = idOf("notification", 1);
    const error = () => queryValue("select error from notifications where id = $1", [rule]);
    const fail = () => ask("update notifications set error = 'no such channel' where id = $1", [rule]);
    await fail();
    await ask("update notifications set title = 'Told again' where id = $1", [rule]);
    expect(await error()).toBe("no such channel");
    await ask("update notifications set filter = 'false' where id = $1", [rule]);
    expect(await error()).toBeNull();
    await fail();
    await ask("update teams set spec = '{}' where id = $1", [idOf("team", 1)]);
    expect(await error()).toBeNull();
  }));

test("the summary of a rule contains the numbers of its sent and failed messages", async () => {
  expect(
    await ask("select failed::int, sent::int, most_common_error from notifications_summary where id = $1", [
      idOf("notification", 4),
    ]),
  ).toEqual([{ failed: 1, sent: 0, most_common_error: "refused" }]);
});

const message = idOf("message", 3);

test("messages that are being delivered or will be repeated are undelivered", () =>
  undone(async () => {
    const isUndelivered = async (columns: string) => {
      await ask(`update notification_send_history set ${columns} where id = $1`, [message]);
      return queryValue(
        `select exists (select from notification_undelivered u join notification_send_history h on h.id = u.message_id
                        where  h.id = $1 and h.resource_id = u.resource_id)`,
        [message],
      );
    };
    expect(await isUndelivered("status = 'sending'")).toBe(true);
    expect(await isUndelivered("status = 'pending', waiting = 'retry'")).toBe(true);
    expect(await isUndelivered("status = 'sent', waiting = null")).toBe(false);
    expect(await isUndelivered("status = 'attempting_fallback'")).toBe(true);
    await ask("delete from notification_send_history where id = $1", [message]);
    expect(
      await queryValue("select exists (select from notification_undelivered where message_id = $1)", [message]),
    ).toBe(false);
    await ask(
      "insert into notification_send_history (id, source_event, resource_id, status) values ($1, 'check.failed', $2, 'sending')",
      [message, idOf("check", 1)],
    );
    expect(await queryValue("select resource_id from notification_undelivered where message_id = $1", [message])).toBe(
      idOf("check", 1),
    );
  }));

test("the result of a delivery is written without updating an index", () =>
  undone(async () => {
    const writes = () =>
      queryValue("select pg_stat_get_xact_tuples_hot_updated('notification_send_history'::regclass)::int");
    await ask(
      `insert into notification_send_history (id, source_event, resource_id, status, is_open, notification_id)
       values ('00000000-0000-4000-8000-000000000001', 'check.failed', $1, 'sending', true, $2)`,
      [idOf("check", 1), idOf("notification", 1)],
    );
    const before = await writes();
    await ask(
      `update notification_send_history set status = 'sent', sent_at = now(), duration_millis = 5, body = 'It is down', is_open = is_open
       where  id = '00000000-0000-4000-8000-000000000001'`,
    );
    expect(await writes()).toBe((before as number) + 1);
  }));

test("a silence must end after it begins", () =>
  undone(async () => {
    await expect(ask(`update notification_silences set until = "from" - interval '1 hour'`)).rejects.toMatchObject({
      constraint: "notification_silences_order",
    });
  }));

test("a group contains an unresolved resource only once", () =>
  undone(async () => {
    const again = () =>
      ask("insert into notification_group_resources (group_id, config_id) values ($1, $2)", [
        idOf("notification group", 1),
        idOf("config", 1),
      ]);
    await ask("update notification_group_resources set resolved_at = now()");
    await again();
    await expect(again()).rejects.toMatchObject({ code: "23505" });
  }));
