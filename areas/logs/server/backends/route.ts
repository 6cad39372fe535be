// Selects the systems for a request for the logs of a component, by the routes of their entries.
import { fits, parsePattern } from "#lib/text/match.ts";
import type { Entry } from "../source/entry-fields.ts";
import type { Labels } from "../source/reader.ts";

/** The request for the logs of a component. */
export interface RoutedRequest {
  id: string;
  type: string;
  labels: Labels;
}

type Route = NonNullable<Entry["routes"]>[number];

/** All conditions of a route must match; values can have wildcards. */
export const matchesRoute = ({ type, id_prefix, labels = {} }: Route, request: RoutedRequest): boolean =>
  (!type || fits(parsePattern(type), request.type)) &&
  (!id_prefix || request.id.startsWith(id_prefix)) &&
  Object.entries(labels).every(([name, value]) => fits(parsePattern(value), request.labels[name] ?? ""));

/**
 * Returns the entries that get the request: the entries with a matching route, in their order, up to the first route
 * that is not additive. If no route matches, the entries without routes get the request.
 */
export function routeRequest<Routed extends { spec: Pick<Entry, "routes"> }>(
  entries: readonly Routed[],
  request: RoutedRequest,
): Routed[] {
  const chosen: Routed[] = [];
  for (const entry of entries) {
    const matching = (entry.spec.routes ?? []).filter((route) => matchesRoute(route, request));
    if (matching.length === 0) continue;
    chosen.push(entry);
    if (matching.some((route) => !route.is_additive)) break;
  }
  if (chosen.length > 0) return chosen;
  return entries.filter(({ spec: { routes = [] } }) => routes.length === 0);
}
