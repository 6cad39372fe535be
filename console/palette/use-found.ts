import { useQuery } from "@tanstack/react-query";
import { useAccess } from "#console/access/access.ts";
import { messageOf } from "#console/client/failure.ts";
import type { FoundGroup } from "#console/shell/area.ts";
import { useRegistry } from "#console/shell/registry.ts";
import { Problem } from "#language/problem.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import { narrow } from "./narrow.ts";

/** Results are cached long enough to delete a letter and type it again. */
const CACHE_MS = 30_000;

export interface Found {
  groups: readonly FoundGroup[];
  isBusy: boolean;
  /** The typed text is invalid or incomplete. */
  hint?: string;
  failure?: string;
  retry: () => void;
}

/** The results of the areas for a text. Outdated requests are aborted. */
export function useFound(text: string): Found {
  const { finders } = useRegistry();
  const access = useAccess();
  const search = text.trim();
  const isEnabled = search !== "" && finders.length > 0;
  const query = useQuery<readonly FoundGroup[]>({
    queryKey: ["palette", search],
    queryFn: async ({ signal }) => {
      const find = await Promise.all(finders.map((load) => load()));
      const groups = (await Promise.all(find.map((finder) => finder(search, signal, access)))).flat();
      return groups.sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0));
    },
    enabled: isEnabled,
    staleTime: CACHE_MS,
    gcTime: CACHE_MS,
    retry: false,
    placeholderData: (previous) => narrow(previous ?? [], search),
  });
  const { error, data = [] } = query;
  const isHint = error instanceof Unreadable || (error instanceof Problem && error.status === 400);
  return {
    groups: isEnabled ? data : [],
    isBusy: isEnabled && query.isFetching,
    ...(error && (isHint ? { hint: error.message } : { failure: messageOf(error) })),
    retry: () => void query.refetch(),
  };
}
