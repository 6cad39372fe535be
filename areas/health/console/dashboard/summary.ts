// All checks, as the source of the summary tells them: the whole list once, and after that only what became of it since.
import { queryOptions } from "@tanstack/react-query";
import { http } from "#console/client/http.ts";
import type { Check } from "./check.ts";
import { summary, type SummaryAnswer } from "../../contract.ts";
import type { MaintenanceWindow } from "../../maintenance.ts";
import { byName } from "./name-order.ts";

export interface Summary {
  /** In the order of their names. */
  checks: readonly Check[];
  /** Where the source goes on from; undefined: it tells everything each time. */
  cursor: string | undefined;
  windows: readonly MaintenanceWindow[];
}

export const DEFAULT_SOURCE = summary.path;

/** A path of this site's API; anything else would show strangers' words under our name. */
export function sourceOf(given: string): string {
  if (!given.startsWith("/api/") || !URL.canParse(given, location.origin)) return DEFAULT_SOURCE;
  const { origin, pathname, search } = new URL(given, location.origin);
  return origin === location.origin && pathname.startsWith("/api/") ? pathname + search : DEFAULT_SOURCE;
}

/** What changed is little: who does not tell it soon has lost sight of it himself. */
const CHANGES_MS = 10_000;

export const summaryQuery = (source: string) =>
  queryOptions({
    queryKey: ["health-summary", source],
    queryFn: async ({ signal, client, queryKey }) => {
      const before = client.getQueryData<Summary>(queryKey);
      const asked = withCursor(source, before?.cursor);
      const answer = await http<SummaryAnswer>("GET", asked, {
        signal,
        ...(before?.cursor && { timeoutMs: CHANGES_MS }),
      });
      return merged(before, answer);
    },
    // Ten thousand rows are compared here, by what they are, and not by every part of them once more.
    structuralSharing: false,
  });

const withCursor = (source: string, cursor: string | undefined) =>
  cursor === undefined ? source : `${source}${source.includes("?") ? "&" : "?"}since=${encodeURIComponent(cursor)}`;

/** Rows that are as they were stay the same objects, so that nothing of them is worked out or drawn again. */
export function merged(before: Summary | undefined, answer: Omit<SummaryAnswer, "runnerName">): Summary {
  const { checks_summary: told, removed, cursor, maintenance = NO_WINDOWS } = answer;
  if (!before) return { checks: told.toSorted(byName), cursor, windows: maintenance };
  const windows = JSON.stringify(before.windows) === JSON.stringify(maintenance) ? before.windows : maintenance;
  if (!removed) {
    const known = new Map(before.checks.map((check) => [check.id, check]));
    return { checks: told.map((check) => kept(known.get(check.id), check)).sort(byName), cursor, windows };
  }
  if (told.length === 0 && removed.length === 0) return { checks: before.checks, cursor, windows };
  return { checks: patched(before.checks, told, removed), cursor, windows };
}

const NO_WINDOWS: readonly MaintenanceWindow[] = [];

function patched(before: readonly Check[], told: readonly Check[], removed: readonly string[]): Check[] {
  const changed = new Map(told.map((check) => [check.id, check]));
  const gone = new Set(removed);
  let isInOrder = true;
  const checks: Check[] = [];
  for (const check of before) {
    const next = changed.get(check.id);
    if (next) {
      changed.delete(check.id);
      checks.push(kept(check, next));
      isInOrder &&= byName(check, next) === 0;
    } else if (!gone.has(check.id)) checks.push(check);
  }
  checks.push(...changed.values());
  return isInOrder && changed.size === 0 ? checks : checks.sort(byName);
}

function kept(before: Check | undefined, after: Check): Check {
  return before && isSame(before, after) ? before : after;
}

/** Rows, and the objects in them. */
function isSame(a: object, b: object): boolean {
  const [before, after] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = Object.keys(after);
  return (
    names.length === Object.keys(before).length &&
    names.every((name) => {
      const [one, other] = [before[name], after[name]];
      return one === other || (isObject(one) && isObject(other) && isSame(one, other));
    })
  );
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
