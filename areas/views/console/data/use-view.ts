import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Refreshable } from "#console/shell/Page.tsx";
import type { Search } from "#console/url/search.ts";
import { Problem } from "#language/problem.ts";
import type { ViewAnswer, ViewVariable } from "../../contract.ts";
import { chosenValue, searchWith, valuesIn } from "./variable-values.ts";
import { askView, type Values, viewQuery } from "./view-query.ts";
import type { ViewRef } from "./view-ref.ts";

export interface ShownView {
  answer: ViewAnswer | undefined;
  /** Whether the data still belong to the previous variable values, because the new data are being loaded. */
  isOutdated: boolean;
  /** Whether there are no data yet, because the first refresh takes longer than the refresh timeout. */
  isSlow: boolean;
  refresh: Refreshable;
  values: Values;
  choose: (variables: readonly ViewVariable[], key: string, value: string) => void;
}

/**
 * Loads the data of a view for the variable values in the URL. `fixed` has the values that the page sets, such as the
 * name of a config item.
 */
export function useView(ref: ViewRef, fixed: Values = NO_VALUES): ShownView {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const cache = useQueryClient();
  const values = useMemo(() => valuesIn(search), [search]);
  const sent = useMemo(() => ({ ...values, ...fixed }), [values, fixed]);
  const query = viewQuery(ref, sent);
  const found = useQuery(query);
  const forced = useMutation({
    mutationFn: () => askView(ref, sent, { isForced: true }),
    onSuccess: (answer) => cache.setQueryData(query.queryKey, answer),
  });
  // The error of a forced refresh is dropped when a later request succeeds.
  const isForcedError = forced.isError && forced.submittedAt > found.dataUpdatedAt;
  return {
    answer: found.data,
    isOutdated: found.isPlaceholderData,
    isSlow: found.data === undefined && found.failureReason instanceof Problem && found.failureReason.id === "timeout",
    values,
    choose: (variables, key, value) =>
      void navigate({
        href:
          location.pathname + searchWith(location.search, chosenValue(values, variables, key, value)) + location.hash,
      }),
    refresh: {
      data: found.data,
      dataUpdatedAt: found.dataUpdatedAt,
      isFetching: found.isFetching || forced.isPending,
      isError: found.isError || isForcedError,
      error: found.error ?? (isForcedError ? forced.error : null),
      // Without data, the button repeats the ordinary request: cached data are good enough.
      refetch: () => (found.data === undefined ? found.refetch() : forced.mutateAsync().catch(() => {})),
    },
  };
}

const NO_VALUES: Values = {};
