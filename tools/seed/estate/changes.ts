// Generates changes and insights of config items in the last three months.
import { day, minute, type Estate, type TableRows } from "../estate.ts";
import { tagsOf, typeOf, versionOf, type Catalog, type Item } from "./catalog.ts";
import type { People } from "./people.ts";

interface Happening {
  type: string;
  severity: string;
  source: string;
  summary: (item: Item) => string;
  by?: string;
  weight: number;
}

const happenings: readonly Happening[] = [
  {
    type: "diff",
    severity: "info",
    source: "kubernetes",
    summary: () => "spec.image",
    weight: 30,
  },
  {
    type: "ScalingReplicaSet",
    severity: "info",
    source: "kubernetes/deployment-controller",
    summary: ({ app }) => `Scaled up replica set ${app}`,
    weight: 9,
  },
  {
    type: "Pulled",
    severity: "info",
    source: "kubernetes/kubelet",
    summary: ({ app }) => `Container image for ${app} already present`,
    weight: 8,
  },
  {
    type: "Started",
    severity: "info",
    source: "kubernetes/kubelet",
    summary: ({ name }) => `Started container in ${name}`,
    weight: 8,
  },
  {
    type: "Killing",
    severity: "low",
    source: "kubernetes/kubelet",
    summary: ({ name }) => `Stopping container in ${name}`,
    weight: 5,
  },
  {
    type: "BackOff",
    severity: "medium",
    source: "kubernetes/kubelet",
    summary: () => "Back-off restarting failed container",
    weight: 5,
  },
  {
    type: "OOMKilled",
    severity: "high",
    source: "kubernetes/kubelet",
    summary: ({ name }) => `${name} exceeded its memory limit`,
    weight: 2,
  },
  {
    type: "Unhealthy",
    severity: "medium",
    source: "config-db-health-trigger",
    summary: () => "CrashLoopBackOff: probe failed",
    weight: 4,
  },
  { type: "Healthy", severity: "info", source: "config-db-health-trigger", summary: () => "Running", weight: 4 },
  {
    type: "FailedScheduling",
    severity: "medium",
    source: "kubernetes/default-scheduler",
    summary: () => "0/12 nodes are available: insufficient memory",
    weight: 2,
  },
  {
    type: "Deployment",
    severity: "info",
    source: "argo-cd",
    summary: ({ app }) => `Deployed ${app}`,
    by: "ci-bot",
    weight: 6,
  },
  {
    type: "PullRequestMerged",
    severity: "info",
    source: "github",
    summary: ({ app }) => `Merge pull request into ${app}`,
    by: "github",
    weight: 4,
  },
  {
    type: "RunInstances",
    severity: "info",
    source: "AWS::CloudTrail",
    summary: () => "autoscaling launched an instance",
    by: "autoscaling.amazonaws.com",
    weight: 2,
  },
  {
    type: "TerminateInstances",
    severity: "low",
    source: "AWS::CloudTrail",
    summary: () => "autoscaling terminated an instance",
    by: "autoscaling.amazonaws.com",
    weight: 2,
  },
  {
    type: "CreateDBSnapshot",
    severity: "info",
    source: "AWS::CloudTrail",
    summary: () => "automated snapshot",
    by: "rds.amazonaws.com",
    weight: 2,
  },
  {
    type: "ModifyDBInstance",
    severity: "medium",
    source: "AWS::CloudTrail",
    summary: () => "storage was extended",
    weight: 1,
  },
  {
    type: "PermissionAdded",
    severity: "high",
    source: "AWS::CloudTrail",
    summary: () => "a policy was attached",
    weight: 1,
  },
  {
    type: "CertificateRenewed",
    severity: "info",
    source: "kubernetes/cert-manager",
    summary: ({ name }) => `Certificate for ${name} was renewed`,
    weight: 1,
  },
  { type: "BackupCompleted", severity: "info", source: "velero", summary: () => "Backup completed", weight: 2 },
  {
    type: "ConfigReload",
    severity: "low",
    source: "kubernetes",
    summary: ({ app }) => `${app} reloaded its configuration`,
    weight: 2,
  },
];

const weighted = happenings.flatMap((happening) => Array.from({ length: happening.weight }, () => happening));

/** The time span of the changes. */
const span = 90 * day;

export function makeChanges(estate: Estate, catalog: Catalog, people: People): TableRows[] {
  return [
    { table: "config_changes", count: estate.sizes.changes, rows: changeRows(estate, catalog, people) },
    { table: "config_analysis", count: estate.counts.insights, rows: insightRows(estate, catalog) },
  ];
}

