// The pages that a card links to. A link to a page that this person may not open is left out.
import { useMemo } from "react";
import { useHasPage } from "#console/shell/registry.ts";
import { encodeItem } from "#lib/text/match.ts";
import { componentPath } from "./component-path.ts";

export interface CardLinks {
  /** With a health, the page shows only the components below in that health. */
  component: (id: string, health?: string) => string;
  insights?: (id: string, of?: { type: string; severity: string }) => string;
  checks?: () => string;
  incidents?: (id: string, of: { type: string; severity?: string }) => string;
  /** For pages without the shell. */
  isNewTab?: true;
}

/** `query` is added to the links to components, so that they keep the filters of the page. */
export function useCardLinks(query = ""): CardLinks {
  const hasInsights = useHasPage("/catalog/insights");
  const hasChecks = useHasPage("/health");
  const hasIncidents = useHasPage("/incidents");
  return useMemo(
    () => ({
      component: (id, health) => withQuery(componentPath(id), query, health === undefined ? {} : { status: health }),
      ...(hasInsights && { insights: (id, of) => withQuery("/catalog/insights", "", { component: id, ...of }) }),
      ...(hasChecks && { checks: () => "/health" }),
      ...(hasIncidents && { incidents: (id, of) => withQuery("/incidents", "", { component: id, ...of }) }),
    }),
    [query, hasInsights, hasChecks, hasIncidents],
  );
}

/** The components of a type, on all levels. The server reads the parameter as a list. */
export const typePath = (type: string) => withQuery("/topology", "", { type: encodeItem(type) });

/** The links of a card without a session. */
export const publicCardLinks: CardLinks = { component: componentPath, isNewTab: true };

function withQuery(path: string, query: string, more: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query);
  for (const [name, value] of Object.entries(more)) search.set(name, value);
  const printed = search.toString();
  return printed === "" ? path : `${path}?${printed}`;
}
