import { Icon } from "#console/widgets/Icon.tsx";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import type { MenuItem } from "#console/widgets/menu/entries.ts";
import type { Topology } from "../../model.ts";
import { componentPath } from "../card/component-path.ts";

/** The actions on a component in a list of cards. */
export function CardMenu({ component: { id, name } }: { component: Topology }) {
  const items: readonly MenuItem[] = [
    { type: "link", label: "Zoom In", href: componentPath(id), icon: "maximize-2" },
    { type: "link", label: "View as a public card", href: `/view/topology/${id}`, icon: "monitor" },
  ];
  return (
    <Menu
      label={`Actions on ${name}`}
      items={items}
      className="inline-flex size-6 shrink-0 touch-area items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text"
    >
      <Icon name="ellipsis" />
    </Menu>
  );
}
