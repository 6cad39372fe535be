// A resource selector as rules, specs and the search call hold it: a few fields that must all be met, one of them a search
// in the language of selector.ts. Several selectors in a list are united.
import { parseLabelSelector } from "./label-selector.ts";
import { parseMatch } from "./match.ts";
import { both, everything, parseSelector, type Selector } from "./selector.ts";

export interface ResourceSelector {
  id?: string | undefined;
  name?: string | undefined;
  namespace?: string | undefined;
  /** A name or an id; `all` for any; `self`, or nothing, for this system itself. */
  agent?: string | undefined;
  /** The parent: the scraper of a config, the canary of a check, the topology of a component. */
  scope?: string | undefined;
  types?: readonly string[] | undefined;
  statuses?: readonly string[] | undefined;
  health?: string | undefined;
  labelSelector?: string | undefined;
  tagSelector?: string | undefined;
  /** On columns, in the grammar of labels: `owner=team-a,external_id=x`. */
  fieldSelector?: string | undefined;
  search?: string | undefined;
  includeDeleted?: boolean | undefined;
  limit?: number | undefined;
  /** How old an answer may be; ours never are. */
  cache?: string | undefined;
}

/** Fields that say how to answer, not what to look for. */
const manners: ReadonlySet<string> = new Set(["limit", "includeDeleted", "cache"]);

/** Nothing said selects nothing: an empty rule must not be a rule on everything. */
export const isEmptySelector = (given: ResourceSelector) =>
  Object.entries(given).every(
    ([field, value]) => manners.has(field) || value === undefined || [value].flat().join("").trim() === "",
  );

/** All fields but agent, deletion and limit, which are about whom to ask and not about what. */
export function toSelector(given: ResourceSelector): Selector {
  const parts: Selector[] = [];
  const add = (field: string, text: string | undefined) => {
    const match = parseMatch(text ?? "");
    if (match.include.length + match.exclude.length > 0)
      parts.push({ kind: "is", path: [field], match, negated: false, at: 0 });
  };
  add("id", given.id);
  add("name", given.name);
  add("namespace", given.namespace);
  add("scope", given.scope);
  add("type", given.types?.join(","));
  add("status", given.statuses?.join(","));
  add("health", given.health);
  parts.push(parseLabelSelector(given.labelSelector ?? "", (key) => ["labels", key]));
  parts.push(parseLabelSelector(given.tagSelector ?? "", (key) => ["tags", key]));
  parts.push(parseLabelSelector(given.fieldSelector ?? "", (key) => [key]));
  parts.push(parseSelector(given.search ?? ""));
  return parts.length === 0 ? everything : both(...parts);
}

/** Whether the search itself speaks of one of the fields, so that a default about it does not apply. */
export const mentions = (selector: Selector, fields: readonly string[]): boolean =>
  "of" in selector
    ? selector.of.some((part) => mentions(part, fields))
    : selector.kind !== "name" && fields.includes(selector.path[0]!);
