// Measures a storm: ten thousand checks that depend on one check fail within a second and recover five minutes later,
// while a fifth of them flap. A team with two channels may get at most three failure messages and one recovery message
// per channel.
import { setTimeout as delay } from "node:timers/promises";
import { atMost, type Bench, type Row } from "./bench.ts";
import { startWithReceiver, type NotificationBench } from "./notification-estate.ts";
import { residentMegabytes } from "./process-figures.ts";

const checks = 10_000;

export const notificationsStorm: Bench = {
  name: "notifications-storm",
  async run({ quick, profileFolder, progress }) {
    const outageMs = quick ? 20_000 : 300_000;
    progress(`10,000 checks that depend on one, an outage of ${outageMs / 1_000} s, and a team with two channels`);
    const product = await startWithReceiver(checks + 100, { profileFolder });
    try {
      return await storm(product, outageMs, progress);
    } finally {
      await product.stop();
    }
  },
};

async function storm(product: NotificationBench, outageMs: number, progress: (text: string) => void): Promise<Row[]> {
  const channels = ["/one", "/two"];
  const [team] = (await product.send("POST", "/api/db/teams", {
    name: "storm",
    icon: "group",
    source: "UI",
    spec: {
      notifications: channels.map((path) => ({ name: path.slice(1), url: `generic+${product.receiver}${path}` })),
    },
  })) as { id: string }[];
  const [rule] = (await product.send("POST", "/api/db/notifications", {
    name: "storm",
    events: ["check.failed"],
    team_id: team!.id,
  })) as { id: string }[];
  const ids = (await product.ask<{ id: string }>("select id from checks order by id")).map(({ id }) => id);
  const [parent, ...children] = ids.slice(0, checks + 1) as [string, ...string[]];
  const flapping = children.filter((_, index) => index % 5 === 0);
  const set = (some: readonly string[], status: string) =>
    product.ask("update checks set status = $2, last_runtime = now() where id = any ($1::uuid[])", [some, status]);
  const failed = (some: readonly string[]) => some.map((id) => ({ name: "check.failed", id, depends_on: [parent] }));
  const passed = (some: readonly string[]) => some.map((id) => ({ name: "check.passed", id }));

  let peak = 0;
  const watching = setInterval(() => (peak = Math.max(peak, residentMegabytes(product.pid))), 100);
  try {
    await set([parent, ...children], "unhealthy");
    await product.publish([{ name: "check.failed", id: parent }, ...failed(children)]);
    progress("all failed");
    await delay(outageMs / 3);
    await set(flapping, "healthy");
    await product.publish(passed(flapping));
    await delay(outageMs / 3);
    await set(flapping, "unhealthy");
    await product.publish(failed(flapping));
    progress("a fifth flapped");
    await delay(outageMs / 3);
    await set([parent, ...children], "healthy");
    await product.publish([{ name: "check.passed", id: parent }, ...passed(children)]);
    await product.settled();
    await delay(2_000);
  } finally {
    clearInterval(watching);
  }
  const { titles } = await product.report();
  const messages = channels.map((path) => titles[path] ?? []);
  const recoveries = messages.map((own) => own.filter((title) => /recovered/i.test(title)).length);
  const [sum] = await product.ask<{ count: number }>(
    "select coalesce(sum(count), 0)::int as count from notification_send_history where notification_id = $1 and purpose = 'event'",
    [rule!.id],
  );
  const expected = (1 + children.length + flapping.length) * channels.length;
  return [
    atMost(
      "messages about problems per recipient",
      Math.max(...messages.map((own, n) => own.length - recoveries[n]!)),
      3,
      "messages",
    ),
    atMost("recoveries per recipient", Math.max(...recoveries), 1, "messages"),
    atMost(
      "events that the ledger does not count",
      Math.abs(expected - sum!.count),
      0,
      "events",
      `${sum!.count} counted`,
    ),
    atMost("memory of the server", peak, 300, "MB"),
  ];
}
