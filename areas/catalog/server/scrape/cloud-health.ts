// Derives the health of cloud resources whose state is not a single word: ECS tasks, Compute Engine instance groups and
// Cloud SQL instances. Uses the fields of the documented cloud APIs.
import type { Json } from "#language/columns.ts";
import { fieldIn, isFields } from "./document.ts";
import type { Health } from "./found.ts";

export interface CloudHealth {
  health: Health;
  status: string;
  message?: string;
}

type Document = { readonly [key: string]: Json };
type Judge = (document: Document) => CloudHealth | undefined;

/** The patterns match the end of the item's type in lower case, because scrapers choose their own types. */
const judges: readonly (readonly [RegExp, Judge])[] = [
  [/(?:^|::)(?:ecs)?task$/, taskHealth],
  [/instancegroup(?:manager)?s?$/, instanceGroupHealth],
  [/(?:sql|sqladmin|cloudsql)(?:::)?instances?$/, sqlInstanceHealth],
];

export function cloudHealth(type: string | undefined, document: Document): CloudHealth | undefined {
  const name = (type ?? "").toLowerCase();
  return judges.find(([pattern]) => pattern.test(name))?.[1](document);
}

const word = (document: Document, ...keys: readonly string[]): string => {
  for (const key of keys) {
    const held = fieldIn(document, key);
    if (typeof held === "string" && held !== "") return held;
  }
  return "";
};

const number = (document: Document, key: string): number => {
  const held = fieldIn(document, key);
  return typeof held === "number" ? held : 0;
};

const withMessage = (health: Health, status: string, message: string): CloudHealth => ({
  health,
  status,
  ...(message !== "" && { message }),
});

/** Stop codes of tasks that were stopped intentionally. */
const wantedStops = new Set(["ServiceSchedulerInitiated", "UserInitiated", "SpotInterruption", "TerminationNotice"]);

function taskHealth(task: Document): CloudHealth | undefined {
  const last = word(task, "lastStatus", "LastStatus").toUpperCase();
  if (last === "") return undefined;
  const reason = word(task, "stoppedReason", "StoppedReason");
  if (last === "STOPPED") return withMessage(stoppedHealth(task), "STOPPED", reason);
  const desired = word(task, "desiredStatus", "DesiredStatus").toUpperCase();
  if (last !== "RUNNING" || desired === "STOPPED") return withMessage("unknown", last, reason);
  const probed = word(task, "healthStatus", "HealthStatus").toUpperCase();
  return withMessage(probed === "UNHEALTHY" ? "unhealthy" : "healthy", last, probed === "UNHEALTHY" ? probed : "");
}

function stoppedHealth(task: Document): Health {
  const code = word(task, "stopCode", "StopCode");
  const containers = fieldIn(task, "containers") ?? fieldIn(task, "Containers");
  const hasFailed = (Array.isArray(containers) ? containers : []).some(
    (container) => isFields(container) && (number(container, "exitCode") !== 0 || number(container, "ExitCode") !== 0),
  );
  if (code === "TaskFailedToStart") return "unhealthy";
  return hasFailed && !wantedStops.has(code) ? "unhealthy" : "unknown";
}

/**
 * A managed group reports a target size and the actions to reach that size; an unmanaged group only counts its
 * instances.
 */
function instanceGroupHealth(group: Document): CloudHealth | undefined {
  const actions = fieldIn(group, "currentActions");
  const status = fieldIn(group, "status");
  if (!isFields(actions) && !isFields(status)) {
    const size = fieldIn(group, "size");
    return typeof size === "number" ? { health: "healthy", status: `${size} instances` } : undefined;
  }
  const counts = isFields(actions) ? actions : {};
  const target = number(group, "targetSize");
  const message = Object.entries(counts)
    .flatMap(([action, amount]) =>
      action !== "none" && typeof amount === "number" && amount > 0 ? [`${amount} ${action}`] : [],
    )
    .join(", ");
  const [retrying, idle] = [number(counts, "creatingWithoutRetries"), number(counts, "none")];
  if (hasErrors(group)) return withMessage("unhealthy", "Failed", errorOf(group) || message);
  if (isFields(status) && fieldIn(status, "isStable") === true) return withMessage("healthy", "Stable", message);
  if (target > 0 && idle === 0 && retrying > 0) return withMessage("unhealthy", "Failed Create", message);
  return withMessage(target > 0 && idle < target ? "warning" : "unknown", "Updating", message);
}

function errorsOf(group: Document): readonly Json[] {
  const errors = fieldIn(group, "lastErrors") ?? fieldIn(group, "errors");
  return Array.isArray(errors) ? errors : [];
}
const hasErrors = (group: Document) => errorsOf(group).length > 0;

function errorOf(group: Document): string {
  const [first] = errorsOf(group);
  if (!isFields(first)) return "";
  const inner = fieldIn(first, "error");
  return word(isFields(inner) ? inner : first, "message", "code");
}

const sqlStates: Readonly<Record<string, Health>> = {
  RUNNABLE: "healthy",
  FAILED: "unhealthy",
  SUSPENDED: "unhealthy",
  MAINTENANCE: "warning",
  PENDING_CREATE: "unknown",
  PENDING_DELETE: "unknown",
  ONLINE_MAINTENANCE: "healthy",
  REPAIRING: "warning",
};

function sqlInstanceHealth(instance: Document): CloudHealth | undefined {
  const state = word(instance, "state");
  if (state === "") return undefined;
  const reasons = fieldIn(instance, "suspensionReason");
  const message = Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === "string").join(", ") : "";
  // An instance is stopped by its activation policy, while its state stays RUNNABLE.
  const settings = fieldIn(instance, "settings");
  const isStopped = isFields(settings) && word(settings, "activationPolicy") === "NEVER";
  if (state === "RUNNABLE" && isStopped) return { health: "unknown", status: "STOPPED" };
  return withMessage(sqlStates[state] ?? "unknown", state, message);
}
