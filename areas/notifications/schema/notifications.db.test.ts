import { expect, test } from "vitest";
import { testDatabase } from "../../../tests/database.ts";
import { estateIn } from "../../../tests/estate-in.ts";
import { idOf } from "../../../tests/estate.ts";

const { ask, one, undone } = await estateIn(await testDatabase());

test("a message names what it was about, whatever that is, and nothing when it is gone", () =>
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

test("what was said about a config item is among its changes", async () => {
  const rows = await ask(
    "select change_type, severity from config_changes where source = 'notification' and config_id = $1",
    [idOf("config", 4)],
  );
  expect(rows).toEqual([{ change_type: "NotificationError", severity: "high" }]);
});

test("the error of a rule goes when the rule or its team changes, and not otherwise", () =>
  undone(async () => {
    const rule = idOf("notification", 1);
    const error = () => one("select error from notifications where id = $1", [rule]);
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

test("rules carry how sending went", async () => {
  expect(
    await ask("select failed::int, sent::int, most_common_error from notifications_summary where id = $1", [
      idOf("notification", 4),
    ]),
  ).toEqual([{ failed: 1, sent: 0, most_common_error: "refused" }]);
});

test("a silence ends after it begins", () =>
  undone(async () => {
    await expect(ask(`update notification_silences set until = "from" - interval '1 hour'`)).rejects.toMatchObject({
      constraint: "notification_silences_order",
    });
  }));

test("something unwell belongs to a group once", () =>
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
