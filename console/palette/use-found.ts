import { useQuery } from "@tanstack/react-query";
import { useAccess } from "#console/access/access.ts";
import { messageOf } from "#console/client/failure.ts";
import type { FoundGroup } from "#console/shell/area.ts";
import { useRegistry } from "#console/shell/registry.ts";
import { Problem } from "#language/problem.ts";
import { Unreadable } from "#language/unreadable.ts";
import { narrow } from "./narrow.ts";

/** Long enough to delete a letter and type it again. */
const KEPT_MS = 30_000;

export interface Found {
  groups: readonly FoundGroup[];
  isBusy: boolean;
  /** What was typed is not to be understood, or not yet. */
  hint?: string;
  failure?: string;
  retry: () => void;
}

/** What the areas find for a text. An answer that is no longer waited for is given up. */
export function useFound(text: string): Found {
  const { finders } = useRegistry();
  const access = useAccess();
  const asked = text.trim();
  const isAsked = asked !== "" && finders.length > 0;
  const query = useQuery<readonly FoundGroup[]>({
    queryKey: ["palette", asked],
    queryFn: async ({ signal }) => {
      const find = await Promise.all(finders.map((load) => load()));
      return (await Promise.all(find.map((finder) => finder(asked, signal, access)))).flat();
    },
    enabled: isAsked,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    retry: false,
    placeholderData: (previous) => narrow(previous ?? [], asked),
  });
  const { error, data = [] } = query;
  const isHint = error instanceof Unreadable || (error instanceof Problem && error.status === 400);
  return {
    groups: isAsked ? data : [],
    isBusy: isAsked && query.isFetching,
    ...(error && (isHint ? { hint: error.message } : { failure: messageOf(error) })),
    retry: () => void query.refetch(),
  };
}
