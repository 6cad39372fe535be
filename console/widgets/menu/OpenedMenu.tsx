import { Menu } from "@base-ui/react/menu";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { linkTo } from "../AddressLink.tsx";
import { Icon } from "../Icon.tsx";
import type { MenuItem } from "./entries.ts";

export interface MenuProps {
  /** The accessible name of the button, also shown on hover. */
  label: string;
  items: readonly MenuItem[];
  side?: "bottom" | "right";
  align?: "start" | "end";
  className?: string;
  isDisabled?: boolean;
  /** The content of the button. */
  children: ReactNode;
}

const row =
  "flex min-h-control w-full cursor-default items-center gap-2.5 rounded-sm px-2 text-left outline-none select-none data-highlighted:bg-hover";

/** The loaded menu, initially open: it is rendered when its button is pressed for the first time. */
export function OpenedMenu(props: MenuProps) {
  const { label, items, side = "bottom", align = "end", className, isDisabled = false, children } = props;
  return (
    <Menu.Root defaultOpen modal={false}>
      <Menu.Trigger aria-label={label} title={label} disabled={isDisabled} className={className}>
        {children}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side={side} align={align} sideOffset={6} className="z-40">
          <Menu.Popup className="max-h-(--available-height) min-w-56 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-raised outline-none">
            {items.map((item, index) => (
              <Row key={index} item={item} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Row({ item }: { item: MenuItem }) {
  switch (item.type) {
    case "link":
      return (
        <Menu.LinkItem
          closeOnClick
          className={`${row} ${item.isCurrent ? "bg-selected font-medium" : ""}`}
          aria-current={item.isCurrent ? "page" : undefined}
          render={<Link {...linkTo(item.href)} />}
        >
          {item.icon && <Icon name={item.icon} className="text-muted" />}
          {item.label}
        </Menu.LinkItem>
      );
    case "outside":
      return (
        <Menu.LinkItem closeOnClick className={row} href={item.href} target="_blank" rel="noopener noreferrer">
          {item.icon && <Icon name={item.icon} className="text-muted" />}
          <span className="flex-1">
            {item.label}
            <span className="sr-only">, opens in a new tab</span>
          </span>
          <Icon name="external-link" size={14} className="text-faint" />
        </Menu.LinkItem>
      );
    case "action":
      return (
        <Menu.Item className={row} onClick={item.run}>
          {item.icon && <Icon name={item.icon} className="text-muted" />}
          <span className="flex-1">{item.label}</span>
          {item.hint && <kbd className="font-sans text-meta text-faint">{item.hint}</kbd>}
        </Menu.Item>
      );
    case "choice":
      return (
        <Menu.RadioGroup value={item.value} onValueChange={item.choose} aria-label={item.label} className="py-1">
          <div className="px-2 pb-1 text-meta text-faint" aria-hidden>
            {item.label}
          </div>
          {item.options.map((option) => (
            <Menu.RadioItem key={option.value} value={option.value} className={row}>
              {option.icon && <Icon name={option.icon} className="text-muted" />}
              <span className="flex-1">{option.label}</span>
              <Menu.RadioItemIndicator>
                <Icon name="check" size={14} className="text-link" />
              </Menu.RadioItemIndicator>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      );
    case "heading":
      return (
        <div className="max-w-72 px-2 py-1.5">
          <p className="truncate font-medium">{item.label}</p>
          {item.detail && <p className="truncate text-meta text-muted">{item.detail}</p>}
        </div>
      );
    case "note":
      return <p className="px-2 py-1.5 text-meta text-faint">{item.label}</p>;
    case "separator":
      return <Menu.Separator className="-mx-1 my-1 h-px bg-line" />;
  }
}
