// Decides when a canary runs, and whether its checks run one by one or, when they depend on each other, together.
import { localAgent } from "#language/local-agent.ts";
import { parseSchedule } from "#language/schedule.ts";
import { problemOf } from "#language/unreadable.ts";
import { kindNamed } from "../checks/index.ts";
import { isRecord, type WrittenCanary, type WrittenCheck } from "../spec/written-checks.ts";

/** The schedule in force: as written, unless the canary is suspended or run by an agent. */
export function scheduleOf(canary: WrittenCanary): string | undefined {
  const spec = isRecord(canary.spec) ? canary.spec : {};
  if (canary.deleted_at !== null || canary.agent_id !== localAgent) return undefined;
  if (spec["replicas"] === 0 || String(canary.annotations?.["suspend"]) === "true") return undefined;
  if (Array.isArray(spec["agentSelector"]) && spec["agentSelector"].length > 0) return undefined;
  const text = writtenSchedule(spec);
  // The API refuses an invalid schedule, but a file may contain one.
  if (text === undefined || problemOf(() => parseSchedule(text)) !== undefined) return undefined;
  return parseSchedule(text).kind === "never" ? undefined : text;
}

/** `schedule`, or the older `interval` in seconds. */
export function writtenSchedule(spec: Readonly<Record<string, unknown>>): string | undefined {
  const { schedule, interval } = spec;
  if (typeof schedule === "string" && schedule.trim() !== "") return schedule.trim();
  if (typeof interval === "number") return interval > 0 ? `@every ${interval}s` : undefined;
  if (typeof interval !== "string" || interval.trim() === "") return undefined;
  return /^\s*\d+\s*$/.test(interval) ? `@every ${interval.trim()}s` : `@every ${interval.trim()}`;
}

/** Whether the checks run together, in one turn. */
export const isWhole = (checks: readonly Pick<WrittenCheck, "dependsOn">[]) =>
  checks.some(({ dependsOn }) => dependsOn.length > 0);

/** Whether checks of this type only receive results and are never run. */
export const isPassive = (type: string) => kindNamed(type)?.isPassive === true || type === "webhook";
