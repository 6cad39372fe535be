// Checks whether objects of a cluster exist, are healthy and are ready. Uses the documented API of Kubernetes, and is
// tested against a stand-in that implements it.
import type { Json } from "#language/columns.ts";
import { countOf } from "#lib/text/words.ts";
import { filled, part, text, texts, yes } from "#server/spec/parts.ts";
import { check, namespaceIn } from "../spec/check.ts";
import { CheckInvalid, defineCheck, healthy, unhealthy } from "../check-kind.ts";
import { clusterFields, reachCluster } from "./kubernetes/cluster.ts";
import { described, nameOf } from "./kubernetes/judged.ts";
import { selectObjects } from "./kubernetes/selected.ts";

const objects = part({
  name: text.optional().meta({ label: "Name", placeholder: "web-*,!web-test" }),
  labelSelector: text.optional().meta({ label: "Label selector", placeholder: "app=web,env!=test" }),
  fieldSelector: text.optional().meta({ label: "Field selector", placeholder: "status.phase=Running" }),
  search: text.optional().meta({ label: "Search" }),
});

const maxKept = 200;

export const kubernetes = defineCheck({
  type: "kubernetes",
  title: "Kubernetes",
  icon: "kubernetes",
  group: "Kubernetes",
  spec: check({
    kind: filled.meta({ label: "Kind", placeholder: "Deployment" }),
    apiVersion: text.optional().meta({ label: "API version", placeholder: "apps/v1" }),
    namespaceSelector: objects
      .optional()
      .meta({ label: "Namespaces", description: "Default: the namespace of the canary. Use * for all namespaces." }),
    resource: objects.optional().meta({ label: "Resources" }),
    ignore: texts.optional().meta({ label: "Ignore", description: "Names or patterns with *." }),
    healthy: yes.optional().meta({ label: "All healthy" }),
    ready: yes.optional().meta({ label: "All ready" }),
    ...clusterFields,
  }),
  endpoint: ({ kind, namespaceSelector, resource }) =>
    [namespaceSelector?.name, kind, resource?.name].filter(Boolean).join("/"),
  host: ({ connection }) => connection,

  async run({ kind, apiVersion, ...spec }, run) {
    const { api } = await reachCluster(spec, run);
    const resource = await api.resource({ kind, apiVersion });
    if (!resource)
      throw new CheckInvalid(
        `The cluster has no objects of the kind ${[kind, apiVersion].filter(Boolean).join(" in ")}.`,
      );
    const results = await selectObjects(api, {
      resource,
      namespaces: spec.namespaceSelector,
      objects: spec.resource,
      ignore: spec.ignore ?? [],
      defaultNamespace: namespaceIn(spec.namespace) ?? run.canary.namespace,
    });
    const found = {
      message: countOf(results.length, resource.kind, resource.plural),
      detail: results.slice(0, maxKept).map((result) => ({ name: nameOf(result), ...result.healthStatus })) as Json,
      data: { results },
    };
    // Without objects, the conditions healthy and ready fail; only a test may accept an empty list.
    const { markFailOnEmpty = spec.healthy || spec.ready || !spec.test } = spec;
    if (results.length === 0 && markFailOnEmpty) return unhealthy(`No ${resource.plural} match`, found);
    const sick = spec.healthy ? results.filter((result) => result.healthStatus.health !== "healthy") : [];
    if (sick.length > 0)
      return unhealthy(`${sick.length} of ${results.length} are not healthy: ${described(sick)}`, found);
    const waiting = spec.ready ? results.filter((result) => !result.healthStatus.ready) : [];
    if (waiting.length > 0)
      return unhealthy(`${waiting.length} of ${results.length} are not ready: ${described(waiting)}`, found);
    return healthy(found);
  },
});
