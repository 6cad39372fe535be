import type { QueryClient } from "@tanstack/react-query";
import { isAbout } from "#console/client/query.ts";
import { db } from "#console/client/rows.ts";
import type { rowOf } from "./permission-draft.ts";

type Change = ReturnType<typeof rowOf>;

export async function savePermission(id: string | undefined, change: Change): Promise<void> {
  const permissions = db.from("permissions");
  if (id === undefined) await permissions.insert({ ...change, source: "UI" }).throwOnError();
  else await permissions.update(change).eq("id", id).throwOnError();
}

export async function deletePermission(id: string): Promise<void> {
  await db.from("permissions").delete().eq("id", id).throwOnError();
}

/** Reloads without waiting for the change stream. */
export const refreshPermissions = (cache: QueryClient) =>
  cache.invalidateQueries({ predicate: (query) => isAbout(query, "permissions") });
