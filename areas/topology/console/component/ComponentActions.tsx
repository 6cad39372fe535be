import { usePageAction } from "#console/palette/page-actions.ts";
import { useHasPage } from "#console/shell/registry.ts";
import { Slot } from "#console/shell/Slot.tsx";
import { copyText } from "#console/widgets/copy-or-save.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import type { MenuItem } from "#console/widgets/menu/entries.ts";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import type { Topology } from "../../model.ts";
import { useComponentMenu } from "../parts/use-component-menu.tsx";

/** The actions of a component: the actions of other areas, and the component menu. */
export function ComponentActions({ component }: { component: Topology }) {
  const { id, name, topology_id: topologyId } = component;
  const { items: shared, openSnapshot, dialog } = useComponentMenu(component);
  const hasTopologies = useHasPage("/settings/topologies/$id");
  const copy = async (text: string) => {
    if (await copyText(text)) toast.success("Copied to clipboard");
  };
  usePageAction({ label: `Snapshot: ${name}`, icon: "download", run: openSnapshot });
  const items: MenuItem[] = [
    ...shared,
    { type: "separator" },
    { type: "action", label: "Copy id", icon: "copy", run: () => void copy(id) },
    { type: "action", label: "Copy link", icon: "link", run: () => void copy(location.href) },
    ...(topologyId && hasTopologies
      ? ([
          { type: "separator" },
          { type: "link", label: "Open its topology", icon: "settings", href: `/settings/topologies/${topologyId}` },
        ] as const)
      : []),
  ];
  return (
    <>
      <Slot name="component.actions" of={{ id, name }} />
      <Menu
        label="Actions"
        items={items}
        align="end"
        className="inline-flex h-control items-center gap-2 rounded-md border border-line bg-surface px-3 font-medium hover:bg-hover aria-expanded:bg-hover max-shell:w-control max-shell:justify-center max-shell:border-transparent max-shell:bg-transparent max-shell:px-0"
      >
        <span className="max-shell:hidden">Actions</span>
        <Icon name="chevron-down" size={14} className="text-muted max-shell:hidden" />
        <Icon name="ellipsis" className="text-muted shell:hidden" />
      </Menu>
      {dialog}
    </>
  );
}
