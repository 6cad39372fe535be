// The filters, the URL state and the writes of the feature flags page.
import { db } from "#console/client/rows.ts";
import { text, urlState } from "#console/url/url-state.ts";
import { filterSet } from "#console/widgets/filter/filter-set.ts";
import type { properties } from "../contract.ts";

export type Flag = NonNullable<(typeof properties)["shape"]>["answer"][number];

export const flagFilters = filterSet({ search: { type: "search", label: "Search by name or value" } });

/** The name of the open flag, and whether a flag is being added. */
export const flagUrl = urlState({ flag: text(), addFlag: text() });

export function wantedFlags(all: readonly Flag[], search: string): readonly Flag[] {
  const sought = search.trim().toLowerCase();
  return all.filter((flag) =>
    [flag.name, flag.value, flag.description].some((part) => part.toLowerCase().includes(sought)),
  );
}

export interface Written {
  name: string;
  value: string;
}

export const addFlag = async (flag: Written) => {
  await db.from("properties").insert(flag).select().throwOnError();
};

export const updateFlag = async ({ name, value }: Written) => {
  await db.from("properties").update({ value }).eq("name", name).select().throwOnError();
};

export const removeFlag = async (name: string) => {
  await db.from("properties").delete().eq("name", name).select().throwOnError();
};
