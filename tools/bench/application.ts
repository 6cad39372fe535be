// Measures the report of an application with 5,000 config items, 100,000 changes, findings, backups and checks.
import { atMost, type Bench } from "./bench.ts";
import { startWithChecks } from "./checks-estate.ts";
import type { DataProduct } from "./data-estate.ts";
import { milliseconds } from "./data-times.ts";

const checks = 500;
const items = 5_000;

export const application: Bench = {
  name: "application",
  async run({ quick, profileFolder, progress }) {
    const changes = quick ? 4 : 20;
    progress(`an application with ${items.toLocaleString("en")} config items and ${changes} changes of each`);
    const product = await startWithChecks(checks, { profileFolder });
    try {
      await fill(product, changes);
      const read = async () => {
        const answer = await fetch(`${product.url}/api/application/default/bench`, {
          headers: { cookie: product.cookie },
        });
        const report = (await answer.json()) as { changes?: unknown[]; locations?: { resourceCount: number }[] };
        if (report.changes?.length !== 200 || report.locations?.[0]?.resourceCount !== items - 50)
          throw new Error(`${answer.status}: ${JSON.stringify(report).slice(0, 300)}`);
      };
      const times: number[] = [];
      for (let round = -3; round < (quick ? 10 : 30); round += 1) {
        const took = await milliseconds(read);
        if (round >= 0) times.push(took);
      }
      const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
      return [atMost(`report of an application with ${items.toLocaleString("en")} config items, p95`, p95, 500, "ms")];
    } finally {
      await product.stop();
    }
  },
};

/** Fifty of the items are databases with a backup per day; other applications have three times as many items. */
async function fill({ ask }: DataProduct, changes: number): Promise<void> {
  await ask(
    `insert into config_items (id, name, type, config_class, tags, labels, config, cost_total_1d, cost_total_30d)
     select md5('item ' || n)::uuid, 'item ' || n, 'Kubernetes::Pod', 'Pod', '{"cluster": "north", "account": "bench"}',
            jsonb_build_object('app', 'app-' || n / ${items}, 'part', case when n % ${items} < 50 then 'database' else 'web' end),
            '{"kind": "Pod"}', 1, 30
     from   generate_series(0, ${4 * items - 1}) n`,
  );
  await ask(
    `insert into config_changes (config_id, change_type, summary, source, created_at, external_created_by)
     select md5('item ' || n)::uuid, 'Deployment', 'Deployed version ' || m, 'bench', now() - (n + m * ${items}) * interval '5 s', 'ada'
     from   generate_series(0, ${items - 1}) n, generate_series(1, $1::int) m`,
    [changes],
  );
  await ask(
    `insert into config_changes (config_id, change_type, source, created_at, details)
     select md5('item ' || n)::uuid, case when (n + m) % 50 = 0 then 'BackupFailed' else 'BackupCompleted' end, 'velero',
            now() - m * interval '1 day', '{"size": 12000000000}'
     from   generate_series(0, 49) n, generate_series(1, 360) m`,
  );
  await ask(
    `insert into config_analysis (config_id, analyzer, analysis_type, severity, summary, message)
     select md5('item ' || n)::uuid, 'trivy', 'security', 'high', 'A known hole', 'Update the package'
     from   generate_series(0, ${items - 1}) n`,
  );
  await ask(
    `insert into check_config_relationships (config_id, check_id, canary_id, selector_id)
     select md5('item ' || 100 + row_number() over (order by c.id))::uuid, c.id, c.canary_id, 'bench' from checks c limit ${checks}`,
  );
  const mapping = {
    datasources: [{ labelSelector: "app=app-0,part=database" }],
    environments: { production: [{ labelSelector: "app=app-0,part=web" }] },
  };
  await ask(`insert into applications (name, namespace, spec, source) values ('bench', 'default', $1, 'UI')`, [
    JSON.stringify({ mapping }),
  ]);
  for (const table of ["config_items", "config_changes", "config_analysis", "check_config_relationships"])
    await ask(`vacuum analyze ${table}`);
}
