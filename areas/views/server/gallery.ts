// The ready-made views of the gallery. A user adds one and can then edit it like any other view.
import type { GalleryView } from "../contract.schema.ts";

const sql = (...lines: readonly string[]) => `${lines.join("\n")}\n`;

const healthColors = { healthy: "green", unhealthy: "red", warning: "orange", unknown: "gray" };
const severityColors = { critical: "red", high: "red", medium: "orange", low: "yellow", info: "blue" };
const key = { name: "id", type: "string", primaryKey: true, hidden: true };
const item = { name: "name", type: "string", url: { config: "row.config_id" } };

const fleet: GalleryView = {
  name: "fleet-overview",
  title: "Fleet overview",
  description: "All config items by type and health. Types with unhealthy items come first.",
  icon: "layout-dashboard",
  spec: {
    display: {
      title: "Fleet overview",
      icon: "layout-dashboard",
      sidebar: true,
      ordinal: 10,
      table: { sort: "-unhealthy" },
    },
    queries: { configs: { configs: { agent: "all" } } },
    merge: sql(
      "select type, count(*) as items,",
      "       case when sum(health <> 'unknown') > 0 then sum(health = 'healthy') end as healthy, sum(health = 'warning') as warning, sum(health = 'unhealthy') as unhealthy,",
      "       sum(coalesce(health, 'unknown') = 'unknown') as unknown, sum(health <> 'unknown') as known,",
      "       max(updated_at) as changed",
      "from   configs",
      "group  by type",
      "order  by unhealthy desc, items desc",
    ),
    columns: [
      {
        name: "type",
        type: "string",
        primaryKey: true,
        url: { config: "'type=' + row.type" },
        filter: { type: "multiselect" },
      },
      { name: "items", type: "number" },
      {
        name: "healthy",
        type: "gauge",
        gauge: {
          min: 0,
          max: "row.known",
          thresholds: [
            { percent: 0, color: "red" },
            { percent: 80, color: "orange" },
            { percent: 95, color: "green" },
          ],
        },
      },
      { name: "warning", type: "number" },
      { name: "unhealthy", type: "number" },
      { name: "unknown", type: "number" },
      { name: "changed", type: "datetime" },
    ],
    panels: [
      { name: "Config items", type: "number", query: "select count(*) as value from configs" },
      {
        name: "Healthy",
        type: "gauge",
        description: "Of the config items whose health is known",
        gauge: {
          min: 0,
          max: 100,
          unit: "%",
          precision: 1,
          thresholds: [
            { value: 0, color: "red" },
            { value: 90, color: "orange" },
            { value: 98, color: "green" },
          ],
        },
        query: "select round(100.0 * sum(health = 'healthy') / sum(health <> 'unknown'), 1) as value from configs",
      },
      {
        name: "Health",
        type: "piechart",
        piechart: { showLabels: true, colors: healthColors },
        query: "select coalesce(health, 'unknown') as label, count(*) as value from configs group by 1 order by 2 desc",
      },
      {
        name: "Most items",
        type: "bargauge",
        bargauge: { min: 0 },
        query: "select type as label, count(*) as value from configs group by 1 order by 2 desc limit 8",
      },
    ],
  },
};

const certificates: GalleryView = {
  name: "certificates",
  title: "Certificates that expire",
  description: "Certificates in the order in which they expire, with the time of the last renewal.",
  icon: "shield-check",
  spec: {
    display: {
      title: "Certificates that expire",
      icon: "shield-check",
      sidebar: true,
      ordinal: 20,
      table: { sort: "expires" },
    },
    queries: {
      certificates: { configs: { agent: "all", search: "type=*Certificate*" }, columns: { config: "jsonb" } },
      renewals: { changes: { agent: "all", search: "change_type=*Certificate* created_at>now-365d" } },
    },
    merge: sql(
      "with expiring as (",
      "  select id, name, namespace,",
      "         coalesce(json_extract(config, '$.status.notAfter'), json_extract(config, '$.notAfter'), json_extract(config, '$.NotAfter'),",
      "                  json_extract(config, '$.validTo'), json_extract(config, '$.attributes.expires')) as expires",
      "  from   certificates",
      "), renewed as (",
      "  select config_id as id, max(name) as name, max(namespace) as namespace, max(created_at) as renewed",
      "  from   renewals group by config_id",
      ")",
      "select i.id, i.id as config_id, coalesce(e.name, r.name) as name, coalesce(e.namespace, r.namespace) as namespace,",
      "       e.expires, r.renewed, cast(julianday(e.expires) - julianday('now') as integer) as days_left,",
      "       case when e.expires is null then 'unknown' when julianday(e.expires) < julianday('now') then 'unhealthy'",
      "            when julianday(e.expires) < julianday('now') + 30 then 'warning' else 'healthy' end as state",
      "from   (select id from expiring union select id from renewed) i",
      "left   join expiring e on e.id = i.id",
      "left   join renewed r on r.id = i.id",
      "order  by e.expires is null, e.expires, r.renewed desc",
    ),
    columns: [
      key,
      item,
      { name: "namespace", type: "string", filter: { type: "multiselect" } },
      { name: "state", type: "health" },
      { name: "expires", type: "datetime" },
      { name: "days_left", type: "number", unit: "days" },
      { name: "renewed", type: "datetime" },
    ],
    panels: [
      { name: "Certificates", type: "number", query: "select count(*) as value from certificates" },
      {
        name: "Renewed in the last 30 days",
        type: "number",
        query:
          "select count(distinct config_id) as value from renewals where julianday(created_at) > julianday('now') - 30",
      },
      {
        name: "Renewals by month",
        type: "bargauge",
        query: "select substr(created_at, 1, 7) as label, count(*) as value from renewals group by 1 order by 1",
      },
    ],
  },
};

