import { Menu } from "@base-ui/react/menu";
import { Fragment, useState } from "react";
import { copyText } from "../copy-or-save.ts";
import { Icon, type IconName } from "../Icon.tsx";
import { toast } from "../toast/toast.ts";

export interface OpenCellMenu {
  cell: HTMLElement;
  title: string;
  /** The filter of the column. */
  filter: string | undefined;
  /** The filter items for the value or its parts; empty if the cell cannot be used as a filter. */
  items: readonly string[];
  text: string;
}

export interface CellMenuProps {
  open: OpenCellMenu | undefined;
  close: () => void;
  pick: (filter: string, item: string, state: "include" | "exclude") => void;
}

const row =
  "flex min-h-control w-full cursor-default items-center gap-2.5 rounded-sm px-2 text-left outline-none select-none data-highlighted:bg-hover";

export function OpenedCellMenu({ open, close, pick }: CellMenuProps) {
  // Keeps the content while the menu closes.
  const [shown, setShown] = useState<OpenCellMenu | undefined>(open);
  if (open && open !== shown) setShown(open);
  if (!shown) return null;
  const { cell, title, filter, items, text } = shown;
  const nameOf = (item: string) => (items.length === 1 ? "this value" : item);
  const copy = async () => {
    if (await copyText(text)) toast.success("Copied to clipboard");
  };
  return (
    <Menu.Root open={open !== undefined} onOpenChange={(isOpen) => !isOpen && close()} modal={false}>
      <Menu.Portal>
        <Menu.Positioner anchor={cell} side="bottom" align="start" sideOffset={2} className="z-40">
          <Menu.Popup
            aria-label={`${title}: ${text}`}
            finalFocus={() => cell}
            className="max-h-(--available-height) max-w-96 min-w-56 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-raised outline-none"
          >
            <div aria-hidden className="truncate px-2 py-1 text-meta text-muted">
              {title}: <span className="font-medium text-text">{text}</span>
            </div>
            {filter !== undefined &&
              items.map((item) => (
                <Fragment key={item}>
                  <Item icon="filter" label={`Filter by ${nameOf(item)}`} run={() => pick(filter, item, "include")} />
                  <Item
                    icon="filter-x"
                    label={`Filter out ${nameOf(item)}`}
                    run={() => pick(filter, item, "exclude")}
                  />
                </Fragment>
              ))}
            <Item icon="copy" label="Copy value" run={() => void copy()} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const Item = ({ icon, label, run }: { icon: IconName; label: string; run: () => void }) => (
  <Menu.Item className={row} onClick={run}>
    <Icon name={icon} className="text-muted" />
    <span title={label} className="min-w-0 truncate">
      {label}
    </span>
  </Menu.Item>
);
