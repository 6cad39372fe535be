// Events of a cluster as changes of the objects that they are about.
import type { KubernetesObject } from "../../../../connections/server/index.ts";
import { parseDuration } from "#language/duration.ts";
import type { Json } from "#language/columns.ts";
import type { FoundChange } from "../../scrape/found.ts";
import { inScope, matchOf } from "./excluded.ts";
import { nameOf } from "./object-item.ts";
import type { KubernetesSpec } from "./spec.ts";

interface Told {
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

/** Undefined for what the scraper leaves out, and for what is about nothing. */
export type ReadEvent = (event: KubernetesObject) => FoundChange | undefined;

export function eventReader(spec: KubernetesSpec, now: () => number): ReadEvent {
  const { event: about, since, exclusions, clusterName } = spec;
  const withoutNames = matchOf(about?.exclusions?.name);
  const withoutNamespaces = matchOf(about?.exclusions?.namespace);
  const withoutReasons = matchOf(about?.exclusions?.reason);
  const [noKinds, noNamespaces, noNames] = [exclusions?.kind, exclusions?.namespace, exclusions?.name].map(matchOf);
  // What is in no namespace is not taken out by naming one: its events are there all the same.
  const isMeant = inScope({ scope: spec.scope, namespace: undefined });
  const severityOf = severities(about?.severityKeywords);
  const sinceMs = since === undefined ? undefined : parseDuration(since);
  return (event) => {
    const { reason, message, involvedObject: object, ...told } = event as KubernetesObject & Told;
    const { metadata } = event;
    if (!reason || !object?.name || !object.kind) return undefined;
    if (!isMeant(Boolean(object.namespace))) return undefined;
    const namespace = object.namespace ?? metadata.namespace ?? "";
    if (withoutReasons(reason) || withoutNames(object.name) || withoutNamespaces(namespace)) return undefined;
    if (noKinds!(object.kind) || noNamespaces!(namespace) || noNames!(object.name)) return undefined;
    const at = timeOf(told, metadata);
    if (sinceMs !== undefined && at !== undefined && at < now() - sinceMs) return undefined;
    const count = told.series?.count ?? told.count;
    return {
      of: object.uid
        ? { externalId: object.uid }
        : nameOf(clusterName, { kind: object.kind, namespace: object.namespace, name: object.name }),
      externalId:
        typeof metadata["uid"] === "string" ? metadata["uid"] : `${metadata.namespace ?? ""}/${metadata.name}`,
      type: reason,
      severity: severityOf(reason, message ?? "", told.type),
      source: told.source?.component || told.reportingComponent || "kubernetes",
      summary: message,
      details: {
        reason,
        message: message ?? "",
        type: told.type ?? "Normal",
        ...(count !== undefined && { count }),
        ...(told.source?.host !== undefined && { host: told.source.host }),
        involvedObject: object as Json,
      },
      ...(at !== undefined && { createdAt: new Date(at) }),
    };
  };
}

function timeOf(told: Told, { creationTimestamp }: Readonly<Record<string, unknown>>): number | undefined {
  const written = [
    told.series?.lastObservedTime,
    told.lastTimestamp,
    told.eventTime,
    told.firstTimestamp,
    creationTimestamp,
  ];
  for (const one of written) {
    const time = typeof one === "string" ? Date.parse(one) : Number.NaN;
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

/** What the scraper's words say, then what the reason means, then what kind of event it is. */
function severities(keywords: NonNullable<KubernetesSpec["event"]>["severityKeywords"]) {
  const said = (words: readonly string[] | undefined) => {
    const isMeant = matchOf(words);
    return (reason: string, message: string) =>
      isMeant(reason) ||
      (words ?? []).some((word) => /^\w+$/.test(word) && message.toLowerCase().includes(word.toLowerCase()));
  };
  const [isError, isWarning] = [said(keywords?.error), said(keywords?.warn)];
  return (reason: string, message: string, type: string | undefined): string =>
    isError(reason, message)
      ? "high"
      : isWarning(reason, message)
        ? "medium"
        : (table.get(reason) ?? (type === "Warning" ? "low" : "info"));
}
