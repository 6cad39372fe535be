// Globals of scripts: underscore, and helpers of the reference engine for quantities and Kubernetes objects. Each is
// loaded only if the script mentions it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const load = createRequire(import.meta.url);
let underscore: string | undefined;

const helpers: Readonly<Record<string, string>> = {
  fromMillicores: `function fromMillicores(value) {
    var text = String(value);
    return /m$/.test(text) ? Number(text.slice(0, -1)) : Number(value);
  }`,
  fromSI: `function fromSI(value) {
    var parts = /^(.*)(Ki|Mi|Gi|Ti)$/.exec(String(value));
    return parts ? Number(parts[1]) * Math.pow(1024, ["Ki", "Mi", "Gi", "Ti"].indexOf(parts[2]) + 1) : Number(value);
  }`,
  startsWith: `function startsWith(text, part, at) {
    return text !== null && text !== undefined && String(text).substr(at || 0, String(part).length) === String(part);
  }`,
  endsWith: `function endsWith(text, part) {
    return text !== null && text !== undefined && String(text).slice(-String(part).length || undefined) === String(part);
  }`,
};

/** Adds `k8s.conditions` and the component lists of a topology to the library functions. */
const kubernetes = `(function (k8s) {
  function bare(item) { return item && item.Object ? item.Object : item; }
  k8s.conditions = {
    isReady: function (object) {
      return !!object && !!object.healthStatus && object.healthStatus.status === "Healthy" ||
        !!object && !!object.healthStatus && object.healthStatus.status === "healthy";
    },
    getMessage: function (object) {
      return object && object.healthStatus && object.healthStatus.message || "";
    },
    getError: function (object) {
      var list = object && object.status && object.status.conditions || [];
      return list
        .filter(function (one) { return one.status === "False"; })
        .map(function (one) { return one.type + ": " + (one.message || one.reason || ""); })
        .join(", ");
    }
  };
  k8s.filterLabels = function (labels) {
    var kept = {};
    Object.keys(labels || {}).forEach(function (key) { if (!/-hash$/.test(key)) kept[key] = labels[key]; });
    return kept;
  };
  k8s.getAlertName = function (alert) { return alert && alert.labels && alert.labels.alertname || ""; };
  k8s.getAlertLabels = function (alert) {
    var kept = {};
    Object.keys(alert && alert.labels || {}).forEach(function (key) { if (key !== "alertname") kept[key] = alert.labels[key]; });
    return kept;
  };
  k8s.getAlerts = function (results) {
    return (results || []).map(function (alert) {
      return {
        name: k8s.getAlertName(alert),
        labels: k8s.getAlertLabels(alert),
        message: alert.annotations && (alert.annotations.message || alert.annotations.description) || "",
        status: alert.state || alert.status && alert.status.state || ""
      };
    });
  };
  function component(object, type, properties) {
    var health = k8s.getHealth(object);
    return {
      name: object.metadata && object.metadata.name || "",
      namespace: object.metadata && object.metadata.namespace || "",
      external_id: object.metadata && object.metadata.uid || "",
      type: type,
      labels: k8s.filterLabels(object.metadata && object.metadata.labels),
      health: health.health,
      status: health.status,
      status_reason: health.message,
      properties: properties
    };
  }
  function usage(item, name, read) {
    var found = item && item.usage && item.usage[name];
    return found === undefined ? [] : [{ name: name, headline: true, value: read(found), unit: name === "cpu" ? "millicores" : "bytes" }];
  }
  k8s.getNodeMetrics = function (results) {
    return (results || []).map(bare).map(function (item) {
      return { name: item.metadata.name, properties: usage(item, "cpu", k8s.cpuAsMillicores).concat(usage(item, "memory", k8s.memoryAsBytes)) };
    });
  };
  k8s.getPodMetrics = function (results) {
    return (results || []).map(bare).map(function (item) {
      var sums = { cpu: 0, memory: 0 };
      (item.containers || []).forEach(function (one) {
        sums.cpu += k8s.cpuAsMillicores(one.usage && one.usage.cpu || "0");
        sums.memory += k8s.memoryAsBytes(one.usage && one.usage.memory || "0");
      });
      return {
        name: item.metadata.name,
        namespace: item.metadata.namespace,
        properties: [
          { name: "cpu", headline: true, value: sums.cpu, unit: "millicores" },
          { name: "memory", headline: true, value: sums.memory, unit: "bytes" }
        ]
      };
    });
  };
  k8s.getPodTopology = function (results) {
    return (results || []).map(bare).map(function (pod) { return component(pod, "KubernetesPod", k8s.podProperties(pod)); });
  };
  var nodeWithPods = k8s.getNodeTopology;
  k8s.getNodeTopology = function (given, pods) {
    if (!Array.isArray(given)) return pods === undefined ? nodeWithPods(given) : nodeWithPods(given, pods);
    return given.map(bare).map(function (node) { return component(node, "KubernetesNode", k8s.nodeProperties(node)); });
  };
})(k8s);`;

const named = (source: string, name: string) =>
  new RegExp(`(?<![\\w$.])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(source);

/** Returns the scripts to run before this script. A value with the same name takes precedence. */
export function globalsFor(
  source: string,
  isGiven: (name: string) => boolean,
): { library: string[]; needsKubernetes: boolean } {
  const library: string[] = [];
  if (named(source, "_") && !isGiven("_"))
    library.push((underscore ??= readFileSync(load.resolve("underscore/underscore-umd-min.js"), "utf8")));
  for (const [name, text] of Object.entries(helpers)) if (named(source, name) && !isGiven(name)) library.push(text);
  const needsKubernetes = source.includes("k8s") && !isGiven("k8s");
  return { library, needsKubernetes };
}

export const kubernetesHelpers = kubernetes;
