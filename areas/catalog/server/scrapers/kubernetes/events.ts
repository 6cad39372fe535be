// Converts events of a cluster to changes of their involved objects.
import type { KubernetesObject } from "#areas/connections/server/index.ts";
import { parseDuration } from "#lib/time/duration.ts";
import type { Json } from "#language/columns.ts";
import type { FoundChange } from "../../scrape/found.ts";
import { inScope, matchOf } from "./excluded.ts";
import { nameOf } from "./object-item.ts";
import type { KubernetesSpec } from "./spec.ts";

interface EventFields {
  reason?: string;
  message?: string;
  type?: string;
  count?: number;
  eventTime?: string | null;
  firstTimestamp?: string | null;
  lastTimestamp?: string | null;
  series?: { count?: number; lastObservedTime?: string };
  source?: { component?: string; host?: string };
  reportingComponent?: string;
  involvedObject?: { kind?: string; namespace?: string; name?: string; uid?: string; apiVersion?: string };
}

/** Returns undefined for events that the scraper excludes, and for events without an object. */
export type ReadEvent = (event: KubernetesObject) => FoundChange | undefined;

export function eventReader(spec: KubernetesSpec, now: () => number): ReadEvent {
  const { event: eventSpec, since, exclusions, clusterName } = spec;
  const withoutNames = matchOf(eventSpec?.exclusions?.name);
  const withoutNamespaces = matchOf(eventSpec?.exclusions?.namespace);
  const withoutReasons = matchOf(eventSpec?.exclusions?.reason);
  const [noKinds, noNamespaces, noNames] = [exclusions?.kind, exclusions?.namespace, exclusions?.name].map(matchOf);
  // Ignores the namespace of the spec, because events of cluster-wide objects are stored in a namespace as well.
  const isInScope = inScope({ scope: spec.scope, namespace: undefined });
  const severityOf = severities(eventSpec?.severityKeywords);
  const sinceMs = since === undefined ? undefined : parseDuration(since);
  return (event) => {
    const { reason, message, involvedObject: object, ...fields } = event as KubernetesObject & EventFields;
    const { metadata } = event;
    if (!reason || !object?.name || !object.kind) return undefined;
    if (!isInScope(Boolean(object.namespace))) return undefined;
    const namespace = object.namespace ?? metadata.namespace ?? "";
    if (withoutReasons(reason) || withoutNames(object.name) || withoutNamespaces(namespace)) return undefined;
    if (noKinds!(object.kind) || noNamespaces!(namespace) || noNames!(object.name)) return undefined;
    const at = timeOf(fields, metadata);
    if (sinceMs !== undefined && at !== undefined && at < now() - sinceMs) return undefined;
    const count = fields.series?.count ?? fields.count;
    return {
      of: object.uid
        ? { externalId: object.uid }
        : nameOf(clusterName, { kind: object.kind, namespace: object.namespace, name: object.name }),
      externalId:
        typeof metadata["uid"] === "string" ? metadata["uid"] : `${metadata.namespace ?? ""}/${metadata.name}`,
      type: reason,
      severity: severityOf(reason, message ?? "", fields.type),
      source: fields.source?.component || fields.reportingComponent || "kubernetes",
      summary: message,
      details: {
        reason,
        message: message ?? "",
        type: fields.type ?? "Normal",
        ...(count !== undefined && { count }),
        ...(fields.source?.host !== undefined && { host: fields.source.host }),
        involvedObject: object as Json,
      },
      ...(at !== undefined && { createdAt: new Date(at) }),
    };
  };
}

function timeOf(fields: EventFields, { creationTimestamp }: Readonly<Record<string, unknown>>): number | undefined {
  const written = [
    fields.series?.lastObservedTime,
    fields.lastTimestamp,
    fields.eventTime,
    fields.firstTimestamp,
    creationTimestamp,
  ];
  for (const text of written) {
    const time = typeof text === "string" ? Date.parse(text) : Number.NaN;
    if (Number.isFinite(time)) return time;
  }
  return undefined;
}

const byReason: Readonly<Record<string, string>> = {
  high: "BackOff OOMKilled OOMKilling NodeNotReady SystemOOM CrashLoopBackOff FailedCreate FailedAttachVolume NodeHasDiskPressure NodeHasInsufficientMemory Failed FailedDaemonPod EvictionThresholdMet",
  medium:
    "Evicted Error Unhealthy ProbeWarning NodeNotSchedulable Preempted Rebooted InspectFailed ErrImageNeverPull BackoffLimitExceeded DeadlineExceeded ProgressDeadlineExceeded",
  low: "FailedMount FailedScheduling FailedBinding FailedToUpdateEndpoint FailedGetResourceMetric FailedComputeMetricsReplicas ProvisioningFailed",
  info: "Killing Deleted Pulling Pulled Created Started Scheduled SuccessfulCreate SuccessfulDelete ScalingReplicaSet Completed",
};
const table = new Map(
  Object.entries(byReason).flatMap(([severity, reasons]) => reasons.split(" ").map((reason) => [reason, severity])),
);

/** The severity is decided by the keywords of the scraper, then by the reason for the event, then by its type. */
function severities(keywords: NonNullable<KubernetesSpec["event"]>["severityKeywords"]) {
  const keywordMatch = (words: readonly string[] | undefined) => {
    const isMatch = matchOf(words);
    return (reason: string, message: string) =>
      isMatch(reason) ||
      (words ?? []).some((word) => /^\w+$/.test(word) && message.toLowerCase().includes(word.toLowerCase()));
  };
  const [isError, isWarning] = [keywordMatch(keywords?.error), keywordMatch(keywords?.warn)];
  return (reason: string, message: string, type: string | undefined): string =>
    isError(reason, message)
      ? "high"
      : isWarning(reason, message)
        ? "medium"
        : (table.get(reason) ?? (type === "Warning" ? "low" : "info"));
}
