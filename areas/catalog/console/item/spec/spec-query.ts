// Queries for former versions of a document and for its blame. They are refetched after the document has changed.
import { queryOptions } from "@tanstack/react-query";
import { ask } from "#console/client/call.ts";
import { configAt, configBlame, configVersions } from "../../../contract.ts";
import type { Item } from "../item-query.ts";
import { pointQuery } from "./spec-url.ts";

type ItemVersion = Pick<Item, "id" | "updated_at">;

/** The number of listed versions; older versions can be opened by time. */
const MAX_VERSIONS = 200;

export const versionsOf = ({ id, updated_at }: ItemVersion) =>
  queryOptions({
    queryKey: ["config versions", id, updated_at],
    queryFn: ({ signal }) =>
      ask(configVersions, { params: { id }, query: { limit: String(MAX_VERSIONS) } }, { signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
  });

/** An earlier version of the document. It never changes, so it is cached forever. */
export const documentAt = (id: string, point: string) =>
  queryOptions({
    queryKey: ["config at", id, point],
    queryFn: ({ signal }) => ask(configAt, { params: { id }, query: pointQuery(point) }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const blameOf = ({ id, updated_at }: ItemVersion, format: "yaml" | "json") =>
  queryOptions({
    queryKey: ["config blame", id, updated_at, format],
    queryFn: ({ signal }) => ask(configBlame, { params: { id }, query: { format } }, { signal }),
  });
