// Reads the filters of a summary request.
import { problem } from "#language/problem.ts";
import { fits, matches, parseMatch, parsePattern, type Match, type Pattern } from "#lib/text/match.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import { parsePoint, resolvePoint } from "#lib/time/date-math.ts";
import type { SummaryQuery } from "../../contract.ts";
import { allMessageStatuses, messageKinds, type MessageKind, type MessageStatus } from "../../model.ts";

export interface Filters {
  statuses: readonly MessageStatus[];
  kinds: readonly ShownKind[];
  name: Pattern | undefined;
  /** A tag or label selector. */
  tags: string | undefined;
  /** The time of the messages; undefined for all messages. */
  span: { from: Date | undefined; to: Date | undefined } | undefined;
  withDeleted: boolean;
}

/** A kind of resource, and the types of that kind that are shown. */
export interface ShownKind {
  kind: MessageKind;
  types: Match;
}

export function readFilters(query: SummaryQuery, now: number): Filters {
  const search = query.search?.trim();
  return {
    statuses: allMessageStatuses.filter((status) => matches(parseMatch(query.status ?? ""), status)),
    kinds: shownKinds(parseMatch(query.resourceKind ?? ""), parseMatch(query.resourceType ?? "")),
    name: search ? (search.includes("*") ? parsePattern(search) : [search, ""]) : undefined,
    tags: query.tags?.trim() || undefined,
    span: readSpan(query, now),
    withDeleted: query.includeDeletedResources ?? false,
  };
}

/** Existing clients send a kind as resourceType, so a pattern that equals a kind selects the whole kind. */
function shownKinds(kinds: Match, { include, exclude }: Match): ShownKind[] {
  const isKindPattern = (pattern: Pattern) => messageKinds.some((kind) => fits(pattern, kind));
  const types = {
    include: include.filter((one) => !isKindPattern(one)),
    exclude: exclude.filter((one) => !isKindPattern(one)),
  };
  return messageKinds.flatMap((kind): ShownKind[] => {
    if (!matches(kinds, kind) || exclude.some((pattern) => fits(pattern, kind))) return [];
    if (include.length === 0 || include.some((pattern) => fits(pattern, kind)))
      return [{ kind, types: { include: [], exclude: types.exclude } }];
    return types.include.length > 0 ? [{ kind, types }] : [];
  });
}

/** Limits that PostgreSQL can store. */
const earliest = Date.parse("1970-01-01T00:00:00Z");
const latest = Date.parse("9999-12-31T00:00:00Z");

function readSpan(query: SummaryQuery, now: number): Filters["span"] {
  const moment = (name: "from" | "to", round: "down" | "up") => {
    const text = query[name]?.trim();
    if (!text) return undefined;
    try {
      const at = resolvePoint(parsePoint(text), { now, timeZone: "UTC", round });
      return new Date(Math.min(Math.max(at, earliest), latest));
    } catch (error) {
      if (error instanceof Unreadable) throw problem.badParts([{ path: `body.${name}`, message: error.message }]);
      throw error;
    }
  };
  const [from, to] = [moment("from", "down"), moment("to", "up")];
  if (from && to && from >= to) throw problem.badParts([{ path: "body.from", message: "must be before to" }]);
  return from || to ? { from, to } : undefined;
}
