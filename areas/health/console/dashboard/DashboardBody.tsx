import { useState } from "react";
import { useOutage } from "#console/client/reachability.ts";
import { FilterChips } from "#console/widgets/filter/FilterChips.tsx";
import { Tabs } from "#console/widgets/tabs/Tabs.tsx";
import { useMedia } from "#console/widgets/use-media.ts";
import type { BulkActions } from "../several/bulk-actions.tsx";
import { CardList } from "./CardList.tsx";
import type { Check } from "./check.ts";
import { ChecksTable } from "./ChecksTable.tsx";
import { Counters } from "./Counters.tsx";
import { EmptyWords } from "./EmptyWords.tsx";
import { FilterPanel, type FilterPanelProps } from "./FilterPanel.tsx";
import { FrozenClock } from "./frozen-clock.ts";
import { StaleBanner } from "./StaleBanner.tsx";
import { TabBySelect, tabName } from "./TabBy.tsx";
import { Toolbar } from "./Toolbar.tsx";
import type { Dashboard } from "./use-dashboard.ts";
import { healthChips } from "./health-chips.ts";

interface DashboardBodyProps {
  dashboard: Dashboard;
  /** The known agent names, by id. */
  agentNames: ReadonlyMap<string, string>;
  /** The link of a check; undefined where checks have no link. */
  hrefOf: ((check: Check) => string) | undefined;
  open?: ((check: Check) => void) | undefined;
  /** The actions on selected checks. */
  bulk?: BulkActions | undefined;
}

/** Wide screens show the filters next to the table, others on demand. */
const WIDE = "(width >= 88rem)";
const ONE_COLUMN = "(width < 50rem)";
/** A phone has no space for checkboxes, so they are shown only while rows are being selected. */
const PHONE = "(width < 37rem)";

/** The page below its title. */
export function DashboardBody({ dashboard, agentNames, hrefOf, open, bulk }: DashboardBodyProps) {
  const { page, stale, keys, arrangement } = dashboard;
  const { url, view, change, choose } = page;
  const isWide = useMedia(WIDE);
  const isOneColumn = useMedia(ONE_COLUMN);
  const isPhone = useMedia(PHONE);
  const [isSelecting, setSelecting] = useState(false);
  // During an outage the notice above the page already reports the error.
  const isOut = useOutage() !== undefined;
  const filters: FilterPanelProps = {
    hidePassing: view.hidePassing,
    // A health filter for passing checks contradicts hiding them.
    changeHidePassing: (hidePassing) =>
      choose({ hidePassing }, hidePassing && url.health === "healthy" ? { health: undefined } : {}),
    health: url.health,
    changeHealth: (health) => change({ health, ...(health === "healthy" && { hidePassing: false }) }),
    tally: arrangement?.tally,
    keys,
    labels: view.labels,
    changeLabels: (labels) => change({ labels }),
  };
  const toolbar = (
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      <Toolbar
        dashboard={dashboard}
        filters={isWide ? undefined : filters}
        isNarrow={isOneColumn}
        selecting={
          isPhone && bulk?.actions && url.layout === "table" ? { isOn: isSelecting, change: setSelecting } : undefined
        }
      />
      <FilterChips filters={healthChips(page)} />
    </div>
  );
  const empty = arrangement && <EmptyWords dashboard={dashboard} />;
  const draw = () =>
    url.layout === "card" ? (
      <CardList dashboard={dashboard} toolbar={toolbar} empty={empty} hrefOf={hrefOf} open={open} />
    ) : (
      <ChecksTable
        dashboard={dashboard}
        hasTools={!isOneColumn}
        toolbar={toolbar}
        empty={empty}
        hrefOf={hrefOf}
        open={open}
        bulk={bulk}
        canSelect={!isPhone || isSelecting}
      />
    );
  return (
    <FrozenClock value={stale?.since ?? null}>
      <div className="flex h-full min-h-0 flex-col">
        {stale && !isOut && <StaleBanner {...stale} />}
        <Counters tally={arrangement?.tally} className="px-4 pt-3 shell:hidden" />
        <div className="flex min-h-0 flex-1">
          {isWide && (
            <aside aria-label="Filters" className="w-52 shrink-0 overflow-y-auto border-r border-line p-4">
              <FilterPanel {...filters} />
            </aside>
          )}
          <Tabs
            label="Checks"
            tabs={[
              { value: "", label: "All", ...countOf(arrangement?.count), draw },
              ...(arrangement?.tabs ?? []).map(({ value, count }) => ({
                value,
                label: tabName(value, view.tabBy, agentNames),
                ...countOf(count),
                draw,
              })),
            ]}
            end={
              isOneColumn ? undefined : (
                <span className="shrink-0 pr-2 pl-1">
                  <TabBySelect dashboard={dashboard} isQuiet />
                </span>
              )
            }
          />
        </div>
      </div>
    </FrozenClock>
  );
}

/** Leaves out counts of zero. */
const countOf = (count: number | undefined) => (count ? { count } : {});
