// Builds the Flux manifest and the Helm commands of an integration in the browser.
import { parse, stringify } from "yaml";
import { parseDuration } from "#lib/time/duration.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import { helmRepository, isKubernetesName } from "../../charts.ts";

export interface GitOpsDraft {
  name: string | undefined;
  namespace: string | undefined;
  interval: string | undefined;
  labels: Readonly<Record<string, string>> | undefined;
  /** The values of the chart as YAML. */
  chartValues: string;
}

export const firstDraft = (name: string): GitOpsDraft => ({
  name,
  namespace: "mission-control",
  interval: "30m",
  labels: undefined,
  chartValues: "",
});

/** The error messages of a draft, by field. */
export type DraftProblems = Partial<Record<keyof GitOpsDraft, string>>;

const nameProblem = "must contain only lower-case letters, digits and dashes, and at most 53 characters";

export function problemsOf({ name = "", namespace = "", interval = "", chartValues }: GitOpsDraft): DraftProblems {
  const bad = {
    name: name === "" ? "This field is required" : isKubernetesName(name) ? undefined : nameProblem,
    namespace: namespace === "" ? "This field is required" : isKubernetesName(namespace) ? undefined : nameProblem,
    interval: interval === "" ? "This field is required" : problemOf(() => parseDuration(interval)),
    chartValues: problemOfValues(chartValues),
  };
  return Object.fromEntries(Object.entries(bad).filter(([, problem]) => problem !== undefined));
}

function problemOfValues(text: string): string | undefined {
  try {
    const value: unknown = parse(text);
    return value === null || (typeof value === "object" && !Array.isArray(value)) ? undefined : "must be a YAML object";
  } catch (error) {
    return (error as Error).message.split("\n")[0];
  }
}

const print = (document: object) => stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });

/** The values without comments, or undefined if there are none. */
const valuesOf = (text: string) => (parse(text) as object | null) ?? undefined;

export function fluxManifest(chart: string, { name, namespace, interval, labels, chartValues }: GitOpsDraft): string {
  const { name: repository, url } = helmRepository;
  const values = valuesOf(chartValues);
  const hasLabels = Object.keys(labels ?? {}).length > 0;
  return [
    {
      apiVersion: "source.toolkit.fluxcd.io/v1",
      kind: "HelmRepository",
      metadata: { name: repository, namespace },
      spec: { interval, url },
    },
    {
      apiVersion: "helm.toolkit.fluxcd.io/v2",
      kind: "HelmRelease",
      metadata: { name, namespace, ...(hasLabels && { labels }) },
      spec: {
        interval,
        chart: { spec: { chart, sourceRef: { kind: "HelmRepository", name: repository, namespace }, interval } },
        ...(values && { values }),
      },
    },
  ]
    .map(print)
    .join("---\n");
}

/** The names are valid in Kubernetes, so they need no quotes. Helm reads the values from standard input. */
export function helmCommands(chart: string, { name, namespace, labels, chartValues }: GitOpsDraft): string {
  const { name: repository, url } = helmRepository;
  const values = valuesOf(chartValues);
  const pairs = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`);
  const install = [
    `helm install ${name} ${repository}/${chart}`,
    `--namespace ${namespace} --create-namespace`,
    ...(pairs.length > 0 ? [`--labels ${quoted(pairs.join(","))}`] : []),
    ...(values ? ["--values - <<'VALUES'"] : []),
  ].join(" \\\n  ");
  return [
    `helm repo add ${repository} ${url}`,
    "helm repo update",
    values ? `${install}\n${print(values)}VALUES` : install,
  ].join("\n");
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
