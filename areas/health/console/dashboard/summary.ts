// All checks from the source of the summary: the whole list once, then only the changes.
import { queryOptions } from "@tanstack/react-query";
import { http } from "#console/client/http.ts";
import type { Check } from "./check.ts";
import { summary, type SummaryAnswer } from "../../contract.ts";
import type { MaintenanceWindow } from "../../maintenance.ts";
import { byName } from "./name-order.ts";

export interface Summary {
  /** Sorted by name. */
  checks: readonly Check[];
  /** The position for the next request; undefined if the source always returns everything. */
  cursor: string | undefined;
  windows: readonly MaintenanceWindow[];
}

export const DEFAULT_SOURCE = summary.path;

/** Accepts only a path of this site's API, because another source could show untrusted content on this site. */
export function sourceOf(source: string): string {
  if (!source.startsWith("/api/") || !URL.canParse(source, location.origin)) return DEFAULT_SOURCE;
  const { origin, pathname, search } = new URL(source, location.origin);
  return origin === location.origin && pathname.startsWith("/api/") ? pathname + search : DEFAULT_SOURCE;
}

/** Responses with changes are small, so a source that does not respond within this time has a problem. */
const CHANGES_MS = 10_000;

export const summaryQuery = (source: string) =>
  queryOptions({
    queryKey: ["health-summary", source],
    queryFn: async ({ signal, client, queryKey }) => {
      const before = client.getQueryData<Summary>(queryKey);
      const url = withCursor(source, before?.cursor);
      const answer = await http<SummaryAnswer>("GET", url, {
        signal,
        ...(before?.cursor && { timeoutMs: CHANGES_MS }),
      });
      return merged(before, answer);
    },
    // The code below keeps row identities itself; a deep comparison of ten thousand rows would be slow.
    structuralSharing: false,
  });

const withCursor = (source: string, cursor: string | undefined) =>
  cursor === undefined ? source : `${source}${source.includes("?") ? "&" : "?"}since=${encodeURIComponent(cursor)}`;

/** Unchanged rows stay the same objects, so that nothing is computed or rendered again. */
export function merged(before: Summary | undefined, answer: Omit<SummaryAnswer, "runnerName">): Summary {
  const { checks_summary: rows, removed, cursor, maintenance = NO_WINDOWS } = answer;
  if (!before) return { checks: rows.toSorted(byName), cursor, windows: maintenance };
  const windows = JSON.stringify(before.windows) === JSON.stringify(maintenance) ? before.windows : maintenance;
  if (!removed) {
    const known = new Map(before.checks.map((check) => [check.id, check]));
    return { checks: rows.map((check) => kept(known.get(check.id), check)).sort(byName), cursor, windows };
  }
  if (rows.length === 0 && removed.length === 0) return { checks: before.checks, cursor, windows };
  return { checks: patched(before.checks, rows, removed), cursor, windows };
}

const NO_WINDOWS: readonly MaintenanceWindow[] = [];

function patched(before: readonly Check[], rows: readonly Check[], removed: readonly string[]): Check[] {
  const changed = new Map(rows.map((check) => [check.id, check]));
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

/** Compares rows and nested objects. */
function isSame(a: object, b: object): boolean {
  const [before, after] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = Object.keys(after);
  return (
    names.length === Object.keys(before).length &&
    names.every((name) => {
      const [left, right] = [before[name], after[name]];
      return left === right || (isObject(left) && isObject(right) && isSame(left, right));
    })
  );
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
