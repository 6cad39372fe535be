// Selects the rows of the seeded product that the pictures show: of each kind the row with the most to see.
import type { DataProduct } from "../bench/data-estate.ts";

/** Each query returns the id of one row. */
const queries = {
  failingCheck: `
    select c.id from checks c join canaries k on k.id = c.canary_id
    where  c.status = 'unhealthy' and c.deleted_at is null and k.spec->>'schedule' in ('@every 1m', '@every 5m')
    order  by c.type = 'http' desc,
           (select count(*) from check_statuses s
            where  s.check_id = c.id and s.time > now() - interval '25 hours' and s.status) desc`,
  healthyCheck: `
    select c.id from checks c
    where  c.status = 'healthy' and c.type = 'http'
    and    exists (select from check_statuses s where s.check_id = c.id and not s.status)`,
  canary: `
    select k.id from canaries k
    where  k.source = 'UI' and k.deleted_at is null
    order  by exists (select from checks c where c.canary_id = k.id and c.status = 'unhealthy') desc, k.name`,
  component: `
    select id from components where type = 'System' and health <> 'healthy'
    order  by (select count(*) from components c where c.parent_id = components.id) desc`,
  service: "select id from components where type = 'Service' and health <> 'healthy'",
  item: `
    select i.id from config_items i where i.type = 'Kubernetes::Deployment' and i.deleted_at is null
    order  by least(5, (select count(*) from config_analysis a where a.config_id = i.id and a.status = 'open'))
            + least(5, (select count(*) from check_config_relationships r where r.config_id = i.id) * 3)
            + least(4, (select count(*) from playbook_runs r where r.config_id = i.id) * 2)
            + least(6, (select count(*) from config_changes c where c.config_id = i.id) / 4.0) desc, i.name`,
  itemWithChecks: "select config_id as id from check_config_relationships group by 1 order by count(*) desc",
  itemWithRuns: `
    select r.config_id as id from playbook_runs r join playbooks p on p.id = r.playbook_id
    where  p.name = 'restart-checkout' and r.config_id is not null`,
  namespace: "select id from config_items where type = 'Kubernetes::Namespace' and deleted_at is null order by name",
  // The built-in scraper of the product has the id zero.
  scraper: `
    select id from config_scrapers where id <> '00000000-0000-0000-0000-000000000000'
    order  by source = 'UI' desc, name`,
  openIncident: `
    select i.id from incidents i where i.status in ('investigating', 'open', 'mitigated')
    order  by (select count(*) from comments c where c.incident_id = i.id) desc, i.created_at desc`,
  closedIncident: `
    select i.id from incidents i where i.status = 'closed'
    order  by (select count(*) from comments c where c.incident_id = i.id) desc`,
  incidentRule: "select id from incident_rules where source = 'UI'",
  playbook: "select id from playbooks where name = 'restart-checkout'",
  completedRun: `
    select r.id from playbook_runs r join playbooks p on p.id = r.playbook_id
    where  p.name = 'restart-checkout' and r.status = 'completed'`,
  failedRun: `
    select r.id from playbook_runs r join playbooks p on p.id = r.playbook_id
    where  p.name = 'restart-checkout' and r.status = 'failed'`,
  waitingRun: "select id from playbook_runs where status = 'pending_approval' order by created_at desc",
  failedMessage: "select id from notification_send_history where status = 'error' order by created_at desc",
  notification: "select id from notifications where source = 'UI' order by name",
  logBackend: "select id from logging_backends where name = 'checkout-files'",
  view: "select id from views where name = 'shop-operations'",
  application: "select id from applications where name = 'checkout'",
  connection: "select id from connections order by name = 'postgres-main' desc, name",
  ntfyConnection: "select id from connections where name = 'ntfy-on-call'",
  failedJob: "select id from job_history where status = 'FAILED' order by created_at desc",
  team: "select id from teams order by name",
};
export type RowName = keyof typeof queries;

export async function idOf(product: DataProduct, row: RowName): Promise<string> {
  const [found] = await product.ask<{ id: string }>(`${queries[row]} limit 1`);
  if (!found) throw new Error(`The seeded product has no row “${row}”.`);
  return found.id;
}
