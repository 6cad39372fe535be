// Messages about a check and a catalog item, with rules, a silence, steps and attempts. The names are unique, because
// all browser tests share one server.
import { query } from "./accounts.ts";

export interface SeededMessages {
  word: string;
  canary: string;
  check: string;
  config: string;
  cluster: string;
  rule: string;
  silence: string;
  /** Messages about the check, by status. */
  messages: Readonly<Record<string, string>>;
}

async function insert(text: string, values: unknown[]): Promise<string> {
  return (await query(text, values)).rows[0]!["id"]!;
}

export async function seedMessages(word: string): Promise<SeededMessages> {
  const canary = await insert(
    "insert into canaries (name, namespace, spec, source) values ($1, 'default', '{}', 'UI') returning id",
    [`${word}-canary`],
  );
  const check = await insert(
    "insert into checks (canary_id, type, name, status, severity) values ($1, 'http', $2, 'unhealthy', 'High') returning id",
    [canary, `${word}-check`],
  );
  const cluster = await insert(
    `insert into config_items (name, type, config_class, status, health, tags)
     values ($1, 'Kubernetes::Cluster', 'Cluster', 'Running', 'healthy', '{"cluster": "north"}') returning id`,
    [`${word}-cluster`],
  );
  const config = await insert(
    `insert into config_items (name, type, config_class, status, health, parent_id, path, tags)
     values ($1, 'Kubernetes::Pod', 'Pod', 'CrashLoopBackOff', 'unhealthy', $2, $3, '{"app": "shop"}') returning id`,
    [`${word}-pod`, cluster, cluster],
  );
  const rule = await insert(
    `insert into notifications (name, namespace, events, filter, person_id, repeat_interval, source)
     values ($1, 'default', '{check.failed,config.unhealthy}', 'true', (select id from people order by created_at limit 1), '4h', 'UI')
     returning id`,
    [`${word}-rule`],
  );
  const silence = await insert(
    `insert into notification_silences (name, check_id, until, description, source)
     values ($1, $2, now() + interval '2 hours', 'Planned work', 'UI') returning id`,
    [`${word}-silence`, check],
  );
  const message = (status: string, { event = "check.failed", resource = check, minutes = 10, more = {} } = {}) => {
    const columns = { rule_name: `${word}-rule`, recipient: "Ada", channel: "email", ...more };
    const names = Object.keys(columns);
    return insert(
      `insert into notification_send_history (notification_id, status, source_event, resource_id, resource_health, resource_status,
         resource_health_description, created_at, first_observed, ${names.join(", ")})
       values ($1, $2, $3, $4, 'unhealthy', 'unhealthy', $5, now() - $6 * interval '1 minute', now() - $6 * interval '1 minute',
         ${names.map((_, index) => `$${index + 7}`).join(", ")})
       returning id`,
      [rule, status, event, resource, `${word} is down`, minutes, ...Object.values(columns)],
    );
  };
  const at = new Date().toISOString();
  const trail = [
    { at, step: "rule", result: "matched", text: `The rule ${word}-rule listens to check.failed.`, id: rule },
    { at, step: "filter", result: "true", text: "The filter is true." },
    { at, step: "silence", result: "silenced", text: "A silence applies to the check.", id: silence },
  ];
  const messages = {
    sent: await message("sent", {
      minutes: 9,
      more: { body: "<p><b>down</b> since a while</p>", duration_millis: 120 },
    }),
    error: await message("error", {
      minutes: 8,
      more: { error: '{"ok":false,"error":"channel_not_found"}', trail: JSON.stringify(trail.slice(0, 2)), retries: 2 },
    }),
    silenced: await message("silenced", { minutes: 7, more: { silenced_by: silence, trail: JSON.stringify(trail) } }),
    digested: await message("digested", { minutes: 6, more: { count: 4 } }),
    skipped: await message("skipped", { minutes: 5 }),
  };
  await message("pending", { event: "config.unhealthy", resource: config, minutes: 2 });
  await query(
    `insert into notification_attempts (history_id, outcome, error, duration_millis, exchange, created_at)
     values ($1, 'failed', 'timed out after 30 s', 30000, null, now() - interval '2 minutes'),
            ($1, 'refused', 'channel_not_found', 80, $2, now() - interval '1 minute')`,
    [
      messages.error,
      JSON.stringify([
        { request: "POST https://chat.example.org/\nauthorization: Bearer ***", response: '{"ok":false}', status: 200 },
      ]),
    ],
  );
  return { word, canary, check, config, cluster, rule, silence, messages };
}
