import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { db, pageOfRows } from "#console/client/rows.ts";
import { useHasPage } from "#console/shell/registry.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { filterSet, useFilters } from "#console/widgets/filter/filter-set.ts";
import { HealthBar } from "#console/widgets/HealthBar.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import type { Column } from "#console/widgets/table/column.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { configPath } from "../parts/config-path.ts";
import { ConfigName } from "../parts/ConfigLink.tsx";
import { ConfigStatus } from "../parts/ConfigStatus.tsx";
import { typeLabel } from "../parts/ConfigType.tsx";
import { exampleOf, OWN_SCRAPER } from "./own-scraper.ts";
import { ScrapedItems } from "./ScrapedItems.tsx";

const MAX_SHOWN = 100;

const ownItems = (search: string) =>
  pageOfRows(
    ["configs", "of the built-in scraper", search],
    () => {
      const items = db
        .from("configs")
        .select("id,name,type,status,health,created_at,updated_at", { count: "exact" })
        .eq("scraper_id", OWN_SCRAPER)
        .is("deleted_at", null);
      return (
        (search === "" ? items : items.ilike("name", `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`))
          // Sorted as text in descending order, healthy items come after all other items with a health; items without a
          // health come last.
          .order("health", { ascending: false, nullsFirst: false })
          .order("created_at", { ascending: false })
          .range(0, MAX_SHOWN - 1)
      );
    },
    { of: ["config_items"] },
  );

type OwnItem = Awaited<ReturnType<NonNullable<ReturnType<typeof ownItems>["queryFn"]>>>["rows"][number];

const itemFilters = filterSet({ search: { type: "search", label: "Search by name" } });

const worstFirst = ["unhealthy", "warning", "unknown", "healthy"];
const rankOf = ({ health }: OwnItem) => worstFirst.indexOf(health ?? "unknown");

const columns: readonly Column<OwnItem>[] = [
  {
    id: "name",
    title: "Name",
    isName: true,
    minWidth: 240,
    cell: ({ name, type }) => <ConfigName name={name} type={type} />,
  },
  {
    id: "status",
    title: "Status",
    minWidth: 160,
    narrow: "status",
    worstFirst: "status",
    sort: (a, b) => rankOf(a) - rankOf(b),
    cell: ({ status, health }) => <ConfigStatus status={status} health={health} />,
  },
  // The icon of the type is in front of the name.
  { id: "type", title: "Type", minWidth: 160, value: ({ type }) => typeLabel(type) },
  {
    id: "updated_at",
    title: "Updated",
    width: 128,
    narrow: "labelled",
    cell: ({ updated_at }) => <RowAge since={updated_at} />,
  },
  {
    id: "created_at",
    title: "Created",
    width: 128,
    narrow: "hidden",
    // Hidden by default: most items have not changed since they were created.
    isHidden: true,
    cell: ({ created_at }) => <RowAge since={created_at} />,
  },
];

const WORST_FIRST = { id: "status", desc: false };

/** The page of the built-in scraper: its purpose, and its items, with problems first. */
export function OwnItems() {
  const filters = useFilters(itemFilters);
  const search = filters.text("search").trim();
  const found = useQuery(ownItems(search));
  const view = useTableView({ name: "items", sort: WORST_FIRST });
  const rows = useMemo(() => ({ ...found, data: found.data?.rows }), [found]);
  const total = found.data?.total ?? 0;
  return (
    <div className="flex h-full flex-col gap-4 overflow-y-auto p-4 pb-0">
      <p className="max-w-3xl text-muted">
        Items that were added through the API, without a scraper. They stay until they are deleted through the API.
      </p>
      {found.data && total === 0 && search === "" ? (
        <FirstItem />
      ) : (
        <>
          {/* The list can be grouped by type once it is too long to read. */}
          {total > MAX_SHOWN && <ScrapedItems id={OWN_SCRAPER} />}
          <section aria-label="Items" className="min-h-80 flex-1">
            <DataTable
              id="catalog.own-items"
              caption="Items"
              columns={columns}
              rows={rows}
              keyOf={keyOfItem}
              view={view}
              filters={filters}
              toolbar={<FilterBar filters={filters} />}
              overview={total > 0 && total === found.data?.rows.length && <Healths items={found.data.rows} />}
              hrefOf={({ id }) => configPath(id)}
              footnote={
                total > MAX_SHOWN &&
                `The ${MAX_SHOWN} items that need attention most, of ${total.toLocaleString("en")}.`
              }
            />
          </section>
        </>
      )}
    </div>
  );
}

const NEW_TOKEN = "/settings/tokens?addToken=true";

function FirstItem() {
  const hasTokens = useHasPage("/settings/tokens");
  return (
    <section aria-label="Add an item" className="flex max-w-4xl flex-col gap-2">
      <h2 className="text-title font-semibold">No items yet</h2>
      <p className="text-muted">
        A program adds an item with an access token, for instance a machine that no scraper can reach:
      </p>
      <CodeBlock code={exampleOf(location.origin)} title="Command" />
      {hasTokens && (
        <AddressLink href={NEW_TOKEN} className="self-start text-link hover:underline">
          Create an access token
        </AddressLink>
      )}
    </section>
  );
}

/** Counts the listed items by health. */
const Healths = ({ items }: { items: readonly OwnItem[] }) => (
  <div className="flex shrink-0 pb-2">
    <HealthBar
      label="Health of the items"
      hasWords
      counts={Object.fromEntries(
        worstFirst.map((health) => [health, items.filter((item) => (item.health ?? "unknown") === health).length]),
      )}
    />
  </div>
);

const keyOfItem = ({ id }: OwnItem) => id;
