import type { QueryClient } from "@tanstack/react-query";
import { isAbout } from "#console/client/query.ts";
import type { SettingsResource } from "./settings-resource.ts";

/** Refetches all queries of the resource, without waiting for the event stream. */
export const refreshed = (cache: QueryClient, { table }: Pick<SettingsResource, "table">) =>
  cache.invalidateQueries({ predicate: (query) => isAbout(query, table) });