const changes: GalleryView = {
  name: "changes-today",
  title: "Changes today",
  description: "Changes of the last 24 hours, by hour, type and severity.",
  icon: "git-compare",
  spec: {
    display: {
      title: "Changes today",
      icon: "git-compare",
      sidebar: true,
      ordinal: 30,
      table: { sort: "-created_at" },
    },
    templating: [
      {
        key: "severity",
        label: "Severity",
        values: ["all", "critical", "high", "medium", "low", "info"],
        default: "all",
      },
    ],
    queries: {
      changes: {
        changes: {
          agent: "all",
          search: 'created_at>now-24h {{ if ne .var.severity "all" }}severity={{ .var.severity }}{{ end }}',
          limit: 20_000,
        },
      },
    },
    columns: [
      key,
      { ...item, description: "The config item" },
      { name: "type", type: "string", filter: { type: "multiselect" } },
      { name: "change_type", type: "string", filter: { type: "multiselect" } },
      { name: "severity", type: "string", filter: { type: "multiselect" }, badge: { color: { map: severityColors } } },
      { name: "summary", type: "string" },
      { name: "created_at", type: "datetime" },
      { name: "config_id", type: "string", hidden: true },
    ],
    panels: [
      { name: "Changes", type: "number", query: "select coalesce(sum(count), 0) as value from changes" },
      { name: "Config items", type: "number", query: "select count(distinct config_id) as value from changes" },
      {
        name: "By hour",
        type: "timeseries",
        timeseries: { timeKey: "timestamp", valueKey: "value", style: "bars" },
        query:
          "select substr(created_at, 1, 13) || ':00:00Z' as timestamp, count(*) as value from changes group by 1 order by 1",
      },
      {
        name: "By type",
        type: "piechart",
        query: "select change_type as label, count(*) as value from changes group by 1 order by 2 desc limit 10",
      },
    ],
  },
};

const costs: GalleryView = {
  name: "cost-by-type",
  title: "Cost by type",
  description: "The cost of the last 30 days, by type of config item and by account.",
  icon: "dollar-sign",
  spec: {
    display: { title: "Cost by type", icon: "dollar-sign", sidebar: true, ordinal: 40, table: { sort: "-month" } },
    queries: {
      configs: { configs: { agent: "all", search: "cost_total_30d>0" }, columns: { cost_total_30d: "decimal" } },
    },
    merge: sql(
      "select type, count(*) as items, sum(cost_total_1d) as day, sum(cost_total_7d) as week, sum(cost_total_30d) as month,",
      "       sum(sum(cost_total_30d)) over () as total",
      "from   configs",
      "group  by type",
      "order  by month desc",
    ),
    columns: [
      { name: "type", type: "string", primaryKey: true, url: { config: "'type=' + row.type" } },
      { name: "items", type: "number" },
      { name: "day", type: "decimal", unit: "$" },
      { name: "week", type: "decimal", unit: "$" },
      { name: "month", type: "decimal", unit: "$" },
      { name: "share", type: "gauge", gauge: { min: 0, max: 100, unit: "%", precision: 1 } },
    ],
    mapping: { share: "row.total > 0.0 ? 100.0 * row.month / row.total : 0.0" },
    panels: [
      {
        name: "30 days",
        type: "number",
        number: { unit: "$", precision: 2 },
        query: "select coalesce(sum(cost_total_30d), 0) as value from configs",
      },
      {
        name: "Last day",
        type: "number",
        number: { unit: "$", precision: 2 },
        query: "select coalesce(sum(cost_total_1d), 0) as value from configs",
      },
      {
        name: "By type",
        type: "piechart",
        query:
          "select type as label, round(sum(cost_total_30d), 2) as value from configs group by 1 order by 2 desc limit 10",
      },
      {
        name: "By account",
        type: "bargauge",
        bargauge: { min: 0, unit: "$" },
        query:
          "select coalesce(json_extract(tags, '$.account'), 'none') as label, round(sum(cost_total_30d), 2) as value from configs group by 1 order by 2 desc limit 8",
      },
    ],
  },
};

