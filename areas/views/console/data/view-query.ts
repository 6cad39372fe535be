// Reads the data of a view. The server decides whether they are fresh enough, or refreshes them.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { isWorthRetrying } from "#console/client/failure.ts";
import { exchange } from "#console/client/http.ts";
import { fillPath } from "#language/call.ts";
import { type ViewAnswer, viewData, viewDataWith } from "../../contract.ts";
import type { ViewRef } from "./view-ref.ts";

/** The values of variables by their key. */
export type Values = Readonly<Record<string, string>>;

/** While a page is open, it asks again at this interval; most answers come from the cache of the server. */
const ASK_AGAIN_MS = 60_000;
/** The interval while a refresh takes longer than a request waits. */
const REFRESHING_MS = 2000;
/** A first refresh that takes longer than a request waits continues on the server for up to a minute. */
const RETRIES = 10;
/** Longer than the server waits for a refresh. */
const TIMEOUT_MS = 90_000;

interface Asking {
  signal?: AbortSignal;
  /** Requires new data instead of cached ones. */
  isForced?: boolean;
}

/** Values are sent only if there are any: without them, the request can be repeated and cached as a GET. */
export async function askView({ namespace, name }: ViewRef, values: Values, { signal, isForced = false }: Asking = {}) {
  const hasValues = Object.keys(values).length > 0;
  const { method, path } = hasValues ? viewDataWith : viewData;
  const { text } = await exchange(
    fillPath(path, { namespace, name }),
    {
      method,
      headers: {
        accept: "application/json",
        ...(hasValues && { "content-type": "application/json" }),
        ...(isForced && { "cache-control": "max-age=1" }),
      },
      ...(hasValues && { body: JSON.stringify({ variables: values }) }),
    },
    { signal, timeoutMs: TIMEOUT_MS },
  );
  return JSON.parse(text) as ViewAnswer;
}

/** The data of a view. While other values of variables are loaded, the former data stay. */
export const viewQuery = (ref: ViewRef, values: Values) =>
  queryOptions({
    queryKey: ["view data", ref.namespace, ref.name, values],
    queryFn: ({ signal }) => askView(ref, values, { signal }),
    placeholderData: keepPreviousData,
    retry: (failures, error) => failures < RETRIES && isWorthRetrying(error),
    retryDelay: REFRESHING_MS,
    refetchInterval: ({ state }) => (state.data?.refreshing ? REFRESHING_MS : ASK_AGAIN_MS),
    // An edited view has new data.
    meta: { relations: ["views"] },
  });
