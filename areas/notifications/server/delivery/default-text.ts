// The text of a message whose rule has no template: the event, the reason on one line, and the context.
import { printDuration } from "#lib/time/duration.ts";
import type { MessageText } from "../channels/channel.ts";
import type { Subject } from "../pipeline/environment.ts";
import type { RecentChange } from "./changes.ts";

export interface Context {
  changes: readonly RecentChange[];
  /** Passed and failed runs of the last hour. */
  uptime?: { passed: number; failed: number } | undefined;
  /** The other resources of the group. */
  others: MessageText["resources"];
  permalink: string | undefined;
  silenceUrl: string | undefined;
  /** For a recovery: the time since the problem was reported. */
  problemMs?: number | undefined;
}

type Attribute = MessageText["attributes"][number];

export function defaultText(subject: Subject, context: Context): MessageText {
  const { changes, others, permalink, silenceUrl } = context;
  return {
    title: titleOf(subject),
    summary: summaryOf(subject, context),
    attributes: attributesOf(subject, context),
    recentChanges: changes.map(({ change_type: type, summary, created_at: at, severity }) => ({
      type,
      at,
      ...(summary && { summary }),
      ...(severity && { severity }),
    })),
    resources: others,
    actions: [
      ...(permalink ? [{ label: "Open", url: permalink }] : []),
      ...(silenceUrl ? [{ label: "Silence", url: silenceUrl }] : []),
    ],
  };
}

const endings: Readonly<Record<string, string>> = {
  "check.failed": "failed",
  "check.passed": "recovered",
  "config.healthy": "is healthy again",
  "config.unhealthy": "is unhealthy",
  "config.warning": "has a warning",
  "config.degraded": "improved from unhealthy to warning",
  "config.unknown": "has an unknown health",
  "config.created": "was created",
  "config.updated": "was updated",
  "config.changed": "changed",
  "config.deleted": "was deleted",
  "component.healthy": "is healthy again",
  "component.unhealthy": "is unhealthy",
  "component.warning": "has a warning",
  "component.unknown": "has an unknown health",
  "playbook.approval.requested": "waits for approval",
  "playbook.approval.inserted": "was approved",
  "playbook.run.completed": "completed",
  "playbook.run.failed": "failed",
  "playbook.run.cancelled": "was cancelled",
  "playbook.run.timed_out": "timed out",
};

export function titleOf({ event, name, kind, row }: Pick<Subject, "event" | "name" | "kind" | "row">): string {
  const ending = endings[event.name];
  if (ending !== undefined) return `${name} ${ending}`;
  if (kind === "incident") return `${String(row["incident_id"])} ${incidentWords(event.name)}: ${name}`;
  return `${name}: ${event.name}`;
}

/** For example, `incident.responder.added` becomes `responder added`, and `incident.status.closed` becomes `closed`. */
const incidentWords = (event: string) =>
  event
    .replace(/^incident\.(?:status\.)?/, "")
    .replace("dod", "definition of done")
    .replaceAll(".", " ");

function summaryOf({ event, snapshot, kind, around }: Subject, { problemMs }: Context): string {
  const line = snapshot.description?.split("\n", 1)[0]?.trim();
  if (problemMs !== undefined) {
    const after = `Recovered after ${printDuration(Math.max(1_000, Math.round(problemMs / 1_000) * 1_000))}.`;
    return line ? `${after} ${line}` : after;
  }
  const comment = (around["comment"] as { comment?: string } | undefined)?.comment;
  if (kind === "incident" && comment) return comment;
  if (line) return line;
  return snapshot.health ? `The health is ${snapshot.health}.` : `The event is ${event.name}.`;
}

function attributesOf({ kind, row, around, type, snapshot }: Subject, { uptime }: Context): Attribute[] {
  const canary = around["canary"] as { name?: string } | null | undefined;
  const run = around["check_status"] as { duration?: number | null } | null | undefined;
  const labels = Object.entries((row["labels"] ?? {}) as Record<string, string>).slice(0, 10);
  const total = uptime ? uptime.passed + uptime.failed : 0;
  const all: [label: string, value: unknown][] = [
    ["Type", type],
    ["Canary", canary?.name],
    ["Namespace", row["namespace"] ?? (row["tags"] as Record<string, string> | null)?.["namespace"]],
    ["Severity", row["severity"]],
    ["Status", kind === "check" ? undefined : snapshot.status],
    ["Duration", typeof run?.duration === "number" ? printDuration(run.duration) : undefined],
    ["Uptime (1 h)", total > 0 ? `${(Math.floor((uptime!.passed / total) * 1_000) / 10).toString()} %` : undefined],
    ["Owner", row["owner"]],
    ["Labels", labels.map(([key, value]) => `${key}=${value}`).join(", ")],
  ];
  return all.flatMap(([label, value]) => (typeof value === "string" && value !== "" ? [{ label, value }] : []));
}
