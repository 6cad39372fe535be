// Defines views as a settings resource: the common editor for resources, with a preview.
import type { ListedResource } from "#console/resources/resource-row.ts";
import type { SettingsResource } from "#console/resources/settings-resource.ts";
import type { Column } from "#console/widgets/table/column.ts";
import { VIEWS_SETTINGS } from "../data/view-ref.ts";

interface Display {
  title?: string;
  ordinal?: number;
  sidebar?: boolean;
}

const displayOf = ({ spec }: ListedResource): Display => (spec as { display?: Display | null } | null)?.display ?? {};

const columns: readonly Column<ListedResource>[] = [
  {
    id: "title",
    title: "Title",
    minWidth: 208,
    sort: false,
    isHiddenIfEmpty: true,
    value: (row) => displayOf(row).title,
  },
  {
    id: "sidebar",
    title: "In the menu",
    width: 112,
    sort: false,
    narrow: "hidden",
    value: (row) => (displayOf(row).sidebar ? "Yes" : "No"),
  },
  {
    id: "ordinal",
    title: "Menu order",
    width: 112,
    align: "right",
    sort: false,
    narrow: "hidden",
    isHidden: true,
    value: (row) => displayOf(row).ordinal,
  },
];

export const viewResource: SettingsResource = {
  table: "views",
  path: VIEWS_SETTINGS,
  title: "Views",
  name: "View",
  kind: "view",
  icon: "columns-3",
  purpose: "A view is a page that you define: panels and a table that show the results of your queries.",
  resource: "views",
  feature: "views",
  namespace: "default",
  columns,
  hasLabels: true,
  spec: () => import("./ViewSpec.tsx"),
};
