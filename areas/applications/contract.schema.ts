// The schemas of the calls that read the report of an application. Lists are never null. Parts without data are absent.
// `omitted` lists the parts that are missing or incomplete, and the reasons.
import { z } from "zod";

const params = z.object({
  namespace: z.string().min(1).max(500),
  name: z.string().min(1).max(500),
});

const time = z.string();

const property = z.object({
  name: z.string().optional(),
  label: z.string().optional(),
  tooltip: z.string().optional(),
  icon: z.string().optional(),
  text: z.string().optional(),
  value: z.union([z.number(), z.string()]).optional(),
  unit: z.string().optional(),
  color: z.string().optional(),
  type: z.string().optional(),
  order: z.number().optional(),
  headline: z.boolean().optional(),
  links: z.array(
    z.object({
      type: z.string().optional(),
      url: z.string().optional(),
      text: z.string().optional(),
      label: z.string().optional(),
      icon: z.string().optional(),
    }),
  ),
});

const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  authType: z.string(),
  created: time.optional(),
  lastLogin: time.optional(),
  lastAccessReview: time.optional(),
});

const authentication = z.object({
  name: z.string(),
  type: z.string(),
  domain: z.string().optional(),
  provider: z.string().optional(),
  mfa: z.object({ type: z.string().optional(), enforced: z.union([z.boolean(), z.string()]).optional() }).optional(),
  passwordPolicy: z.object({ expiry: z.string().optional(), strength: z.string().optional() }).optional(),
});

/** The config item to which a row belongs. */
const about = z.object({ id: z.string(), name: z.string(), type: z.string() });

const change = z.object({
  id: z.string(),
  date: time,
  user: z.string(),
  description: z.string(),
  /** The status that the source reports with the change; empty if it reports none. */
  status: z.string(),
  type: z.string(),
  severity: z.string().nullable(),
  config: about,
});

const incident = z.object({
  id: z.string(),
  number: z.string(),
  date: time,
  severity: z.string(),
  type: z.string(),
  description: z.string(),
  status: z.string(),
  acknowledgedDate: time.optional(),
  resolvedDate: time.optional(),
});

const backup = z.object({
  id: z.string(),
  database: z.string(),
  type: z.string(),
  source: z.string(),
  date: time,
  /** `12.5 GB`; empty if the source does not report the size. */
  size: z.string(),
  status: z.string(),
  error: z.string().optional(),
  config: about,
});

const restore = z.object({
  id: z.string(),
  database: z.string(),
  source: z.string(),
  date: time,
  status: z.string(),
  completedAt: time,
  /** The same time as `completedAt`, under the name that existing consoles read. */
  completedDate: time,
  config: about,
});

const finding = z.object({
  id: z.string(),
  type: z.string(),
  severity: z.string(),
  title: z.string(),
  description: z.string(),
  date: time,
  lastObserved: time,
  status: z.string(),
  config: about,
});

const check = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  status: z.string(),
  /** The percentage of passed runs in the last 30 days; absent if there were no runs. */
  uptime: z.number().optional(),
});

const monitoring = z.object({
  alertsConfigured: z.int(),
  /** Absent if the reader may not read sent notifications. */
  alertsFired: z.int().optional(),
  uptime: z.number().optional(),
  apdex: z.number().optional(),
  tools: z.array(z.object({ name: z.string(), type: z.string(), url: z.string(), purpose: z.string() })),
  checks: z.array(check),
});

const version = z.object({
  number: z.string().optional(),
  released: z.string().optional(),
  deployed: z.string().optional(),
  gitTag: z.string().optional(),
  repoName: z.string().optional(),
  createdBy: z.string().optional(),
  authorizedBy: z.string().optional(),
});

const location = z.object({
  /** The environment. */
  type: z.string(),
  purpose: z.string(),
  name: z.string(),
  account: z.string(),
  region: z.string(),
  provider: z.string(),
  resourceCount: z.int(),
});

const section = z.object({
  type: z.literal("view"),
  title: z.string(),
  icon: z.string(),
  view: z.object({ namespace: z.string(), name: z.string() }),
  /** The response of the view, with `columns`, `rows` and `panels`. */
  result: z.unknown().optional(),
  /** The reason why the result is missing. */
  error: z.string().optional(),
});

export const report = z.object({
  id: z.string(),
  name: z.string(),
  namespace: z.string(),
  type: z.string(),
  description: z.string(),
  lifecycle: z.string().optional(),
  createdAt: time,
  generatedAt: time,
  properties: z.array(property),
  accessControl: z.object({
    users: z.array(user),
    roles: z.array(z.string()),
    authentication: z.array(authentication),
  }),
  changes: z.array(change),
  incidents: z.array(incident),
  backups: z.array(backup),
  /** Ended backups of the last year, by database and day in UTC. */
  backupDays: z.array(z.object({ database: z.string(), day: z.string(), succeeded: z.int(), failed: z.int() })),
  restores: z.array(restore),
  findings: z.array(finding),
  monitoring: monitoring.optional(),
  version: version.optional(),
  repositories: z.array(z.object({ type: z.string(), url: z.string(), name: z.string() })),
  locations: z.array(location),
  /** The total cost of the config items. `annual` is projected from the last 30 days. */
  cost: z.object({ daily: z.number(), monthly: z.number(), annual: z.number() }).optional(),
  sections: z.array(section),
  /** Parts that are missing or incomplete, and the reasons. */
  omitted: z.array(z.object({ section: z.string(), reason: z.string() })),
});

export const readReport = { params, answer: report };

export const exportFormats = ["json", "html", "csv", "pdf"] as const;

export const exportReport = {
  params,
  query: z.strictObject({
    format: z.enum(exportFormats, `must be ${exportFormats.join(", ")}`).default("json"),
    /** Whether the browser saves the file or shows it. HTML files are always saved. */
    disposition: z.enum(["attachment", "inline"], "must be attachment or inline").default("attachment"),
  }),
  answer: z.custom<Blob>(),
};
