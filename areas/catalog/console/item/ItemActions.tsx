import { useActor } from "#console/access/access.ts";
import { usePageAction } from "#console/palette/page-actions.ts";
import { useHasPage } from "#console/shell/registry.ts";
import { Slot } from "#console/shell/Slot.tsx";
import { copyText } from "#console/widgets/copy-or-save.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import type { MenuItem } from "#console/widgets/menu/entries.ts";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { useRunScraper } from "../parts/use-run-scraper.ts";
import type { Item } from "./item-query.ts";

/** On a phone the buttons of other areas are icons, because the name of the item needs the space. */
const slotLook =
  "contents max-shell:[&_:is(a,button)]:size-control max-shell:[&_:is(a,button)]:justify-center max-shell:[&_:is(a,button)]:gap-0 max-shell:[&_:is(a,button)]:border-transparent max-shell:[&_:is(a,button)]:bg-transparent max-shell:[&_:is(a,button)]:p-0 max-shell:[&_:is(a,button)]:text-[0px] max-shell:[&_:is(a,button)]:text-muted max-shell:[&_:is(a,button)>svg:not(:first-child)]:hidden";

/** The actions of an item: the actions of other areas, and the item menu. */
export function ItemActions({ item }: { item: Item }) {
  const { id, name, type, scraper } = item;
  const hasScrapers = useHasPage("/catalog/scrapers/$id");
  const copy = async (text: string) => {
    if (await copyText(text)) toast.success("Copied to clipboard");
  };
  const mayRun = useActor().can("write", "config_scrapers");
  const { run } = useRunScraper();
  usePageAction(
    scraper && mayRun
      ? { label: `Run now: scraper ${scraper.name}`, icon: "play", run: () => run(scraper.id) }
      : undefined,
  );
  const items: MenuItem[] = [
    { type: "action", label: "Copy id", icon: "copy", run: () => void copy(id) },
    { type: "action", label: "Copy link", icon: "link", run: () => void copy(location.href) },
    ...(scraper && (hasScrapers || mayRun) ? [{ type: "heading", label: `Scraper ${scraper.name}` } as const] : []),
    ...(scraper && hasScrapers
      ? [{ type: "link", label: "Open scraper", icon: "settings", href: `/catalog/scrapers/${scraper.id}` } as const]
      : []),
    ...(scraper && mayRun
      ? [{ type: "action", label: "Run scraper now", icon: "play", run: () => run(scraper.id) } as const]
      : []),
  ];
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 max-shell:flex-nowrap max-shell:gap-0">
      <div className={slotLook}>
        <Slot name="config.actions" of={{ id, name, type }} />
      </div>
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
    </div>
  );
}
