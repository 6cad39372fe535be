import { Icon } from "#console/widgets/Icon.tsx";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import type { Topology } from "../../model.ts";
import { useComponentMenu } from "../parts/use-component-menu.tsx";

/** The actions on a component in a list of cards. */
export function CardMenu({ component, href }: { component: Topology; href: string }) {
  const { items, dialog } = useComponentMenu(component);
  return (
    <>
      <Menu
        label={`Actions on ${component.name}`}
        items={[{ type: "link", label: "Zoom In", href, icon: "maximize-2" }, ...items]}
        className="inline-flex size-6 shrink-0 touch-area items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text"
      >
        <Icon name="ellipsis" />
      </Menu>
      {dialog}
    </>
  );
}
