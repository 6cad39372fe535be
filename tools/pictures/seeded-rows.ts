// Adds rows to the seeded product for screens that the seed leaves empty: log lines, applications, tokens, feature
// flags, a connection that works, and incidents of today.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { writeApplication } from "../../tests/support/an-application.ts";
import type { DataProduct } from "../bench/data-estate.ts";
import { person, type PicturedProduct } from "./products.ts";
import { addPlaybook } from "./seeded-playbook.ts";
import { addViews } from "./seeded-views.ts";
import { send } from "./send.ts";
import { writeShopLog } from "./shop-log.ts";

export async function addRows(product: PicturedProduct, browser: Browser): Promise<void> {
  await keepChecksRecent(product);
  await openSomeIncidents(product);
  await addLogs(product);
  await addApplications(product);
  await addTokens(product);
  for (const [name, value] of Object.entries(properties)) await send(product, "/api/db/properties", { name, value });
  await send(product, "/api/db/connections", {
    name: "ntfy-on-call",
    namespace: "default",
    type: "ntfy",
    url: `ntfy://${product.ntfy}/oncall`,
    insecure_tls: true,
    source: "UI",
  });
  await addPlaybook(product);
  await addViews(product, browser);
}

/** Feature flags and other settings by name. */
const properties = {
  "incidents.disable": "false",
  "config.changes.retention.days": "90",
  "notifications.max.count": "50",
  "audit.retention.days": "730",
  "settings.event_queue_status.disable": "false",
};

/** Without a worker no check runs, so every check would soon be overdue. */
async function keepChecksRecent({ ask }: DataProduct): Promise<void> {
  await ask(
    `update checks set next_runtime = now() + (6 + 4 * random()) * interval '1 minute'
     where  last_runtime is not null and deleted_at is null`,
  );
  const [{ late } = { late: 0 }] = await ask<{ late: number }>(
    "select extract(epoch from now() - max(time))::float8 as late from check_statuses",
  );
  await ask(
    `update check_statuses set time = time + $1 * interval '1 s'
     where  time > now() - $1 * interval '1 s' - interval '25 hours'`,
    [late],
  );
  await ask(
    `update checks c
     set    last_runtime = s.last,
            next_runtime = greatest(now() + interval '15 minutes', s.last + c.interval_seconds * interval '1 s')
     from   (select check_id, max(time) as last from check_statuses
             where  time > now() - interval '25 hours' group by 1) s
     where  s.check_id = c.id`,
  );
}

async function openSomeIncidents({ ask }: DataProduct): Promise<void> {
  await ask(
    `with chosen as (
       select id, row_number() over (order by created_at desc) as place from incidents where status <> 'open' limit 7
     )
     update incidents i
     set    status = 'open', acknowledged = null, resolved = null, closed = null,
            created_at = now() - (chosen.place * chosen.place * 37 + 12) * interval '1 minute'
     from   chosen where chosen.id = i.id`,
  );
  await ask(
    `update incidents set commander_id = (select id from people where email = $1)
     where  id in (select id from incidents where status in ('open', 'investigating') order by created_at desc limit 3)`,
    [person.email],
  );
}

async function addLogs(product: PicturedProduct): Promise<void> {
  const file = join(product.logs, "checkout.log");
  writeShopLog(file);
  await send(product, "/api/db/logging_backends", {
    name: "checkout-files",
    labels: { tier: "shop" },
    spec: { backends: [{ file: { path: [file], routes: [{ type: "Kubernetes::Deployment" }] } }] },
    source: "UI",
  });
}

async function addApplications({ ask }: DataProduct): Promise<void> {
  const descriptions = {
    checkout: "Takes orders and payments of the shop.",
    payments: "Charges cards and pays out to sellers.",
    identity: "Signs customers in.",
    search: "Finds products.",
  };
  for (const [name, description] of Object.entries(descriptions)) {
    const { id } = await writeApplication((text, values) => ask(text, [...values]), name);
    await ask("update applications set spec = jsonb_set(spec, '{description}', to_jsonb($1::text)) where id = $2", [
      description,
      id,
    ]);
  }
}

async function addTokens({ ask }: DataProduct): Promise<void> {
  const tokens = [
    { name: "ci-deploy", expiresInDays: 90, usedMinutesAgo: 3, isReadOnly: false },
    { name: "grafana", expiresInDays: 30, usedMinutesAgo: 20, isReadOnly: true },
    { name: "laptop", expiresInDays: -2, usedMinutesAgo: 4_000, isReadOnly: false },
    { name: "assistant", expiresInDays: null, usedMinutesAgo: 60, isReadOnly: true },
  ];
  for (const { name, expiresInDays, usedMinutesAgo, isReadOnly } of tokens)
    await ask(
      `insert into access_tokens (name, person_id, digest, created_by, created_at, expires_at, last_used_at, read_only)
       select $1, id, $2, id, now() - interval '40 days', now() + $3::int * interval '1 day',
              now() - $4::int * interval '1 minute', $5
       from   people where email = $6`,
      [name, randomBytes(32), expiresInDays, usedMinutesAgo, isReadOnly, person.email],
    );
}
