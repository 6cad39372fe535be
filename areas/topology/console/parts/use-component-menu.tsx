import { type ReactNode, useState } from "react";
import { useActor } from "#console/access/access.ts";
import type { SlotEntry, Slots } from "#console/shell/area.ts";
import { SlotContent, useSlot } from "#console/shell/Slot.tsx";
import { later } from "#console/widgets/later.ts";
import type { MenuItem } from "#console/widgets/menu/entries.ts";
import type { Topology } from "../../model.ts";

// The dialogs are loaded when needed, because most visits do not open a dialog.
const useSnapshot = later("The snapshot", async () => (await import("./SnapshotDialog.tsx")).SnapshotDialog);
const useLink = later(
  "The link to the catalog",
  async () => (await import("./LinkCatalogDialog.tsx")).LinkCatalogDialog,
);

type Entry = SlotEntry<Slots["component.menu"]>;

interface ComponentMenu {
  items: readonly MenuItem[];
  openSnapshot: () => void;
  /** The dialog of the chosen item; the menu's owner renders it. */
  dialog: ReactNode;
}

/** The items of every component menu: first the items of other areas, then the items of the topology area. */
export function useComponentMenu({ id, name, logs = [] }: Pick<Topology, "id" | "name" | "logs">): ComponentMenu {
  const [opened, setOpened] = useState<"snapshot" | "link" | Entry>();
  const mayLink = useActor().can("write", "config_scrapers");
  const close = () => setOpened(undefined);
  const Snapshot = useSnapshot(opened === "snapshot", close);
  const Link = useLink(opened === "link", close);
  const subject = { id, name, hasLogs: logs.length > 0, close };
  const others = useSlot("component.menu").filter(({ fits }) => fits === undefined || fits(subject));
  const openSnapshot = () => setOpened("snapshot");
  const component = { id, name };
  return {
    openSnapshot,
    items: [
      ...others.map((entry): MenuItem => {
        const face = { label: entry.title, ...(entry.icon && { icon: entry.icon }) };
        const href = entry.hrefOf?.(subject) ?? entry.href;
        return href === undefined
          ? { type: "action", run: () => setOpened(entry), ...face }
          : { type: "link", href, ...face };
      }),
      { type: "action", label: "Snapshot", icon: "download", run: openSnapshot },
      ...(mayLink
        ? [{ type: "action", label: "Link to Catalog", icon: "link", run: () => setOpened("link") } as const]
        : []),
    ],
    dialog: (
      <>
        {Snapshot && <Snapshot component={component} isOpen={opened === "snapshot"} onClose={close} />}
        {Link && <Link component={component} isOpen={opened === "link"} onClose={close} />}
        {typeof opened === "object" && <SlotContent entry={opened} of={subject} />}
      </>
    ),
  };
}
