// Requests the data of a view. The server returns cached data if they are fresh enough, and refreshes the view
// otherwise.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { isWorthRetrying } from "#console/client/failure.ts";
import { exchange } from "#console/client/http.ts";
import { fillPath } from "#language/call.ts";
import { type ViewAnswer, viewData, viewDataWith } from "../../contract.ts";
import type { ViewRef } from "./view-ref.ts";

/** Variable values by key. */
export type Values = Readonly<Record<string, string>>;

/** An open page repeats the request at this interval. The server answers most of these requests from its cache. */
const ASK_AGAIN_MS = 60_000;
/** The interval while a refresh is still running on the server. */
const REFRESHING_MS = 2000;
/** The first refresh can continue on the server for up to a minute after the first request has timed out. */
const RETRIES = 10;
/** This is longer than the maximum refresh timeout of the server. */
const TIMEOUT_MS = 90_000;

interface Asking {
  signal?: AbortSignal;
  /** Requires new data instead of cached data. */
  isForced?: boolean;
}

/** Sends a GET request, which can be repeated and cached, unless there are variable values to send. */
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

/** The query for the data of a view. The previous data stay visible while the data of new variable values load. */
export const viewQuery = (ref: ViewRef, values: Values) =>
  queryOptions({
    queryKey: ["view data", ref.namespace, ref.name, values],
    queryFn: ({ signal }) => askView(ref, values, { signal }),
    placeholderData: keepPreviousData,
    retry: (failures, error) => failures < RETRIES && isWorthRetrying(error),
    retryDelay: REFRESHING_MS,
    refetchInterval: ({ state }) => (state.data?.refreshing ? REFRESHING_MS : ASK_AGAIN_MS),
    // The data change when somebody edits the view.
    meta: { relations: ["views"] },
  });
