// The views whose spec adds them to the sidebar.
import type { UseQueryOptions } from "@tanstack/react-query";
import { read } from "#console/access/access.ts";
import { http } from "#console/client/http.ts";
import type { MenuEntry } from "#console/shell/area.ts";
import type { Views } from "#generated/tables.ts";
import { viewPath } from "./data/view-ref.ts";

type Shown = Pick<Views["views_summary"]["Row"], "id" | "name" | "title" | "icon">;

const KEPT_MS = 300_000;

export const sidebarViews: UseQueryOptions<readonly MenuEntry[]> = {
  queryKey: ["views", "sidebar"],
  queryFn: async ({ signal }) => {
    const query = { select: "id,name,title,icon", sidebar: "is.true", order: "ordinal,title,name" };
    return (await http<Shown[]>("GET", "/api/db/views_summary", { query, signal })).map(entryOf);
  },
  staleTime: KEPT_MS,
};

const entryOf = ({ id, name, title, icon }: Shown): MenuEntry => ({
  name: title || name,
  icon: icon || "workflow",
  href: viewPath(id),
  feature: "views",
  needs: read("views"),
});
