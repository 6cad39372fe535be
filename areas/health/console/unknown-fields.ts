// Unknown fields of checks. A check whose only assertion is misspelt passes, so that lists and details have to say so.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { use } from "react";
import { AccessContext } from "#console/access/access.ts";
import { ask } from "#console/client/call.ts";
import { type UnknownField, unknownFieldsOf } from "#language/unknown-fields.ts";

interface NamedCheck {
  canary_id: string;
  type: string;
  name: string;
}

/** By canary: there are few, so that all are read at once. */
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

const NONE: readonly UnknownField[] = [];

/** Those of the check, and those of the canary that concern no single check. */
export function useUnknownFields({ canary_id: canary, type, name }: NamedCheck): readonly UnknownField[] {
  // A public screen is shown without a session, and must not ask for more than it may read.
  const isSignedIn = use(AccessContext) !== undefined;
  const all = useQuery({ ...unknownFieldsOfCanaries, enabled: isSignedIn }).data?.get(canary);
  if (!all) return NONE;
  return all.filter(({ entry }) => entry === undefined || (entry.type === type && entry.name === name));
}
