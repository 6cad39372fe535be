import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { preference, usePreference } from "#console/preference.ts";
import { Notice } from "#console/shell/Notice.tsx";
import { Page } from "#console/shell/Page.tsx";
import { Slot } from "#console/shell/Slot.tsx";
import { Drawer } from "#console/widgets/dialog/Drawer.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { DetailSkeleton, NoticeSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { useMedia } from "#console/widgets/use-media.ts";
import { typePath } from "../parts/config-path.ts";
import { typeLabel } from "../parts/ConfigType.tsx";
import { type Item, oneItem, UUID } from "./item-query.ts";
import { ItemHeader } from "./ItemHeader.tsx";
import { ItemSidebar } from "./ItemSidebar.tsx";
import { ItemTabs } from "./ItemTabs.tsx";

const CATALOG = { title: "Catalog", href: "/catalog" };

/** Whether the details are open; undefined until the user opens or closes them. */
const sidebar = preference<boolean | undefined>(
  "catalog_item_sidebar",
  (stored) => (stored === "open" ? true : stored === "closed" ? false : undefined),
  (isOpen) => (isOpen ? "open" : "closed"),
);

interface ItemFrameProps {
  children: (item: Item) => ReactNode;
}

/** The frame of all pages of an item: header, tabs and the sidebar with details. */
export function ItemFrame({ children }: ItemFrameProps) {
  const { found, item, isMissing } = useItem();
  if (isMissing)
    return (
      <Page title="Catalog item" parents={[CATALOG]}>
        <Notice
          title="Details not found"
          action={
            <Link to="/catalog" className="text-link hover:underline">
              Back to the catalog
            </Link>
          }
        >
          The item does not exist, or you do not have permission to see it. Deleted items are removed permanently after
          a while.
        </Notice>
      </Page>
    );
  const parents = item ? [CATALOG, { title: typeLabel(item.type), href: typePath(item.type) }] : [CATALOG];
  return (
    <Page
      title={item?.name ?? "Catalog item"}
      hasTitleBelow={item ? "always" : false}
      parents={parents}
      refresh={found}
    >
      {item ? (
        <Shown item={item}>{children(item)}</Shown>
      ) : (
        <div className="p-4">
          <DetailSkeleton label="the item" />
        </div>
      )}
    </Page>
  );
}

const isUnhealthy = ({ health, deleted_at }: Item) =>
  (health === "unhealthy" || health === "warning") && deleted_at === null;

interface ShownProps {
  item: Item;
  children: ReactNode;
}

const CAUSES = (
  <div className="shrink-0 px-4 py-2">
    <NoticeSkeleton label="the causes" />
  </div>
);

function Shown({ item, children }: ShownProps) {
  const isWide = useMedia("(width >= 64rem)");
  // The width at which the lists of all tabs fit next to the details.
  const isRoomy = useMedia("(width >= 100rem)");
  const isPinned = usePreference(sidebar) ?? isRoomy;
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const isSidebarOpen = isWide && isPinned;
  return (
    <div className="flex h-full min-h-0">
      <div className="flex min-w-0 flex-1 flex-col">
        <ItemHeader item={item} hasDetails={isSidebarOpen} />
        {isUnhealthy(item) && <Slot name="config.unhealthy" of={{ id: item.id }} placeholder={CAUSES} />}
        <div className="flex shrink-0 items-center">
          <div className="min-w-0 flex-1">
            <ItemTabs key={item.id} item={item} />
          </div>
          <div className="flex items-center self-stretch border-b border-line pr-2">
            <IconButton
              icon={isSidebarOpen ? "panel-right-close" : "panel-right-open"}
              label={isSidebarOpen ? "Hide details" : "Show details"}
              aria-expanded={isWide ? isSidebarOpen : isDrawerOpen}
              onClick={() => (isWide ? sidebar.set(!isPinned) : setDrawerOpen(true))}
            />
          </div>
        </div>
        <div className="min-h-0 flex-1">{children}</div>
      </div>
      {isSidebarOpen && (
        <aside aria-label="Details" className="w-80 shrink-0 overflow-y-auto border-l border-line bg-surface p-4">
          <ItemSidebar item={item} isBesideHeader />
        </aside>
      )}
      {!isWide && (
        <Drawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} title={item.name}>
          <ItemSidebar item={item} />
        </Drawer>
      )}
    </div>
  );
}

/** The item of the URL. */
function useItem() {
  const { id = "" } = useParams({ strict: false });
  const found = useQuery({ ...oneItem(id), enabled: UUID.test(id) });
  const item = found.data?.[0];
  return { id, found, item, isMissing: !UUID.test(id) || (found.isSuccess && !item) };
}
