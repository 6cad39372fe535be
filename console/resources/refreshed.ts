import type { QueryClient } from "@tanstack/react-query";
import { isAbout } from "#console/client/query.ts";
import type { SettingsResource } from "./resource.ts";

/** Whatever was read of the resource is read again, without waiting for the stream. */
export const refreshed = (cache: QueryClient, { table }: Pick<SettingsResource, "table">) =>
  cache.invalidateQueries({ predicate: (query) => isAbout(query, table) });
