// Adds views as tabs to the page of a catalog item.
import type { QueryFunctionContext, UseQueryOptions } from "@tanstack/react-query";
import { ask } from "#console/client/ask.ts";
import type { TabPart } from "#console/shell/area.ts";
import { listViews } from "../../contract.ts";

/** The views of an item, with the variable values that the item sets. */
export const viewsOfConfig = (id: string) => ({
  queryKey: ["views", "of config", id],
  queryFn: async ({ signal }: QueryFunctionContext) => {
    const found = await ask(listViews, { query: { config_id: id } }, { signal });
    return found.map((view) => ({ ...view, part: view.id, title: view.title || view.name }));
  },
});

export const viewTabs = ({ id }: { id: string }): UseQueryOptions<readonly TabPart[]> => viewsOfConfig(id);
