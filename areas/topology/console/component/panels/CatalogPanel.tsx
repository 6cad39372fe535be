import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useActor } from "#console/access/access.ts";
import { refreshed } from "#console/client/query.ts";
import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { configLinksOf } from "../../parts/component-query.ts";
import { type LinkedConfig, linkedConfigs, unlinkConfig } from "../../parts/config-links.ts";
import { LinkCatalogDialog } from "../../parts/LinkCatalogDialog.tsx";
import { SidePanel } from "#console/widgets/side-panel/SidePanel.tsx";
import { PanelRows } from "#console/widgets/side-panel/PanelRows.tsx";

/** The catalog items of a component. Manual links can be added and removed. */
export function CatalogPanel({ component }: { component: { id: string; name: string } }) {
  const found = useQuery(configLinksOf(component.id));
  const [showsDeleted, setShowsDeleted] = useState(false);
  const [isLinking, setLinking] = useState(false);
  const [unlinked, setUnlinked] = useState<LinkedConfig>();
  const mayLink = useActor().can("write", "config_scrapers");
  const cache = useQueryClient();
  const all = useMemo(() => found.data && linkedConfigs(found.data), [found.data]);
  const present = all?.filter(({ deletedAt }) => deletedAt === null);
  const unlink = async (id: string) => {
    await unlinkConfig(component.id, id);
    toast.success("Deleted config link successfully");
    await refreshed(cache, { table: "config_component_relationships" });
  };
  return (
    <>
      <SidePanel
        value="catalog"
        title="Catalog"
        icon="boxes"
        count={present?.length}
        end={
          <span className="flex shrink-0 pr-2">
            <IconButton
              icon="trash-2"
              label={showsDeleted ? "Hide deleted items" : "Show deleted items"}
              aria-pressed={showsDeleted}
              onClick={() => setShowsDeleted(!showsDeleted)}
              className="aria-pressed:bg-press aria-pressed:text-text"
            />
            {mayLink && <IconButton icon="plus" label="Link to Catalog" onClick={() => setLinking(true)} />}
          </span>
        }
      >
        <PanelRows
          label="Catalog items"
          found={{ ...found, data: showsDeleted ? all : present }}
          keyOf={keyOf}
          renderRow={(config) => <Row config={config} unlink={mayLink ? () => setUnlinked(config) : undefined} />}
        />
      </SidePanel>
      <LinkCatalogDialog component={component} isOpen={isLinking} onClose={() => setLinking(false)} />
      <Confirm
        isOpen={unlinked !== undefined}
        onClose={() => setUnlinked(undefined)}
        look="delete"
        title="Delete config link"
        onConfirm={() => unlinked && unlink(unlinked.id)}
      >
        Are you sure you want to delete this config link
      </Confirm>
    </>
  );
}

const keyOf = ({ id }: LinkedConfig) => id;

const Row = ({ config, unlink }: { config: LinkedConfig; unlink: (() => void) | undefined }) => (
  <>
    <span title={config.type} className="flex min-w-0 flex-1">
      <ResourceLink kind="config" id={config.id} name={config.name} />
    </span>
    {config.deletedAt !== null && (
      <span className="shrink-0 rounded-sm border border-line px-1.5 text-meta text-muted">deleted</span>
    )}
    {config.isManual && unlink && (
      <Menu
        label={`Actions for ${config.name}`}
        align="end"
        items={[{ type: "action", label: "Unlink catalog", icon: "trash-2", run: unlink }]}
        className="flex size-6 shrink-0 touch-area items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text aria-expanded:bg-hover"
      >
        <Icon name="ellipsis" size={14} />
      </Menu>
    )}
  </>
);
