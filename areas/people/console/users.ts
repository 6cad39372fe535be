// The query for the users page: all users at once, filtered in the browser.
import { useQueryClient } from "@tanstack/react-query";
import { callOptions } from "#console/client/call.ts";
import { filterSet, type FilterOption } from "#console/widgets/filter/filter-set.ts";
import type { Readers } from "#console/widgets/filter/filter-rows.ts";
import { roles } from "#language/roles.ts";
import { users, type User } from "../contract.ts";

/** Invitations are not exposed by the data API; changes to them are reported under the name `invites`. */
export const usersQuery = callOptions(users, {}, { relations: ["people", "person_roles", "invites"] });

export const userFilters = filterSet({
  search: { type: "search", label: "Search users" },
  role: { type: "states", label: "Role" },
  state: { type: "choice", label: "State" },
});

export const userReaders: Readers<User> = {
  search: ({ name, email }) => [name, email],
  role: ({ roles: held }) => held,
  state: ({ state }) => state,
};

export const userOptions: Readonly<Record<string, readonly FilterOption[]>> = {
  role: roles.map((value) => ({ value })),
  state: [
    { value: "active", label: "Active" },
    { value: "inactive", label: "Inactive" },
  ],
};

/** Reloads the users without waiting for the change stream. */
export function useChangedUsers(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: usersQuery.queryKey });
}
