import { useQueryClient } from "@tanstack/react-query";
import { usersQuery } from "./users.ts";

/** Reloads the users without waiting for the change stream. */
export function useChangedUsers(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: usersQuery.queryKey });
}
