// Cleans Kubernetes objects: removes the status and the fields that the cluster fills in.
import { yaml as yamlLibrary } from "../../load/on-demand.ts";
import { uncounted } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { toJson } from "../json-text.ts";
import { isMap, weigh, type Fields } from "../values.ts";
import { yaml } from "./data.ts";
import { nounOf } from "./function.ts";

const keptMetadata = new Set(["name", "namespace", "labels", "annotations"]);
const ownAnnotations = new Set(["kubectl.kubernetes.io/last-applied-configuration", "config.kubernetes.io/origin"]);
const ownLabels = new Set(["kustomize.toolkit.fluxcd.io/name", "kustomize.toolkit.fluxcd.io/namespace"]);

/** Defaults that the API server fills in, by the path of the field. */
const defaults: readonly (readonly [RegExp, unknown])[] = [
  [/(^|\.)spec\.restartPolicy$/, "Always"],
  [/(^|\.)spec\.dnsPolicy$/, "ClusterFirst"],
  [/(^|\.)spec\.schedulerName$/, "default-scheduler"],
  [/(^|\.)spec\.terminationGracePeriodSeconds$/, 30],
  [/(^|\.)spec\.enableServiceLinks$/, true],
  [/(^|\.)spec\.preemptionPolicy$/, "PreemptLowerPriority"],
  [/(^|\.)spec\.priority$/, 0],
  [/(^|\.)spec\.progressDeadlineSeconds$/, 600],
  [/(^|\.)spec\.revisionHistoryLimit$/, 10],
  [/(^|\.)spec\.sessionAffinity$/, "None"],
  [/(^|\.)spec\.type$/, "ClusterIP"],
  [/(^|\.)spec\.ipFamilyPolicy$/, "SingleStack"],
  [/(^|\.)spec\.internalTrafficPolicy$/, "Cluster"],
  [/[cC]ontainers\.\d+\.terminationMessagePath$/, "/dev/termination-log"],
  [/[cC]ontainers\.\d+\.terminationMessagePolicy$/, "File"],
  [/[cC]ontainers\.\d+\.ports\.\d+\.protocol$/, "TCP"],
  [/(^|\.)spec\.ports\.\d+\.protocol$/, "TCP"],
  [/Probe\.failureThreshold$/, 3],
  [/Probe\.periodSeconds$/, 10],
  [/Probe\.successThreshold$/, 1],
  [/Probe\.timeoutSeconds$/, 1],
  [/Probe\.httpGet\.scheme$/, "HTTP"],
];

const serviceAccount = "/var/run/secrets/kubernetes.io/serviceaccount";

function isFilledIn(path: string, value: unknown): boolean {
  if (/(^|\.)spec\.nodeName$/.test(path) || path === "status") return true;
  if (
    isMap(value) &&
    (value["mountPath"] === serviceAccount || /^(?:kube-api-access-|default-token-)/.test(String(value["name"])))
  )
    return /volumeMounts\.\d+$|volumes\.\d+$/.test(path);
  if (/tolerations\.\d+$/.test(path) && isMap(value))
    return (
      /^node\.kubernetes\.io\/(?:not-ready|unreachable)$/.test(String(value["key"])) &&
      value["tolerationSeconds"] === 300
    );
  return defaults.some(([shape, filled]) => filled === value && shape.test(path));
}

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === "" ||
  (Array.isArray(value) && value.length === 0) ||
  (isMap(value) && Object.keys(value).length === 0);

function cleaned(value: unknown, path: string): unknown {
  const at = (key: string | number) => (path === "" ? String(key) : `${path}.${key}`);
  if (Array.isArray(value))
    return value
      .flatMap((element: unknown, index) => (isFilledIn(at(index), element) ? [] : [cleaned(element, at(index))]))
      .filter((element) => !isEmpty(element));
  if (!isMap(value)) return value;
  const isMetadata = path === "metadata" || path.endsWith(".metadata");
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .filter((key) => !isMetadata || keptMetadata.has(key))
      .filter((key) => !(/(^|\.)metadata\.annotations$/.test(path) && ownAnnotations.has(key)))
      .filter((key) => !(/(^|\.)metadata\.labels$/.test(path) && ownLabels.has(key)))
      .filter((key) => !isFilledIn(at(key), value[key]))
      .map((key) => [key, cleaned(value[key], at(key))] as const)
      .filter(([, held]) => !isEmpty(held)),
  );
}

export function neat(source: unknown, format = "same"): string {
  const isJson = typeof source === "string" ? /^\s*[{[]/.test(source) : true;
  const read: unknown = typeof source === "string" ? yaml(source) : source;
  if (!isMap(read)) throw new ExpressionFault(`neat needs a Kubernetes object, but got ${nounOf(read)}.`);
  if (!["json", "yaml", "same"].includes(format))
    throw new ExpressionFault(`neat needs the format json, yaml or same, but got ${JSON.stringify(format)}.`);
  // Every field is compared with the defaults.
  uncounted(weigh(read) * defaults.length);
  const object = cleaned(read, "") as Fields;
  return format === "json" || (format === "same" && isJson)
    ? toJson(object, { sorted: true })
    : yamlLibrary().stringify(object, { version: "1.1", lineWidth: 0 });
}
