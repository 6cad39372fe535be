import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useHasPage } from "#console/shell/registry.ts";
import { CopyIcon } from "#console/widgets/CopyIcon.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { useClock } from "#console/widgets/time/clock.ts";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { readDate } from "#lib/time/dates.ts";
import { localAgent } from "#language/local-agent.ts";
import { typePath } from "../parts/config-path.ts";
import { ConfigType } from "../parts/ConfigType.tsx";
import { CostCell } from "#console/widgets/cost/CostCell.tsx";
import { knownCosts } from "#console/widgets/cost/cost.ts";
import type { Item } from "./item-query.ts";
import { ItemStatus } from "./ItemHeader.tsx";
import { GroupedLabels } from "#console/widgets/labels/GroupedLabels.tsx";
import { ItemProperties } from "./ItemProperties.tsx";

interface ItemSidebarProps {
  item: Item;
  /** Whether the header with the name, the type and the status is visible next to the details. */
  isBesideHeader?: boolean;
}

/** The details of an item other than its document. */
export function ItemSidebar({ item, isBesideHeader = false }: ItemSidebarProps) {
  const { type, config_class, description, agent_id, agent_name, properties, labels, tags } = item;
  const hasAgents = useHasPage("/settings/agents");
  const hasCost = knownCosts(item) !== undefined;
  return (
    <div className="flex flex-col gap-4">
      <dl className="flex flex-col gap-3">
        {!isBesideHeader && (
          <Fact name="Name">
            <span className="flex min-w-0 items-start gap-1">
              <span className="min-w-0 wrap-anywhere">{item.name}</span>
              <CopyIcon text={item.name} label="Copy name" />
            </span>
          </Fact>
        )}
        {(!isBesideHeader || item.deleted_at !== null) && (
          <Fact name={item.deleted_at === null ? "Status" : "Last status"}>
            <span className="font-medium">
              <ItemStatus item={item} />
            </span>
            {description && <p className="mt-0.5 text-muted wrap-anywhere">{description}</p>}
          </Fact>
        )}
        {!isBesideHeader && (
          <Fact name="Type">
            <Link to={typePath(type)} className="flex min-w-0 hover:text-link hover:underline">
              <ConfigType type={type} />
            </Link>
          </Fact>
        )}
        {!type.endsWith(config_class) && <Fact name="Class">{config_class}</Fact>}
        <Fact name="Created">
          <RowAge since={item.created_at} />
          <ScraperOf item={item} />
        </Fact>
        {/* The time of the document: an event, such as a restart, is a change of the item but not of its document. */}
        <Fact name="Config Updated">
          <RowAge since={item.updated_at ?? item.created_at} />
          <LastScraped item={item} />
        </Fact>
        {agent_id !== localAgent && (
          <Fact name="Agent">
            {hasAgents ? (
              <Link to="/settings/agents" search={{ id: agent_id }} className="text-link hover:underline">
                {agent_name}
              </Link>
            ) : (
              agent_name
            )}
          </Fact>
        )}
        {hasCost && (
          <Fact name="Cost in 30 days">
            <CostCell costs={item} />
          </Fact>
        )}
        <Fact name="Id">
          <span className="flex min-w-0 items-center gap-1">
            <Truncated text={item.id} className="font-mono text-meta" />
            <CopyIcon text={item.id} label="Copy id" />
          </span>
        </Fact>
      </dl>
      <GroupedLabels title="Tags" labels={tags ?? {}} />
      <ItemProperties properties={properties ?? []} />
      <GroupedLabels labels={labels ?? {}} />
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-2">
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);

function ScraperOf({ item: { scraper } }: { item: Item }) {
  const hasScrapers = useHasPage("/catalog/scrapers/$id");
  if (!scraper) return null;
  return (
    <span className="block text-muted wrap-anywhere">
      by{" "}
      {hasScrapers ? (
        <Link to={`/catalog/scrapers/${scraper.id}`} className="text-link hover:underline">
          {scraper.name}
        </Link>
      ) : (
        scraper.name
      )}
    </span>
  );
}

const STALE_MS = 3_600_000;

/** Shown only if the last scrape was long ago, because the stored item may then be out of date. */
function LastScraped({ item: { last_scraped_time, deleted_at } }: { item: Item }) {
  const scraped = readDate(last_scraped_time);
  const isOld = useClock((now) => (scraped !== undefined && now - scraped > STALE_MS ? 1 : 0)) === 1;
  if (!isOld || deleted_at !== null) return null;
  return (
    <span className="mt-0.5 flex items-center gap-1.5 text-warning-text">
      <StatusMark meaning="warning" />
      <span>
        Last scraped <Elapsed since={last_scraped_time ?? ""} /> ago
      </span>
    </span>
  );
}
