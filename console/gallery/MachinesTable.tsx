import { type ComponentProps, useMemo } from "react";
import { Bytes } from "#console/widgets/Bytes.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { filterRows } from "#console/widgets/filter/filter-rows.ts";
import { filterSet, useFilters } from "#console/widgets/filter/filter-set.ts";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { type Machine, machines } from "./machines.ts";

export const machineColumns: readonly Column<Machine>[] = [
  {
    id: "name",
    title: "Name",
    isName: true,
    minWidth: 200,
    cell: ({ name }) => <Truncated text={name} />,
    total: (rows) => `${rows.length.toLocaleString("en")} machines`,
  },
  {
    id: "status",
    title: "Status",
    width: 128,
    narrow: "status",
    filter: "status",
    canGroup: true,
    cell: ({ status }) => (
      <span className="flex items-center gap-1.5">
        <StatusMark meaning={status} />
        {status}
      </span>
    ),
  },
  { id: "type", title: "Type", minWidth: 160, filter: "type", canGroup: true },
  { id: "region", title: "Region", width: 136, filter: "region", canGroup: true, aggregate: "unique" },
  {
    id: "cpu",
    title: "CPU",
    width: 88,
    narrow: "labelled",
    align: "right",
    aggregate: "mean",
    cell: ({ cpu }) => <Percent of={cpu} />,
    aggregateCell: (mean) => <Percent of={Number(mean)} />,
  },
  {
    id: "memory_bytes",
    title: "Memory",
    width: 104,
    align: "right",
    aggregate: "sum",
    cell: ({ memory_bytes }) => <Bytes value={memory_bytes} />,
    aggregateCell: (sum) => <Bytes value={Number(sum)} />,
    total: (rows) => <Bytes value={rows.reduce((sum, { memory_bytes }) => sum + memory_bytes, 0)} />,
  },
  { id: "restarts", title: "Restarts", width: 96, narrow: "hidden", align: "right", aggregate: "max" },
  { id: "owner", title: "Owner", width: 152, isHidden: true, canGroup: true },
];

const Percent = ({ of }: { of: number }) => (
  <>
    {of.toFixed(1)} <span className="text-muted">%</span>
  </>
);

const machineFilters = filterSet({
  search: { type: "search", label: "Search machines" },
  status: { type: "states", label: "Status" },
  type: { type: "states", label: "Type", kind: "type" },
  tags: { type: "tags", label: "Tags" },
  region: { type: "choice", label: "Region" },
});

const readers = {
  search: ({ name, type }: Machine) => [name, type],
  status: ({ status }: Machine) => status,
  type: ({ type }: Machine) => type,
  tags: ({ tags }: Machine) => tags,
  region: ({ region }: Machine) => region,
};

const optionsOf = (values: readonly string[]) => [...new Set(values)].sort().map((value) => ({ value }));

type TableProps = Omit<ComponentProps<typeof DataTable<Machine>>, "columns" | "rows" | "keyOf" | "filters" | "toolbar">;

/** A table of machines with every type of filter. */
export function MachinesTable({ count, ...tableProps }: TableProps & { count: number }) {
  const all = useMemo(() => machines(count), [count]);
  const filters = useFilters(machineFilters);
  const rows = useMemo(() => filterRows(all, filters, readers), [all, filters]);
  const options = useMemo(
    () => ({
      status: optionsOf(all.map(({ status }) => status)),
      type: optionsOf(all.map(({ type }) => type)),
      tags: optionsOf(all.flatMap(({ tags }) => tags)),
      region: optionsOf(all.map(({ region }) => region)),
    }),
    [all],
  );
  return (
    <DataTable
      {...tableProps}
      columns={machineColumns}
      rows={rows}
      keyOf={keyOfMachine}
      filters={filters}
      toolbar={<FilterBar filters={filters} options={options} />}
    />
  );
}

export const keyOfMachine = ({ id }: Machine) => id;