const checks: GalleryView = {
  name: "flapping-checks",
  title: "Flapping checks",
  description: "Checks that both passed and failed in the last hour, or changed their status recently.",
  icon: "activity",
  spec: {
    display: { title: "Flapping checks", icon: "activity", sidebar: true, ordinal: 50, table: { sort: "-failed" } },
    cache: { maxAge: "1m" },
    queries: { checks: { checks: { agent: "all" }, columns: { uptime: "jsonb", latency: "jsonb" } } },
    merge: sql(
      "select id, name, type, namespace, canary_name, status, severity, last_transition_time,",
      "       json_extract(uptime, '$.passed') as passed, json_extract(uptime, '$.failed') as failed,",
      "       json_extract(latency, '$.avg') as latency",
      "from   checks",
      "where  (json_extract(uptime, '$.passed') > 0 and json_extract(uptime, '$.failed') > 0)",
      "or     julianday(last_transition_time) > julianday('now') - 1",
      "order  by min(passed, failed) desc, last_transition_time desc",
    ),
    columns: [
      key,
      { name: "name", type: "string", url: { template: "/health/checks/$(row.id)" } },
      { name: "type", type: "string", filter: { type: "multiselect" } },
      { name: "namespace", type: "string", filter: { type: "multiselect" } },
      { name: "status", type: "health" },
      { name: "passed", type: "number" },
      { name: "failed", type: "number" },
      { name: "uptime", type: "gauge", gauge: { min: 0, max: 100, unit: "%", precision: 1 } },
      { name: "latency", type: "number", unit: "ms" },
      { name: "last_transition_time", type: "datetime" },
    ],
    mapping: {
      uptime: "row.passed + row.failed > 0 ? 100.0 * double(row.passed) / double(row.passed + row.failed) : null",
    },
    panels: [
      { name: "Checks", type: "number", query: "select count(*) as value from checks" },
      {
        name: "Status",
        type: "piechart",
        piechart: { showLabels: true, colors: healthColors },
        query: "select coalesce(status, 'unknown') as label, count(*) as value from checks group by 1",
      },
      {
        name: "Flapping by type",
        type: "bargauge",
        query:
          "select type as label, sum(json_extract(uptime, '$.passed') > 0 and json_extract(uptime, '$.failed') > 0) as value from checks group by 1 having value > 0 order by 2 desc",
      },
    ],
  },
};

const backups: GalleryView = {
  name: "backups",
  title: "Backups",
  description: "Backups and restores of the last year, with a calendar and the last backup of each config item.",
  icon: "archive",
  spec: {
    display: { title: "Backups", icon: "archive", sidebar: true, ordinal: 60, table: { sort: "-last_backup" } },
    queries: {
      backups: {
        changes: {
          agent: "all",
          search: "change_type=*Backup*,*Snapshot*,*Restore* created_at>now-365d",
          limit: 50_000,
        },
      },
    },
    merge: sql(
      "select config_id as id, config_id, max(name) as name, max(type) as type, count(*) as backups,",
      "       max(case when change_type like '%Fail%' then null else created_at end) as last_backup,",
      "       sum(change_type like '%Fail%') as failed,",
      "       julianday('now') - julianday(max(case when change_type like '%Fail%' then null else created_at end)) as age",
      "from   backups",
      "group  by config_id",
      "order  by last_backup desc",
    ),
    columns: [
      key,
      item,
      { name: "type", type: "string", filter: { type: "multiselect" } },
      { name: "last_backup", type: "datetime" },
      { name: "state", type: "health" },
      { name: "backups", type: "number" },
      { name: "failed", type: "number" },
    ],
    mapping: { state: "row.age == null || row.age > 7.0 ? 'unhealthy' : row.age > 2.0 ? 'warning' : 'healthy'" },
    panels: [
      {
        name: "Last 7 days",
        type: "number",
        query: "select count(*) as value from backups where julianday(created_at) > julianday('now') - 7",
      },
      {
        name: "Results",
        type: "piechart",
        query: "select change_type as label, count(*) as value from backups group by 1 order by 2 desc",
      },
      {
        name: "Calendar",
        type: "heatmap",
        heatmap: { mode: "calendar" },
        query: "select substr(created_at, 1, 10) as date, count(*) as value from backups group by 1 order by 1",
      },
    ],
  },
};

export const gallery: readonly GalleryView[] = [fleet, certificates, changes, costs, checks, backups];
