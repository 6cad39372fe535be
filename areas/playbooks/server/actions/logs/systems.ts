// The log systems of the logs action: their fields, and the requests to the log readers.
import { z } from "zod";
import { clusterFields, webAccess } from "#areas/connections/server/index.ts";
import { lineFields } from "#areas/logs/server/index.ts";
import { isTemplateText } from "#lib/expression/template/header.ts";
import { lineFormats } from "#lib/logs/parse-line.ts";
import { awsAccount } from "#server/spec/aws-account.ts";
import { connectionOf, credentials, duration, filled, list, longText, part, text, texts } from "#server/spec/parts.ts";
import { orTemplate } from "../spec/or-template.ts";

export const maxLines = 10_000;

const formats = [...lineFormats, "autodetect"] as const;

/** The fields of every request. */
const request = {
  query: longText.optional().meta({ label: "Query", field: "long-text" }),
  start: text.optional().meta({ label: "Start", placeholder: "now-1h" }),
  end: text.optional().meta({ label: "End", placeholder: "now" }),
  limit: z
    .union([text, z.number()], "must be a whole number")
    .refine(
      (value) => isTemplateText(String(value)) || (/^\d+$/.test(String(value)) && Number(value) >= 1),
      "must be a whole number of at least 1",
    )
    .optional()
    .meta({ label: "Lines", description: `Default: 500, at most ${maxLines}.` }),
  since: orTemplate(duration).optional().meta({ label: "Since", description: "Instead of a start." }),
  direction: orTemplate(z.enum(["forward", "backward"], "must be forward or backward"))
    .optional()
    .meta({ label: "Direction", description: "Default: backward, the newest lines first." }),
  ...lineFields,
  parse: z
    .enum(formats, `must be ${formats.join(", ")}`)
    .optional()
    .meta({ label: "Format", description: "Default: auto." }),
};

export const logSystems = {
  loki: part({
    url: text.optional().meta({ label: "URL", placeholder: "https://loki.example.org:3100" }),
    connection: connectionOf("http").optional(),
    ...credentials,
    ...webAccess,
    ...request,
    // Both fields apply to queries that return numbers.
    step: text.optional().meta({ label: "Step", deprecated: true }),
    interval: text.optional().meta({ label: "Interval", deprecated: true }),
  })
    .optional()
    .meta({ label: "Loki" }),
  cloudwatch: part({
    ...awsAccount,
    logGroup: filled.meta({ label: "Log group" }),
    ...request,
  })
    .optional()
    .meta({ label: "CloudWatch" }),
  opensearch: part({
    address: text.optional().meta({ label: "Address", placeholder: "https://search.example.org:9200" }),
    connection: connectionOf("elasticsearch", "http").optional(),
    ...credentials,
    ...webAccess,
    index: text.optional().meta({ label: "Index" }),
    ...request,
  })
    .optional()
    .meta({ label: "OpenSearch" }),
  kubernetes: part({
    ...clusterFields,
    kind: text.optional().meta({ label: "Kind", placeholder: "Deployment" }),
    apiVersion: text.optional().meta({ label: "API version" }),
    namespace: text.optional().meta({ label: "Namespace" }),
    name: text.optional().meta({ label: "Name" }),
    pods: list(
      part({
        name: text.optional().meta({ label: "Name" }),
        labelSelector: text.optional().meta({ label: "Label selector", placeholder: "app=web" }),
      }),
    )
      .optional()
      .meta({ label: "Pods" }),
    containers: texts.optional().meta({ label: "Containers", description: "Names; * and ! are allowed." }),
    ...request,
  })
    .optional()
    .meta({ label: "Kubernetes" }),
};

export type LogSystem = keyof typeof logSystems;

const written = z.looseObject(request);
export type WrittenRequest = z.output<typeof written>;

type Labels = Readonly<Record<string, string>>;

/** One search: the spec for a log reader, and the labels of the lines. */
export interface ReaderRequest {
  system: LogSystem;
  spec: Readonly<Record<string, unknown>>;
  labels: Labels;
}

export function requestsOf(system: LogSystem, block: WrittenRequest): ReaderRequest[] {
  // The query is passed to the log reader with each search, and the lines are processed afterwards.
  const { query: _, parse: _parse, match: _match, dedupe: _dedupe, mapping: _mapping, ...spec } = block;
  if (system === "kubernetes") return podRequests(block);
  if (system !== "cloudwatch") return [{ system, spec, labels: {} }];
  const { accessKey, secretKey, region, logGroup, connection } = spec;
  const auth = { region, access_key: accessKey, secret_key: secretKey };
  return [{ system, spec: { connection, auth, log_group: logGroup }, labels: {} }];
}

function podRequests(block: WrittenRequest): ReaderRequest[] {
  const { connection, kubeconfig, kind, apiVersion, namespace, name, pods, containers } = block as z.output<
    NonNullable<(typeof logSystems)["kubernetes"]>
  > & {};
  const spec = { connection, kubeconfig };
  const common = present({ kind, apiVersion, namespace, name, container: containers?.join(",") });
  if (!pods || pods.length === 0) return [{ system: "kubernetes", spec, labels: common }];
  return pods.map((pod) => ({
    system: "kubernetes",
    spec,
    labels: { ...common, ...present({ pod: pod.name }), ...selectorLabels(pod.labelSelector) },
  }));
}

const present = (labels: Readonly<Record<string, string | undefined>>): Labels =>
  Object.fromEntries(Object.entries(labels).filter((item): item is [string, string] => Boolean(item[1])));

/** Parses `app=web,tier!=test` into labels whose values are match expressions. */
function selectorLabels(selector = ""): Labels {
  const labels: Record<string, string> = {};
  for (const term of selector.split(",").filter(Boolean)) {
    const [, key = "", sign = "", value = ""] = /^\s*([^!=\s]+)\s*(!?={1,2})\s*(.*?)\s*$/.exec(term) ?? [];
    if (key === "") continue;
    const wanted = sign.startsWith("!") ? `!${value}` : value;
    labels[key] = labels[key] === undefined ? wanted : `${labels[key]},${wanted}`;
  }
  return labels;
}
