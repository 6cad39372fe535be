// An alert from Prometheus or Alertmanager, and the check that represents it.
import { hash } from "node:crypto";
import type { z } from "zod";
import type { Labels } from "#language/columns.ts";
import type { ReceivedCheck } from "#areas/health/server/index.ts";
import type { postAlerts, postWebhook } from "../../alertmanager.contract.schema.ts";
import { alertType } from "../silences/subject.ts";

export interface Alert {
  /** Identifies the alert within its source. */
  fingerprint: string;
  labels: Labels;
  annotations: Labels;
  generatorUrl: string | null;
  startsAt: Date;
  /**
   * When the alert was resolved, or will be resolved if its sender does not repeat it; null if only the sender resolves
   * it.
   */
  endsAt: Date | null;
}

type PostedAlert = z.output<typeof postAlerts.body>[number];
type WebhookAlert = z.output<typeof postWebhook.body>["alerts"][number];

/** An alert without an end is resolved after this time, as in Alertmanager (resolve_timeout). */
const resolveAfterMs = 5 * 60_000;

export function postedAlert(posted: PostedAlert, now: Date): Alert {
  return { ...sharedFields(posted, now), endsAt: posted.endsAt ?? new Date(now.getTime() + resolveAfterMs) };
}

/** A firing alert in a webhook has no end: Alertmanager sends the same alert as resolved later. */
export function webhookAlert(posted: WebhookAlert, now: Date): Alert {
  const ended = posted.endsAt !== undefined && posted.endsAt < now ? posted.endsAt : now;
  return { ...sharedFields(posted, now), endsAt: posted.status === "resolved" ? ended : null };
}

const sharedFields = ({ labels, annotations, startsAt, generatorURL }: PostedAlert, now: Date) => ({
  fingerprint: fingerprintOf(labels),
  labels,
  annotations,
  generatorUrl: generatorURL ? generatorURL : null,
  startsAt: startsAt ?? now,
});

export const isResolvedAt = ({ endsAt }: Pick<Alert, "endsAt">, now: Date) => endsAt !== null && endsAt <= now;

const sorted = (labels: Labels) => Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));

/** 64 bits of a digest, printed like the fingerprints of Prometheus. */
export const fingerprintOf = (labels: Labels): string =>
  hash("sha256", JSON.stringify(sorted(labels)), "hex").slice(0, 16);

/** Longer names are cut; the fingerprint keeps them unique. */
const maxName = 200;

export function checkName({ labels, fingerprint }: Pick<Alert, "labels" | "fingerprint">): string {
  const { alertname = "Alert", ...others } = labels;
  const conditions = sorted(others).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const name = conditions.length === 0 ? alertname : `${alertname} {${conditions.join(", ")}}`;
  return name.length <= maxName ? name : `${name.slice(0, maxName).toWellFormed()}… ${fingerprint}`;
}

const severities = new Set(["info", "warning", "low", "medium", "high", "blocker", "critical"]);
const otherSeverities: ReadonlyMap<string, string> = new Map([
  ["page", "critical"],
  ["error", "high"],
  ["none", "info"],
]);

function severityOf({ severity = "" }: Labels): string | undefined {
  const word = severity.toLowerCase();
  return severities.has(word) ? word : otherSeverities.get(word);
}

export type CheckedAlert = Pick<Alert, "fingerprint" | "labels" | "annotations" | "generatorUrl"> & {
  startsAt: string;
  endsAt: string | null;
};

/** The check of an alert: unhealthy while the alert is firing. */
export function checkOf(alert: CheckedAlert, isResolved: boolean): ReceivedCheck {
  const { labels, annotations, generatorUrl, startsAt, endsAt } = alert;
  const { summary, description, message } = annotations;
  const words = summary || message || description || "";
  return {
    name: checkName(alert),
    type: alertType,
    icon: "alertmanager",
    endpoint: generatorUrl ?? undefined,
    severity: severityOf(labels),
    description: description || summary || message,
    labels,
    isHealthy: isResolved,
    message: isResolved ? "Resolved" : "",
    error: isResolved ? "" : words || "The alert is firing.",
    detail: { startsAt, endsAt, labels, annotations, generatorURL: generatorUrl },
  };
}
