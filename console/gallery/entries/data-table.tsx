import { useMemo } from "react";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useGrowingLimit } from "#console/widgets/table/growth.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { Problem } from "#language/problem.ts";
import type { GalleryEntry } from "../entry.ts";
import { keyOfMachine, machineColumns, MachinesTable } from "../MachinesTable.tsx";
import { type Machine, machines } from "../machines.ts";

const common = { columns: machineColumns, keyOf: keyOfMachine };
const failed = new Problem("unavailable", "The database cannot be reached.", {
  details: "The request is repeated every second.",
});

const failedQuery = {
  data: undefined,
  isError: true,
  error: failed,
  isFetching: false,
  refetch: async () => toast.success("Retried"),
};

const actions = [
  {
    label: "Restart",
    icon: "refresh-cw" as const,
    run: (rows: readonly Machine[]) => toast.success(`${rows.length} machines`),
  },
  {
    label: "Delete",
    icon: "trash-2" as const,
    isDestructive: true as const,
    run: (rows: readonly Machine[]) => toast.success(`${rows.length} deleted`),
  },
];

function Paged() {
  const rows = useMemo(() => machines(120), []);
  const view = useTableView({ name: "paged", pageSize: 5 });
  return (
    <DataTable
      {...common}
      id="gallery-paged"
      caption="Pages"
      rows={rows}
      view={view}
      paging="client"
      fit="content"
      actions={actions}
    />
  );
}

/** A table with rows that the page has grouped itself; a row without siblings is not grouped. */
function Arranged() {
  const rows = useMemo(() => machines(9), []);
  const arranged = useMemo(
    () => ({
      lines: [
        { type: "group" as const, key: "group edge", title: "Machines at the edge", rows: rows.slice(0, 5) },
        ...rows.slice(5).map((row) => ({ type: "row" as const, row })),
      ],
      view: "",
    }),
    [rows],
  );
  return (
    <DataTable
      {...common}
      id="gallery-arranged"
      caption="Arranged"
      rows={rows}
      arranged={arranged}
      areGroupsOpen
      fit="content"
      hasTools={false}
    />
  );
}

/** A table with a simulated server, which returns the first rows in sort order. */
function Endless() {
  const all = useMemo(() => machines(300), []);
  const { limit, grow } = useGrowingLimit();
  const rows = useMemo(() => all.slice(0, limit), [all, limit]);
  return (
    <DataTable
      {...common}
      id="gallery-endless"
      caption="Endless"
      rows={rows}
      view={useTableView({ name: "endless" })}
      more={{ hasMore: limit < all.length, grow }}
    />
  );
}

function Served() {
  const view = useTableView({ name: "served" });
  const all = useMemo(() => {
    const rows = machines(430);
    const by = view.sort?.id === "name" ? (a: Machine, b: Machine) => (a.name < b.name ? -1 : 1) : undefined;
    return by ? rows.sort(by) : rows;
  }, [view.sort]);
  const query = useMemo(() => {
    const begin = view.pageIndex * view.pageSize;
    const data = { rows: all.slice(begin, begin + view.pageSize), total: all.length };
    return { data, isError: false, error: null, isFetching: false, refetch: async () => {} };
  }, [all, view.pageIndex, view.pageSize]);
  return (
    <DataTable
      {...common}
      id="gallery-served"
      caption="Pages from a server"
      rows={query}
      view={view}
      paging="server"
      pageSizes="simple"
    />
  );
}

function Grouped() {
  const rows = useMemo(() => machines(240), []);
  const view = useTableView({ name: "grouped", groupBy: "type", sort: { id: "cpu", desc: true } });
  return <DataTable {...common} id="gallery-grouped" caption="Groups" rows={rows} view={view} />;
}

const long: Machine = {
  ...machines(1)[0]!,
  id: "long",
  name: "a-machine-whose-name-was-made-by-a-program-that-thinks-people-have-wide-screens-7f9c6b5d4-x2x9q",
  type: "Kubernetes::CustomResourceDefinition::argoproj.io/v1alpha1::ApplicationSet::WithAVeryLongTail",
  region: "us-gov-west-1-wavelength-zone-lax-1",
};

/** A table as on a phone, with rows of two lines. */
function Narrow() {
  const rows = useMemo(() => [long, ...machines(200)], []);
  return (
    <div className="h-full w-[358px]">
      <DataTable
        {...common}
        id="gallery-narrow"
        caption="Narrow"
        rows={rows}
        view={useTableView({ name: "narrow" })}
        hrefOf={({ id }) => `/machines/${id}`}
        actions={actions}
      />
    </div>
  );
}

export const entry: GalleryEntry = {
  name: "Data table",
  group: "Data",
  states: [
    {
      name: "10,000 rows",
      height: 480,
      press: ["Display"],
      draw: () => (
        <MachinesTable
          id="gallery-many"
          caption="Ten thousand machines"
          count={10_000}
          hrefOf={({ id }) => `/machines/${id}`}
        />
      ),
    },
    { name: "Grouped with aggregates", height: 320, draw: () => <Grouped /> },
    { name: "Narrow", height: 480, draw: () => <Narrow /> },
    { name: "Pages and bulk actions", draw: () => <Paged /> },
    { name: "Pages from a server", height: 320, draw: () => <Served /> },
    { name: "Arranged by the page", draw: () => <Arranged /> },
    { name: "Endless", height: 320, draw: () => <Endless /> },
    {
      name: "Dense, without tools",
      draw: () => (
        <DataTable
          {...common}
          id="gallery-dense"
          caption="Dense"
          rows={machines(6)}
          isDense
          fit="content"
          hasTools={false}
        />
      ),
    },
    {
      name: "Long names",
      draw: () => (
        <DataTable
          {...common}
          id="gallery-long"
          caption="Long names"
          rows={[long, ...machines(2)]}
          fit="content"
          hasTools={false}
        />
      ),
    },
    {
      name: "Loading",
      draw: () => (
        <DataTable {...common} id="gallery-loading" caption="Loading" rows={undefined} fit="content" hasTools={false} />
      ),
    },
    {
      name: "Failed",
      draw: () => (
        <DataTable {...common} id="gallery-failed" caption="Failed" rows={failedQuery} fit="content" hasTools={false} />
      ),
    },
    {
      name: "Empty",
      draw: () => (
        <DataTable
          {...common}
          id="gallery-empty"
          caption="Empty"
          rows={[]}
          fit="content"
          hasTools={false}
          emptyDetail="Machines appear here after a scraper has found them."
        />
      ),
    },
  ],
};
