import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import type { Related } from "./related.ts";

const columns: readonly Column<Related>[] = [
  {
    id: "name",
    title: "Name",
    isName: true,
    minWidth: 240,
    cell: ({ kind, id, name }) => <ResourceLink kind={kind} id={id} name={name} />,
  },
  { id: "type", title: "Type", width: 160 },
];

/** The catalog items and components that a check is linked to. */
export function Relationships({ related }: { related: readonly Related[] }) {
  const view = useTableView({ name: "relationships" });
  return (
    <div className="h-full pt-3">
      <DataTable
        id="check-relationships"
        caption="Relationships"
        columns={columns}
        rows={related}
        keyOf={keyOf}
        view={view}
        hasTools={false}
        emptyDetail="The relationships in the spec define the config items and components that a check is linked to."
      />
    </div>
  );
}

const keyOf = ({ kind, id }: Related) => `${kind} ${id}`;
