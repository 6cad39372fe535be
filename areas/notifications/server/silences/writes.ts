// Validates writes of silences. An author needs the right to read the silenced resource; a filter or selector can hide
// messages about every resource, so its author must be able to read all of them.
import { z } from "zod";
import { Problem, problem, type BadPart } from "#language/problem.ts";
import type { Resource } from "#language/roles.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import { reachOf } from "#server/db/policy.ts";
import { name, outcomes, writeHook } from "#server/db/write-hook.ts";
import type { Row, WriteHooks } from "#server/db/writes.ts";
import type { Actor } from "#server/http/actor.ts";
import { cel } from "#server/spec/parts.ts";
import { cron, minutes, selectors, timeOf, timeZone } from "./fields.ts";
import { matchers } from "./matchers.ts";

const time = z.string("must be a time").nullish();

const shape = z.object({
  name: name.optional(),
  filter: cel.nullish(),
  selectors: selectors.nullish(),
  matchers: matchers.nullish(),
  from: time,
  until: time,
  schedule: cron.nullish(),
  duration_minutes: minutes.nullish(),
  time_zone: timeZone.nullish(),
});

const resourceOf: Readonly<Record<string, Resource>> = {
  config_id: "config_scrapers",
  component_id: "topologies",
  check_id: "canaries",
  canary_id: "canaries",
};
const conditions = ["filter", "selectors", "matchers"];

const isGiven = (value: unknown) =>
  value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);

export const silenceWrites: WriteHooks = {
  notification_silences: writeHook({
    shape,
    async prepare({ actor, verb }, written, before) {
      const rows = written.map((row) => withTimes(row, before));
      const results = verb === "delete" ? before : outcomes(rows, before);
      for (const row of results) {
        requireRights(actor, row);
        if (verb === "delete" || isGiven(row["deleted_at"])) continue;
        const bad = faultsOf(row);
        if (bad.length > 0) throw problem.badParts(bad);
      }
      return rows;
    },
  }),
};

/** Converts date math, and dates in the time zone of the silence. PostgreSQL parses other values, such as `now()`. */
function withTimes(row: Row, before: readonly Row[]): Row {
  const now = Date.now();
  const zones = new Set(
    Object.hasOwn(row, "time_zone") || before.length === 0
      ? [row["time_zone"]]
      : before.map((stored) => stored["time_zone"]),
  );
  const [first = row, ...others] = [...zones].map((zone) => inZone(row, isGiven(zone) ? String(zone) : "UTC", now));
  const differing = ["from", "until"].filter((column) => others.some((other) => other[column] !== first[column]));
  if (differing.length === 0) return first;
  const message = "needs an offset such as Z, because the silences have different time zones";
  throw problem.badParts(differing.map((path) => ({ path, message })));
}

function inZone(row: Row, zone: string, now: number): Row {
  const times: Record<string, string> = {};
  for (const [column, round] of rounding) {
    const input = row[column];
    const options = { round, zone, now };
    if (typeof input === "string" && problemOf(() => timeOf(input, options)) === undefined)
      times[column] = timeOf(input, options);
  }
  return { ...row, ...times };
}

const rounding = [
  ["from", "down"],
  ["until", "up"],
] as const;

function requireRights(actor: Actor, row: Row): void {
  if (actor.kind === "system") return;
  for (const [column, resource] of Object.entries(resourceOf))
    if (isGiven(row[column]) && reachOf(actor, "read", resource) === "none") throw problem.forbidden("read", resource);
  const present = conditions.filter((column) => isGiven(row[column]));
  if (present.length === 0) return;
  // Matchers apply to alerts only, which are checks.
  const judged: readonly Resource[] =
    present.join() === "matchers" ? ["canaries"] : ["config_scrapers", "topologies", "canaries"];
  if (judged.every((resource) => reachOf(actor, "read", resource) === "all")) return;
  throw new Problem("forbidden", `Only people who may read all resources can silence by ${present.join(" or ")}.`, {
    hint: "Silence a single resource instead.",
  });
}

function faultsOf(row: Row): BadPart[] {
  const bad: BadPart[] = [];
  if (![...Object.keys(resourceOf), ...conditions].some((column) => isGiven(row[column])))
    bad.push({
      path: "",
      message: "A silence needs a check, canary, component or config item, a filter or selectors.",
    });
  const [from, until] = [row["from"], row["until"]].map((moment) => Date.parse(String(moment)));
  if (from! > until!) bad.push({ path: "until", message: "must not be before from" });
  if (isGiven(row["schedule"]) && !isGiven(row["duration_minutes"]))
    bad.push({ path: "duration_minutes", message: "is required with a schedule" });
  if (!isGiven(row["schedule"]) && isGiven(row["duration_minutes"]))
    bad.push({ path: "duration_minutes", message: "is only allowed with a schedule; other silences end at until" });
  return bad;
}
