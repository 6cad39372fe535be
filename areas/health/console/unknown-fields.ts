// Unknown fields of checks. A check whose only assertion is misspelt passes, so lists and details show a warning.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { use } from "react";
import { AccessContext } from "#console/access/access.ts";
import { ask } from "#console/client/call.ts";
import { type UnknownField, unknownFieldsOf } from "#language/unknown-fields.ts";

export interface NamedCheck {
  canary_id: string;
  type: string;
  name: string;
}

/** Unknown fields by canary. There are few, so all are loaded at once. */
const unknownFieldsOfCanaries = queryOptions({
  queryKey: ["call", "unknown fields", "canaries"],
  queryFn: async ({ signal }): Promise<ReadonlyMap<string, readonly UnknownField[]>> => {
    const found = await ask(unknownFieldsOf, { params: { table: "canaries" }, query: {} }, { signal });
    return new Map(found.map(({ id, fields }) => [id, fields]));
  },
  meta: { relations: ["canaries"] },
  structuralSharing: false,
  staleTime: 60_000,
});

function useFieldsByCanary() {
  // A public screen has no session, so it must not request data that requires a session.
  const isSignedIn = use(AccessContext) !== undefined;
  return useQuery({ ...unknownFieldsOfCanaries, enabled: isSignedIn }).data;
}

const fieldsOf = (all: ReadonlyMap<string, readonly UnknownField[]> | undefined, check: NamedCheck) =>
  (all?.get(check.canary_id) ?? []).filter(
    ({ entry }) => entry === undefined || (entry.type === check.type && entry.name === check.name),
  );

/** Unknown fields of the check, and unknown fields of its canary that apply to all checks. */
export const useUnknownFields = (check: NamedCheck): readonly UnknownField[] => fieldsOf(useFieldsByCanary(), check);

/** Returns the number of these checks that have unknown fields. */
export function useMisspeltChecks(checks: readonly NamedCheck[]): number {
  const all = useFieldsByCanary();
  if (!all || all.size === 0) return 0;
  return checks.filter((check) => fieldsOf(all, check).length > 0).length;
}
