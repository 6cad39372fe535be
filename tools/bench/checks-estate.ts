// Seeds checks for the health benches in a temporary database: a hundred per canary, each with the results of an hour.
// None of the checks is due.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startOn, type DataProduct } from "./data-estate.ts";

export async function startWithChecks(
  count: number,
  { profileFolder }: { profileFolder: string | undefined },
): Promise<DataProduct> {
  const folder = mkdtempSync(join(tmpdir(), "quarterdeck-checks-"));
  // When started as root, PostgreSQL runs under another account, which must be able to traverse this folder.
  chmodSync(folder, 0o711);
  const product = await startOn(join(folder, "data"), { profileFolder, variables: { WATCH_ITSELF: "false" } });
  const stop = async () => {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await fill(product, count);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...product, stop };
}

async function fill(product: DataProduct, count: number): Promise<void> {
  await product.ask(
    `insert into canaries (id, name, namespace, labels, spec, source)
     select md5('canary ' || n)::uuid, 'canary-' || n, 'team-' || n % 20, jsonb_build_object('team', 'team-' || n % 20, 'tier', 'tier-' || n % 3),
            '{"schedule": "@every 1m", "replicas": 0}', 'UI'
     from   generate_series(1, $1::int / 100) n`,
    [count],
  );
  await product.ask(
    `insert into checks (id, canary_id, type, name, namespace, description, icon, spec, labels, severity, status, last_runtime, next_runtime, interval_seconds, last_transition_time)
     select md5('check ' || n)::uuid, md5('canary ' || 1 + n % ($1::int / 100))::uuid, 'http', 'GET /api/v1/orders/' || n, 'team-' || n % 20,
            'Whether orders of shop ' || n || ' are answered', 'http', jsonb_build_object('url', 'https://shop-' || n || '.example.org/api/v1/orders'),
            jsonb_build_object('app', 'app-' || n % 200, 'region', 'region-' || n % 7), 'high', case when n % 20 = 0 then 'unhealthy' else 'healthy' end,
            now() - random() * interval '1 minute', now() + random() * interval '1 minute', 60, now() - random() * interval '30 days'
     from   generate_series(1, $1::int) n`,
    [count],
  );
  await product.ask(
    `insert into check_status_summaries (check_id, p99, p97, p95, p50, mean, passed, failed, last_check, last_pass, last_fail)
     select id, 100 + random() * 900, 100 + random() * 500, 100 + random() * 300, 50 + random() * 50, 60 + random() * 60, 60 - (status = 'unhealthy')::int * 7,
            (status = 'unhealthy')::int * 7, last_runtime, last_runtime, last_runtime - interval '3 days'
     from   checks`,
  );
  await product.ask("vacuum analyze checks, canaries, check_status_summaries");
}
