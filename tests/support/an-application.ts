// An application with everything that its report shows: accounts, environments, a database with backups, findings, checks
// and an incident, as rows. API tests and browser tests share it.
import { randomUUID } from "node:crypto";

/** Runs one statement. */
export type Run = (text: string, values: readonly unknown[]) => Promise<unknown>;

export interface WrittenApplication {
  id: string;
  /** The ids of its parts. */
  web: string;
  database: string;
  login: string;
  check: string;
  incident: string;
}

const system = "(select id from people where type is null order by created_at limit 1)";

/** Writes the application `name` in the namespace `default`. All its items carry the label app=<name>. */
export async function writeApplication(
  run: Run,
  name: string,
  { sections = [] }: { sections?: readonly object[] } = {},
): Promise<WrittenApplication> {
  const [id, web, database, login, reviewer, review, provider, check, canary, incident, hypothesis] = Array.from(
    { length: 11 },
    () => randomUUID(),
  ) as [string, string, string, string, string, string, string, string, string, string, string];
  const item = (
    itemId: string,
    values: {
      name: string;
      type: string;
      class: string;
      tags?: object;
      labels?: object;
      config?: object;
      cost?: number;
    },
  ) =>
    run(
      `insert into config_items (id, name, type, config_class, tags, labels, config, cost_total_1d, cost_total_30d, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8::numeric, $8::numeric * 30, now() - interval '200 days')`,
      [
        itemId,
        values.name,
        values.type,
        values.class,
        JSON.stringify(values.tags ?? {}),
        JSON.stringify({ app: name, ...values.labels }),
        JSON.stringify(values.config ?? {}),
        values.cost ?? null,
      ],
    );
  await item(web, {
    name: `${name}-web`,
    type: "Kubernetes::Deployment",
    class: "Deployment",
    tags: { cluster: "north", region: "eu-west-1", account: "harbour-prod" },
    labels: { part: "web", "app.kubernetes.io/version": "2.4.1" },
    cost: 3,
  });
  await item(database, {
    name: `${name}-db`,
    type: "AWS::RDS::DBInstance",
    class: "Database",
    tags: { region: "eu-west-1", account: "harbour-prod" },
    labels: { part: "database" },
    cost: 5,
  });
  await item(login, {
    name: `${name}-ada`,
    type: "Okta::User",
    class: "User",
    labels: { part: "login", team: "admins" },
    config: { displayName: "Ada Harbour", email: "ada@example.org", lastLogin: "2026-11-01T08:00:00Z" },
  });
  await item(reviewer, {
    name: `${name}-bob`,
    type: "Okta::User",
    class: "User",
    labels: { part: "login" },
    config: { displayName: "Bob Quay", email: "bob@example.org", role: "Reader" },
  });
  await item(review, {
    name: `${name}-review`,
    type: "Audit::AccessReview",
    class: "Review",
    labels: { part: "review" },
    config: { user: "ada@example.org", reviewedAt: "2026-10-01T09:00:00Z" },
  });
  await item(provider, {
    name: `${name} single sign-on`,
    type: "Okta::Policy",
    class: "Policy",
    labels: { part: "sign-in" },
    config: {
      type: "OIDC",
      provider: "Okta",
      mfa: { type: "TOTP", enforced: true },
      passwordPolicy: { expiry: "90 days", strength: "12 characters" },
    },
  });
  const change = (config: string, type: string, age: string, details: object, summary = "") =>
    run(
      `insert into config_changes (config_id, change_type, source, summary, details, external_created_by, severity, created_at, first_observed)
       values ($1, $2, 'velero', $3, $4, 'deployer', 'info', now() - $5::interval, now() - $5::interval)`,
      [config, type, summary, JSON.stringify(details), age],
    );
  await change(web, "Deployment", "2 days", { status: "Succeeded" }, `Deployed ${name} 2.4.1`);
  await change(web, "ScalingReplicaSet", "3 days", {}, "Scaled up to 3");
  for (let day = 1; day <= 40; day += 1) {
    const isFailed = day === 4 || day === 19;
    await change(
      database,
      isFailed ? "BackupFailed" : "BackupCompleted",
      `${day} days`,
      isFailed ? { error: "The volume is full" } : { size: (12 + day / 10) * 1e9, type: "full" },
    );
  }
  await change(database, "RestoreCompleted", "12 days", { startedAt: "2026-11-05T01:00:00Z" });
  const insight = (config: string, type: string, severity: string, status: string, summary: string) =>
    run(
      `insert into config_analysis (config_id, analyzer, analysis_type, severity, status, summary, message, first_observed, last_observed)
       values ($1, 'trivy', $2, $3, $4, $5, 'Update the package.', now() - interval '20 days', now() - interval '1 day')`,
      [config, type, severity, status, summary],
    );
  await insight(web, "security", "critical", "open", "openssl has a known hole");
  await insight(web, "reliability", "medium", "silenced", "Only one replica");
  await insight(database, "compliance", "high", "resolved", "Storage was not encrypted");
  await run(`insert into canaries (id, name, namespace, spec, source) values ($1, $2, 'default', '{}', 'UI')`, [
    canary,
    `${name} checks`,
  ]);
  await run(
    `insert into checks (id, canary_id, type, name, namespace, spec, status, last_runtime, next_runtime, interval_seconds)
     values ($1, $2, 'http', $3, 'default', '{}', 'healthy', now(), now() + interval '1 day', 60)`,
    [check, canary, `${name} answers`],
  );
  await run(
    `insert into check_config_relationships (config_id, check_id, canary_id, selector_id) values ($1, $2, $3, 'rule')`,
    [web, check, canary],
  );
  // 30 runs in each hour of three days; one in a hundred fails.
  await run(
    `insert into check_statuses_1d (check_id, created_at, duration, total, passed, failed)
     select $1, date_trunc('day', now(), 'UTC') - n * interval '1 day', 100, 100, 99, 1 from generate_series(3, 10) n`,
    [check],
  );
  await run(
    `insert into notification_send_history (status, source_event, resource_id, rule_name, recipient, recipient_key, created_at, first_observed)
     select 'sent', 'check.failed', $1, 'rule', 'ops', 'team:' || n, now() - interval '1 day', now() - interval '1 day'
     from   generate_series(1, 2) n`,
    [check],
  );
  await run(
    `insert into incidents (id, title, status, severity, type, created_by, created_at, resolved)
     select $1, $2, 'resolved', 'high', 'availability', ${system}, now() - interval '10 days', now() - interval '10 days' + interval '26 hours'`,
    [incident, `${name} was away`],
  );
  await run(
    `insert into hypotheses (id, incident_id, title, type, status, created_by) select $1, $2, 'cause', 'root', 'possible', ${system}`,
    [hypothesis, incident],
  );
  await run(
    `insert into evidences (hypothesis_id, type, check_id, evidence, created_by) select $1, 'check', $2, '{}', ${system}`,
    [hypothesis, check],
  );
  const labelled = (part: string) => [{ labelSelector: `app=${name},part=${part}` }];
  const spec = {
    type: "Service",
    description: `${name} sells berths.`,
    properties: [
      { name: "owner", label: "Owner", text: "Harbour team", order: 1 },
      { name: "lifecycle", label: "Lifecycle", text: "production", order: 2 },
      {
        name: "code",
        label: "Source code",
        order: 3,
        links: [{ url: "https://github.com/example/berths", text: "berths" }],
      },
      { name: "gitTag", label: "Git tag", text: "v2.4.1", order: 4 },
    ],
    mapping: {
      logins: labelled("login"),
      accessReviews: labelled("review"),
      authentication: labelled("sign-in"),
      datasources: labelled("database"),
      environments: { production: [{ labelSelector: `app=${name},part=web`, purpose: "primary" }] },
      roles: [{ labelSelector: `app=${name},team=admins`, role: "Administrator" }],
    },
    sections,
  };
  await run(`insert into applications (id, name, namespace, spec, source) values ($1, $2, 'default', $3, 'UI')`, [
    id,
    name,
    JSON.stringify(spec),
  ]);
  return { id, web, database, login, check, incident };
}
