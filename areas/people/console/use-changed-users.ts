import { useQueryClient } from "@tanstack/react-query";
import { usersQuery } from "./users.ts";

/** Asks for the users again, without waiting for the stream. */
export function useChangedUsers(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: usersQuery.queryKey });
}
