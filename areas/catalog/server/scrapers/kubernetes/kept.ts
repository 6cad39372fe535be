// Selects the fields of an object that are saved, without cluster bookkeeping, values that change all the time, and
// secrets.
import type { KubernetesObject } from "#areas/connections/server/index.ts";

type Fields = Readonly<Record<string, unknown>>;

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";
const hidden = "(hidden)";

export function keptOf(object: KubernetesObject): Fields {
  const { resourceVersion } = object.metadata as Fields;
  const metadata = without(object.metadata, ["resourceVersion", "generation", "selfLink"]) as Fields;
  const annotations = without(metadata["annotations"], [lastApplied, /(?:^|\/)leader$/]);
  const kept: Record<string, unknown> = {
    ...object,
    metadata: {
      ...metadata,
      ...("annotations" in metadata && { annotations }),
      // The values of a secret are not saved, so only the resource version shows that they changed.
      ...(isSecret(object) && { resourceVersion }),
    },
  };
  if (isSecret(object)) for (const key of ["data", "stringData"]) if (key in kept) kept[key] = hiddenIn(kept[key]);
  if (object.kind === "Node" && isFields(kept["status"])) kept["status"] = nodeStatus(kept["status"]);
  return kept;
}

const isSecret = ({ apiVersion, kind }: KubernetesObject) => apiVersion === "v1" && kind === "Secret";

const hiddenIn = (data: unknown) =>
  isFields(data) ? Object.fromEntries(Object.keys(data).map((key) => [key, hidden])) : data;

/** Removes the heartbeats, image lists and volume lists of a node, which change all the time. */
function nodeStatus(status: Fields): Fields {
  const { conditions } = status;
  const kept = without(status, ["images", "volumesInUse", "volumesAttached"]) as Fields;
  if (!Array.isArray(conditions)) return kept;
  return {
    ...kept,
    conditions: conditions.map((condition: unknown) =>
      isFields(condition) ? without(condition, ["lastHeartbeatTime"]) : condition,
    ),
  };
}

const without = (value: unknown, keys: readonly (string | RegExp)[]): unknown =>
  isFields(value)
    ? Object.fromEntries(
        Object.entries(value).filter(
          ([key]) => !keys.some((item) => (typeof item === "string" ? item === key : item.test(key))),
        ),
      )
    : value;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
