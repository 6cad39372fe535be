import { Link, useParams } from "@tanstack/react-router";
import { Notice } from "#console/shell/Notice.tsx";
import { SlotContent, useSlot } from "#console/shell/Slot.tsx";
import { configPath } from "../parts/config-path.ts";
import type { Item } from "./item-query.ts";
import { ItemFrame } from "./ItemFrame.tsx";
import { slotSlug } from "./ItemTabs.tsx";

/** The tab of another area. */
export const SlotPage = () => <ItemFrame>{(item) => <Content item={item} />}</ItemFrame>;

function Content({ item: { id, name, type } }: { item: Item }) {
  const { tab = "", part } = useParams({ strict: false });
  const entry = useSlot("config.tabs").find(({ title }) => slotSlug(title) === tab);
  const isThere = entry !== undefined && (entry.partsOf === undefined) === (part === undefined);
  if (!isThere || (entry.fits && !entry.fits({ id, name, type })))
    return (
      <Notice
        title="There is no such page"
        action={
          <Link to={configPath(id)} className="text-link hover:underline">
            Back to {name}
          </Link>
        }
      >
        This installation has no tab “{tab}” for items.
      </Notice>
    );
  return (
    <div className="h-full p-4 pb-0">
      <SlotContent entry={entry} of={{ id, name, type, ...(part !== undefined && { part }) }} />
    </div>
  );
}