/**
 * Generates changes from the oldest to the newest, so that the ids are in chronological order. Some items change far
 * more often than others.
 */
function* changeRows(estate: Estate, { items }: Catalog, { people }: People) {
  const chance = estate.chance("changes");
  const idOf = estate.ids("change");
  const { changes } = estate.sizes;
  const step = span / changes;
  for (let n = 0; n < changes; n += 1) {
    const happening = chance.pick(weighted);
    // This stride has no common factor with most counts, which spreads the busy items over all kinds.
    const rank = Math.floor(items.length * chance.next() ** 2);
    const item = items[(rank * 7_919) % items.length]!;
    const created = estate.ago(Math.max(0, span - (n + chance.next()) * step));
    const isDiff = happening.type === "diff";
    const formerVersion = `1.${chance.below(30)}.${chance.below(10)}`;
    const image = (version: string) => `registry.example.org/${item.app}:${version}`;
    const count = chance.is(0.05) ? chance.between(2, 40) : 1;
    yield {
      id: idOf(n),
      config_id: item.id,
      config_type: typeOf(item),
      config_tags: tagsOf(item),
      external_change_id: isDiff ? null : `${happening.type}-${estate.seed}-${n}`,
      external_created_by: happening.by ?? (chance.is(0.1) ? "kubectl" : null),
      change_type: happening.type,
      severity: happening.severity,
      source: happening.source,
      summary: happening.summary(item),
      patches: isDiff ? { spec: { image: image(versionOf(item)) } } : null,
      diff: isDiff ? `-image: ${image(formerVersion)}\n+image: ${image(versionOf(item))}` : null,
      details:
        !isDiff && chance.is(0.3)
          ? { reason: happening.type, message: happening.summary(item), namespace: item.domain }
          : null,
      created_by: chance.is(0.02) ? chance.pick(people) : null,
      created_at: created,
      count,
      fingerprint: isDiff ? chance.hex(16) : null,
      first_observed: created,
      inserted_at: created,
    };
  }
}

type Finding = readonly [analyzer: string, type: string, summary: string];

/** Findings by the types that they fit; the last list fits every item. */
const findings: readonly { fits: RegExp; of: readonly Finding[] }[] = [
  {
    fits: /::(?:Pod|Deployment|ReplicaSet|StatefulSet)$/,
    of: [
      ["trivy", "security", "CVE in a base image"],
      ["kube-bench", "compliance", "A container runs as root"],
      ["popeye", "reliability", "No readiness probe is set"],
      ["popeye", "performance", "No memory limit is set"],
      ["renovate", "technical_debt", "A dependency is two major versions behind"],
    ],
  },
  {
    fits: /::(?:Instance|Node|DBInstance)$/,
    of: [
      ["aws-trusted-advisor", "cost", "The instance is hardly used"],
      ["aws-config", "availability", "The instance is in a single zone"],
      ["aws-trusted-advisor", "recommendation", "Reserve capacity for a year"],
    ],
  },
  {
    fits: /./,
    of: [
      ["conftest", "compliance", "The label owner is missing"],
      ["popeye", "technical_debt", "Nothing refers to it"],
      ["conftest", "recommendation", "A label for the cost centre is missing"],
    ],
  },
];

function* insightRows(estate: Estate, { items }: Catalog) {
  const chance = estate.chance("insights");
  const idOf = estate.ids("insight");
  for (let n = 0; n < estate.counts.insights; n += 1) {
    const item = chance.pick(items);
    const [analyzer, analysis_type, summary] = chance.pick(findings.find(({ fits }) => fits.test(typeOf(item)))!.of);
    const age = chance.below(120 * day) + minute;
    yield {
      id: idOf(n),
      config_id: item.id,
      scraper_id: item.place.scraper,
      source: analyzer,
      analyzer,
      analysis_type,
      severity: chance.pick(["info", "low", "low", "medium", "medium", "high", "critical"]),
      summary,
      status: chance.is(0.65) ? "open" : chance.is(0.9) ? "resolved" : "silenced",
      message: `${summary}: ${item.name}`,
      analysis: { rule: `${analyzer}-${chance.between(100, 180)}`, resource: item.name },
      first_observed: estate.ago(age),
      last_observed: estate.ago(chance.below(Math.min(age, 2 * day))),
    };
  }
}
