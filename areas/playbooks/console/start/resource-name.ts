// The name of the resource that a run is about.
import { db, rows } from "#console/client/rows.ts";
import type { ChosenResource } from "./needed-resource.ts";

const tables = { config: "configs", component: "components", check: "checks" } as const;

export const resourceName = ({ kind, id }: ChosenResource) => ({
  ...rows([tables[kind], "name", id], () =>
    db
      .from(tables[kind] as "components")
      .select<string, { name: string }>("name")
      .eq("id", id),
  ),
  select: (found: readonly { name: string }[]) => found[0]?.name,
});
