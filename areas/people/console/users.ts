// The users of this installation as the page asks for them: everybody at once, filtered here.
import { callOptions } from "#console/client/call.ts";
import { filterSet, type FilterOption } from "#console/widgets/filter/filter-set.ts";
import type { Readers } from "#console/widgets/filter/filter-rows.ts";
import { roles } from "#language/roles.ts";
import { users, type User } from "../contract.ts";

/** Invitations have no page of their own in the data API: what changes them says so by this name. */
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
