// Matches resources with the search language.
import { matches, parseMatch } from "../../text/match.ts";
import { selects } from "../../selector/selector-match.ts";
import { parseSelector } from "../../selector/selector.ts";
import { Unreadable } from "../../text/unreadable.ts";
import { ExpressionFault } from "../fault.ts";
import { fieldOf, type Fields } from "../values.ts";
import type { LibraryFunction } from "./function.ts";

function matchQuery(resource: Fields, query: string): boolean {
  try {
    return selects(parseSelector(query), resource, { now: Date.now(), timeZone: "UTC" });
  } catch (error) {
    if (error instanceof Unreadable)
      throw new ExpressionFault(`matchQuery cannot read ${JSON.stringify(query)}: ${error.message}`);
    throw error;
  }
}

/** A missing label matches only if all patterns are exclusions: `!prod`. */
function matchLabel(labels: Fields, key: string, ...patterns: string[]): boolean {
  const value = fieldOf(labels, key);
  const match = parseMatch(patterns.join(","));
  if (value === undefined || value === null) return match.include.length === 0 && match.exclude.length > 0;
  return typeof value === "string" && matches(match, value);
}

export const matching: readonly LibraryFunction[] = [
  {
    name: "matchQuery",
    templateNames: ["matchQueryTemplate"],
    takes: ["map", "string"],
    gives: "bool",
    says: "Whether a resource matches a search such as type=Kubernetes::Pod health=unhealthy",
    call: matchQuery,
  },
  {
    name: "matchLabel",
    takes: ["map", "string", "string"],
    repeats: true,
    gives: "bool",
    says: "Whether a label matches patterns such as prod,stage*,!test",
    call: matchLabel,
  },
];
