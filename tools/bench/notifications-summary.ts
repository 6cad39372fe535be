// Measures the message summary with the default filters: a page of fifty, from a million messages about ten thousand
// resources.
import { atMost, type Bench } from "./bench.ts";
import { startWithReceiver } from "./notification-estate.ts";

const checks = 10_000;

export const notificationsSummary: Bench = {
  name: "notifications-summary",
  async run({ quick, profileFolder, progress }) {
    const messages = quick ? 100_000 : 1_000_000;
    progress(`${messages.toLocaleString("en")} messages about 10,000 checks`);
    const product = await startWithReceiver(checks, { profileFolder });
    try {
      await product.ask(
        `insert into notification_send_history (status, source_event, resource_id, resource_health, rule_name, recipient, recipient_key, created_at, first_observed)
         select (array['sent', 'sent', 'error', 'silenced', 'repeat-interval', 'skipped'])[1 + n % 6], 'check.failed',
                md5('check ' || 1 + n % 10000)::uuid, 'unhealthy', 'bench', 'hook', 'service:0', now() - n * interval '1 s', now() - n * interval '1 s'
         from   generate_series(1, $1::int) n`,
        [messages],
      );
      await product.ask("vacuum analyze notification_send_history");
      const body = { status: "!skipped,!silenced", pageIndex: 0, pageSize: 50, includeDeletedResources: false };
      const times: number[] = [];
      for (let round = -3; round < (quick ? 20 : 60); round += 1) {
        const startedAt = performance.now();
        await product.send("POST", "/api/notification/summary", body);
        if (round >= 0) times.push(performance.now() - startedAt);
      }
      const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
      return [atMost("summary of messages, page of 50, p95", p95, 60, "ms")];
    } finally {
      await product.stop();
    }
  },
};
