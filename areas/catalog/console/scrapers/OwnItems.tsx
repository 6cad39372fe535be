import { useQuery } from "@tanstack/react-query";
import { db, rows } from "#console/client/rows.ts";
import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import type { Column } from "#console/widgets/table/column.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { configPath } from "../parts/config-path.ts";
import { ConfigName } from "../parts/ConfigLink.tsx";
import { ConfigStatus } from "../parts/ConfigStatus.tsx";
import { ConfigType } from "../parts/ConfigType.tsx";
import { exampleOf, OWN_SCRAPER } from "./own-scraper.ts";
import { ScrapedItems } from "./ScrapedItems.tsx";

const MAX_NEWEST = 10;

const newestItems = rows(
  ["configs", "newest of the built-in scraper"],
  () =>
    db
      .from("configs")
      .select("id,name,type,status,health,created_at")
      .eq("scraper_id", OWN_SCRAPER)
      .is("deleted_at", null)
      .order("created_at", { ascending: false })
      .limit(MAX_NEWEST),
  { of: ["config_items"] },
);

type NewItem = Awaited<ReturnType<NonNullable<(typeof newestItems)["queryFn"]>>>[number];

const columns: readonly Column<NewItem>[] = [
  {
    id: "name",
    title: "Name",
    isName: true,
    minWidth: 200,
    cell: ({ name, type }) => <ConfigName name={name} type={type} />,
  },
  { id: "type", title: "Type", width: 176, cell: ({ type }) => <ConfigType type={type} /> },
  {
    id: "status",
    title: "Status",
    width: 176,
    narrow: "status",
    cell: ({ status, health }) => <ConfigStatus status={status} health={health} />,
  },
  { id: "created_at", title: "Created", width: 176, cell: ({ created_at }) => <RowAge since={created_at} /> },
];

/** The purpose of the built-in scraper, and its newest items or the way to add the first one. */
export function OwnItems() {
  const newest = useQuery(newestItems);
  const view = useTableView({ name: "newest" });
  return (
    <>
      <section aria-label="Purpose" className="flex flex-col gap-1">
        <h2 className="text-title font-semibold">Items without a scraper</h2>
        <p className="max-w-3xl text-muted">
          It owns the items that no scraper finds: those that Quarterdeck itself or a program writes with the API. It
          reads no source, so it has no schedule, no runs and no spec. Its items stay until a program or a person
          deletes them.
        </p>
      </section>
      {newest.data?.length === 0 ? (
        <section aria-label="Add an item" className="flex flex-col gap-2">
          <h2 className="font-semibold">No items yet</h2>
          <p className="max-w-3xl text-muted">
            A program adds an item with an access token, for instance a machine that no scraper can reach:
          </p>
          <CodeBlock code={exampleOf(location.origin)} title="Command" />
        </section>
      ) : (
        <>
          <ScrapedItems id={OWN_SCRAPER} />
          <section aria-label="Newest items" className="flex flex-col gap-1">
            <h2 className="font-semibold">Newest items</h2>
            <DataTable
              id="catalog.own-items"
              caption="Newest items"
              columns={columns}
              rows={newest}
              keyOf={keyOfItem}
              view={view}
              fit="content"
              hasTools={false}
              hrefOf={({ id }) => configPath(id)}
            />
          </section>
        </>
      )}
    </>
  );
}

const keyOfItem = ({ id }: NewItem) => id;
