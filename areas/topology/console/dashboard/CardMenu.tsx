import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { later } from "#console/widgets/later.ts";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import type { MenuItem } from "#console/widgets/menu/entries.ts";
import type { Topology } from "../../model.ts";
import { componentPath } from "../card/component-path.ts";

// Most visits open no dialog.
const useSnapshot = later("The snapshot", async () => (await import("../parts/SnapshotDialog.tsx")).SnapshotDialog);
const useLink = later(
  "The link to the catalog",
  async () => (await import("../parts/LinkCatalogDialog.tsx")).LinkCatalogDialog,
);

/** The actions on a component in a list of cards. */
export function CardMenu({ component }: { component: Topology }) {
  const { id, name } = component;
  const [opened, setOpened] = useState<"snapshot" | "link">();
  const mayLink = useActor().can("write", "config_scrapers");
  const close = () => setOpened(undefined);
  const Snapshot = useSnapshot(opened === "snapshot", close);
  const Link = useLink(opened === "link", close);
  const items: MenuItem[] = [
    { type: "link", label: "Zoom In", href: componentPath(id), icon: "maximize-2" },
    { type: "action", label: "Snapshot", icon: "download", run: () => setOpened("snapshot") },
  ];
  if (mayLink) items.push({ type: "action", label: "Link to Catalog", icon: "link", run: () => setOpened("link") });
  return (
    <>
      <Menu
        label={`Actions on ${name}`}
        items={items}
        className="inline-flex size-6 shrink-0 touch-area items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text"
      >
        <Icon name="ellipsis" />
      </Menu>
      {Snapshot && <Snapshot component={component} isOpen={opened === "snapshot"} onClose={close} />}
      {Link && <Link component={component} isOpen={opened === "link"} onClose={close} />}
    </>
  );
}
