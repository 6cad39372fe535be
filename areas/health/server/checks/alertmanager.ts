// Checks the active alerts of an Alertmanager. A test evaluates the alerts, and a transform creates checks from them;
// without either, the check passes regardless of the alerts.
import { z } from "zod";
import type { Json } from "#language/columns.ts";
import { countOf } from "#lib/text/words.ts";
import { labels, refused, texts } from "#server/spec/parts.ts";
import { openWebServer, refuseTwice } from "#areas/connections/server/index.ts";
import { check } from "../spec/check.ts";
import { reachingWeb, endpointOf } from "../spec/reaching.ts";
import { defineCheck, healthy, unhealthy } from "../check-kind.ts";
import { asSpecFault } from "./check-errors.ts";
import { readAnswer } from "./json-answer.ts";

const words = z.record(z.string(), z.string());
const answer = z.array(
  z.object({ labels: words, annotations: words.default({}), fingerprint: z.string().default("") }),
);

const maxKept = 200;

export const alertmanager = defineCheck({
  type: "alertmanager",
  title: "Alertmanager",
  icon: "alertmanager",
  group: "Monitoring",
  spec: check({
    ...reachingWeb("http", "prometheus"),
    host: refused("is not a field of this check: use url"),
    alerts: texts.optional().meta({ label: "Alerts", description: "Name patterns. Default: all." }),
    ignore: texts.optional().meta({ label: "Ignore", description: "Name patterns." }),
    filters: labels.optional().meta({ label: "Filters", field: "key-values" }),
    exclude_filters: labels.optional().meta({ label: "Exclude filters", field: "key-values" }),
  }).superRefine(refuseTwice),
  endpoint: endpointOf,

  async run({ alerts, ignore, filters, exclude_filters, markFailOnEmpty = false, ...spec }, run) {
    const server = await asSpecFault(openWebServer(spec, run));
    const query = filterOf({ alerts, ignore, filters, exclude_filters });
    const found = readAnswer(await server.get(`/api/v2/alerts?${query}`), answer, "an Alertmanager").map((alert) => ({
      name: nameOf(alert.labels),
      message: messageOf(alert.annotations),
      ...alert,
    }));
    const seen = {
      message: found.length === 0 ? "No alerts" : countOf(found.length, "alert", "alerts"),
      detail: { alerts: found.slice(0, maxKept) } as Json,
      data: { results: { alerts: found } },
    };
    return markFailOnEmpty && found.length === 0 ? unhealthy("No alerts match", seen) : healthy(seen);
  },
});

interface Filters {
  alerts?: readonly string[] | undefined;
  ignore?: readonly string[] | undefined;
  filters?: Readonly<Record<string, string>> | undefined;
  exclude_filters?: Readonly<Record<string, string>> | undefined;
}

/** Builds filters for the Alertmanager API; an alert must match all of them. */
function filterOf({ alerts = [], ignore = [], filters = {}, exclude_filters = {} }: Filters): URLSearchParams {
  const query = new URLSearchParams({ active: "true", silenced: "false", inhibited: "false" });
  const add = (label: string, operator: string, value: string) =>
    query.append("filter", `${label}${operator}${JSON.stringify(value)}`);
  if (alerts.length > 0) add("alertname", "=~", alerts.join("|"));
  if (ignore.length > 0) add("alertname", "!~", ignore.join("|"));
  for (const [label, value] of Object.entries(filters)) add(label, "=~", value);
  for (const [label, value] of Object.entries(exclude_filters)) add(label, "!~", value);
  return query;
}

type Words = Readonly<Record<string, string>>;

const workloads = "deployment daemonset statefulset cronjob_name job_name pod nodename".split(" ");

/** Builds the name of an alert from its labels, from the alert name down to the container. */
function nameOf(found: Words): string {
  const workload = workloads.map((label) => found[label]).find(Boolean);
  return [found["alertname"], found["namespace"], found["node"], workload, found["container"]]
    .filter(Boolean)
    .join("/");
}

const messageOf = ({ message, description, summary }: Words) => message || description || summary || "";
