// The search over everything that has a name, for a list of options.
import type { ResourceKind } from "#language/field-marks.ts";
import type { ResourceSelector } from "#language/resource-selector.ts";
import { loosened, parseSelector, printSelector } from "#language/selector.ts";

/** As the search answers. */
export interface FoundResource {
  id: string;
  name: string;
  type: string;
  namespace: string;
  icon?: string;
  tags?: Readonly<Record<string, string>>;
  labels?: Readonly<Record<string, string>>;
}

const MOST_OPTIONS = 50;

interface Sought {
  kind: ResourceKind;
  /** Only what one of these selects; without any, everything. */
  filter?: readonly ResourceSelector[] | undefined;
}

/** Whoever types does not know how names begin, so words are looked for anywhere in them. */
export function searchBody({ kind, filter }: Sought, text: string) {
  const search = printSelector(loosened(parseSelector(text)));
  const selectors = (filter?.length ? filter : [{}]).map((given: ResourceSelector) => ({
    agent: "all",
    ...given,
    search: given.search ? `(${given.search}) (${search})` : search,
  }));
  return { limit: MOST_OPTIONS, [kind]: selectors };
}

/** Gone or not: what is stored has a name. */
export const searchById = (kind: ResourceKind, id: string) => ({
  limit: 1,
  [kind]: [{ id, agent: "all", includeDeleted: true }],
});

/** What tells two of one name apart: the last part of the type, and the values of the tags. */
export const hintOf = ({ type, tags, labels, namespace }: FoundResource) =>
  [type.split("::").at(-1), ...new Set(Object.values(tags ?? labels ?? (namespace ? { namespace } : {})))]
    .filter(Boolean)
    .join(" · ");
