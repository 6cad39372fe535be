// Resource selectors of rules, specs and the search call. All fields must match; one of them is a search in the
// language of selector.ts. A list of selectors matches a resource if at least one selector matches it.
import { parseLabelSelector } from "#lib/selector/label-selector.ts";
import { parseMatch } from "#lib/text/match.ts";
import { both, everything, parseSelector, type Selector } from "#lib/selector/selector.ts";

export interface ResourceSelector {
  id?: string | undefined;
  name?: string | undefined;
  namespace?: string | undefined;
  /** The name or id of an agent. `all` means every agent; `self` or no value means this system. */
  agent?: string | undefined;
  /** The parent: the scraper of a config, the canary of a check, the topology of a component. */
  scope?: string | undefined;
  types?: readonly string[] | undefined;
  statuses?: readonly string[] | undefined;
  health?: string | undefined;
  labelSelector?: string | undefined;
  tagSelector?: string | undefined;
  /** Conditions on columns, in label selector syntax: `owner=team-a,external_id=x`. */
  fieldSelector?: string | undefined;
  search?: string | undefined;
  includeDeleted?: boolean | undefined;
  limit?: number | undefined;
  /** The maximum age of a cached result. It has no effect, since results are not cached. */
  cache?: string | undefined;
}

/** Fields that control the result and do not select anything. */
const resultOptions: ReadonlySet<string> = new Set(["limit", "includeDeleted", "cache"]);

/** An empty selector selects nothing, so that an empty rule does not apply to everything. */
export const isEmptySelector = (selector: ResourceSelector) =>
  Object.entries(selector).every(
    ([field, value]) => resultOptions.has(field) || value === undefined || [value].flat().join("").trim() === "",
  );

/** Converts all fields except agent, includeDeleted and limit, which the caller handles. */
export function toSelector(selector: ResourceSelector): Selector {
  const parts: Selector[] = [];
  const add = (field: string, text: string | undefined) => {
    const match = parseMatch(text ?? "");
    if (match.include.length + match.exclude.length > 0)
      parts.push({ kind: "is", path: [field], match, negated: false, at: 0 });
  };
  add("id", selector.id);
  add("name", selector.name);
  add("namespace", selector.namespace);
  add("scope", selector.scope);
  add("type", selector.types?.join(","));
  add("status", selector.statuses?.join(","));
  add("health", selector.health);
  parts.push(parseLabelSelector(selector.labelSelector ?? "", (key) => ["labels", key]));
  parts.push(parseLabelSelector(selector.tagSelector ?? "", (key) => ["tags", key]));
  parts.push(parseLabelSelector(selector.fieldSelector ?? "", (key) => [key]));
  parts.push(parseSelector(selector.search ?? ""));
  return parts.length === 0 ? everything : both(...parts);
}

/** Whether the search contains one of the fields; if so, the default filter on that field does not apply. */
export const mentions = (selector: Selector, fields: readonly string[]): boolean =>
  "of" in selector
    ? selector.of.some((part) => mentions(part, fields))
    : selector.kind !== "name" && fields.includes(selector.path[0]!);
