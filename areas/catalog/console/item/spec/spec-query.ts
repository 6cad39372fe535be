// What a document was before, and when each of its lines became what it is. It is asked again when the document is another.
import { queryOptions } from "@tanstack/react-query";
import { ask } from "#console/client/call.ts";
import { configAt, configBlame, configVersions } from "../../../contract.ts";
import type { Item } from "../item-query.ts";
import { pointQuery } from "./spec-url.ts";

type Of = Pick<Item, "id" | "updated_at">;

/** As many as anybody chooses from. */
const MOST = 200;

export const versionsOf = ({ id, updated_at }: Of) =>
  queryOptions({
    queryKey: ["config versions", id, updated_at],
    queryFn: ({ signal }) => ask(configVersions, { params: { id }, query: { limit: String(MOST) } }, { signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
  });

/** As it was; a version that is past does not change any more. */
export const documentAt = (id: string, point: string) =>
  queryOptions({
    queryKey: ["config at", id, point],
    queryFn: ({ signal }) => ask(configAt, { params: { id }, query: pointQuery(point) }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const blameOf = ({ id, updated_at }: Of, format: "yaml" | "json") =>
  queryOptions({
    queryKey: ["config blame", id, updated_at, format],
    queryFn: ({ signal }) => ask(configBlame, { params: { id }, query: { format } }, { signal }),
  });
