// The spec of a Kubernetes scraper.
import { z } from "zod";
import { cel, count, duration, filled, labels, list, part, text, texts } from "#server/spec/parts.ts";
import { clusterFields } from "#areas/connections/server/index.ts";
import { scraperEntry, watchedKind } from "../../spec/entry.ts";

const patterns = texts.meta({ description: "Patterns: * matches anything, ! excludes." });

const exclusions = part({
  name: patterns.optional().meta({ label: "Names" }),
  kind: patterns.optional().meta({ label: "Kinds" }),
  namespace: patterns.optional().meta({ label: "Namespaces" }),
  labels: labels.optional().meta({ label: "Labels" }),
});

const event = part({
  exclusions: part({
    name: patterns.optional().meta({ label: "Names" }),
    namespace: patterns.optional().meta({ label: "Namespaces" }),
    reason: patterns.optional().meta({ label: "Reasons" }),
  })
    .optional()
    .meta({ label: "Without" }),
  severityKeywords: part({
    error: patterns.optional().meta({ label: "Reasons with high severity" }),
    warn: patterns.optional().meta({ label: "Reasons with medium severity" }),
  })
    .optional()
    .meta({ label: "Severity" }),
});

const foundAt = part({
  value: text.optional().meta({ label: "Value" }),
  label: text.optional().meta({ label: "Label value" }),
  expr: cel.optional().meta({ label: "Expression" }),
});

export const relationship = part({
  kind: foundAt.meta({ label: "Kind" }),
  name: foundAt.meta({ label: "Name" }),
  namespace: foundAt.meta({ label: "Namespace" }),
});

const inFlight = count.min(1, "must be at least 1").optional();

const written = scraperEntry({
  clusterName: filled.meta({
    label: "Cluster name",
    description: "A tag for all objects of the cluster. It must be unique among scrapers.",
  }),
  ...clusterFields,
  namespace: text.optional().meta({ label: "Namespace", description: "Default: all." }),
  scope: z.enum(["cluster", "namespaced", "namespace"], "must be cluster or namespaced").optional().meta({
    label: "Scope",
    description: "cluster: only cluster-wide objects; namespaced: only objects in a namespace. Default: both.",
  }),
  selector: text.optional().meta({ label: "Label selector", placeholder: "app=web,env!=test" }),
  fieldSelector: text.optional().meta({ label: "Field selector", placeholder: "status.phase=Running" }),
  exclusions: exclusions.optional().meta({ label: "Without" }),
  since: duration.optional().meta({ label: "Events of the last", placeholder: "1h" }),
  event: event.optional().meta({ label: "Events" }),
  watch: list(watchedKind)
    .optional()
    .meta({ label: "Watched kinds", description: "Default: workloads, nodes, pods and events." }),
  relationships: list(relationship).optional().meta({ label: "Relationships" }),
  maxInflight: inFlight.meta({ label: "Concurrent requests", placeholder: "64" }),
  // Existing manifests also use this spelling.
  maxInFlight: inFlight.meta({ label: "Concurrent requests", deprecated: true }),
});

export const kubernetesSpec = written.superRefine(({ scope, namespace, maxInflight, maxInFlight }, context) => {
  if (maxInflight !== undefined && maxInFlight !== undefined)
    context.addIssue({
      code: "custom",
      path: ["maxInFlight"],
      message: "is the same as maxInflight; set only one of them",
    });
  if (scope === "cluster" && namespace)
    context.addIssue({ code: "custom", path: ["scope"], message: "cluster cannot be combined with a namespace" });
});

export type KubernetesSpec = z.output<typeof kubernetesSpec>;
