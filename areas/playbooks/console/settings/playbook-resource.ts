// Playbooks as a settings resource, edited with the shared resource editor.
import type { ListedResource } from "#console/resources/resource-row.ts";
import type { SettingsResource } from "#console/resources/settings-resource.ts";
import type { Column } from "#console/widgets/table/column.ts";

const columns: readonly Column<ListedResource>[] = [
  {
    id: "category",
    title: "Category",
    width: 160,
    sort: false,
    isHiddenIfEmpty: true,
    value: ({ spec }) => (spec as { category?: string } | null)?.category,
  },
];

export const playbookResource: SettingsResource = {
  table: "playbooks",
  path: "/settings/playbooks",
  menu: "automation",
  title: "Playbooks",
  name: "Playbook",
  kind: "playbook",
  icon: "circle-play",
  purpose: "A playbook is a list of actions that people run by hand, or that events, schedules and webhooks start.",
  resource: "playbooks",
  feature: "settings.playbooks",
  namespace: "default",
  columns,
  spec: () => import("./PlaybookSpec.tsx"),
};
