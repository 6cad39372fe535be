// Requests to the resource search API for a list of options.
import type { ResourceKind } from "#language/field-marks.ts";
import type { ResourceSelector } from "#language/resource-selector.ts";
import { loosened, parseSelector, printSelector } from "#lib/selector/selector.ts";

/** A result of the search API. */
export interface FoundResource {
  id: string;
  name: string;
  type: string;
  namespace: string;
  icon?: string;
  tags?: Readonly<Record<string, string>>;
  labels?: Readonly<Record<string, string>>;
}

const MAX_OPTIONS = 50;

interface ResourceSearch {
  kind: ResourceKind;
  /** Restricts the results to resources that match one of these selectors; empty matches all. */
  filter?: readonly ResourceSelector[] | undefined;
}

/** Matches words anywhere in a name, since people often do not know how a name begins. */
export function searchBody({ kind, filter }: ResourceSearch, text: string) {
  const search = printSelector(loosened(parseSelector(text)));
  const selectors = (filter?.length ? filter : [{}]).map((selector: ResourceSelector) => ({
    agent: "all",
    ...selector,
    search: selector.search ? `(${selector.search}) (${search})` : search,
  }));
  return { limit: MAX_OPTIONS, [kind]: selectors };
}

/** Includes deleted resources, so that a stored id can still be shown by name. */
export const searchById = (kind: ResourceKind, id: string) => ({
  limit: 1,
  [kind]: [{ id, agent: "all", includeDeleted: true }],
});

/** Distinguishes resources of the same name: the last part of the type, and the tag values. */
export const hintOf = ({ type, tags, labels, namespace }: FoundResource) =>
  [type.split("::").at(-1), ...new Set(Object.values(tags ?? labels ?? (namespace ? { namespace } : {})))]
    .filter(Boolean)
    .join(" · ");
