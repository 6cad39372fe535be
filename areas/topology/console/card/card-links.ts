// The pages that a card links to. Pages that the user is not allowed to open have no link.
import { useMemo } from "react";
import { useHasPage } from "#console/shell/registry.ts";
import { encodeItem } from "#lib/text/match.ts";
import type { Topology } from "../../model.ts";
import { ancestorIds, componentPath } from "./component-path.ts";

type LinkedComponent = Pick<Topology, "id" | "path" | "parent_id">;

export interface CardLinks {
  /**
   * If `health` is set, the page shows only descendants with that health. Default of `from`: the component of the page.
   */
  component: (to: LinkedComponent, options?: { health?: string; from?: string | undefined }) => string;
  insights?: (id: string, of?: { type: string; severity: string }) => string;
  checks?: () => string;
  incidents?: (id: string, of: { type: string; severity?: string }) => string;
  /** For pages without the shell. */
  isNewTab?: true;
}

interface CardLinksOptions {
  /** The query that is added to component links, so that they keep the filters of the page. */
  query?: string;
  /** The component whose children the page shows. */
  of?: string | undefined;
}

export function useCardLinks({ query = "", of: page }: CardLinksOptions = {}): CardLinks {
  const hasInsights = useHasPage("/catalog/insights");
  const hasChecks = useHasPage("/health");
  const hasIncidents = useHasPage("/incidents");
  return useMemo(
    () => ({
      component: (to, { health, from = page } = {}) =>
        withQuery(componentPath(to.id), query, {
          ...(health !== undefined && { status: health }),
          ...(from !== undefined && isRelated(to, from) && { refererId: from }),
        }),
      ...(hasInsights && { insights: (id, of) => withQuery("/catalog/insights", "", { component: id, ...of }) }),
      ...(hasChecks && { checks: () => "/health" }),
      ...(hasIncidents && { incidents: (id, of) => withQuery("/incidents", "", { component: id, ...of }) }),
    }),
    [query, page, hasInsights, hasChecks, hasIncidents],
  );
}

/**
 * Whether a component is shown below a component that is not its parent. The page of the component then links to its
 * parent.
 */
const isRelated = (to: LinkedComponent, from: string) => from !== to.id && ancestorIds(to).at(-1) !== from;

/** The components of a type, on all levels. The server parses the parameter as a list. */
export const typePath = (type: string) => withQuery("/topology", "", { type: encodeItem(type) });

/** The links of a card without a session. */
export const publicCardLinks: CardLinks = { component: ({ id }) => componentPath(id), isNewTab: true };

function withQuery(path: string, query: string, more: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query);
  for (const [name, value] of Object.entries(more)) search.set(name, value);
  const printed = search.toString();
  return printed === "" ? path : `${path}?${printed}`;
}
