import { PersonName } from "#console/widgets/PersonName.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import type { KindDescription } from "#language/kinds.ts";
import type { ListedConnection } from "./connections-query.ts";

export function connectionColumns(kinds: readonly KindDescription[] = []): readonly Column<ListedConnection>[] {
  const known = new Map(kinds.map((kind) => [kind.type, kind]));
  return [
    {
      id: "name",
      title: "Name",
      isName: true,
      minWidth: 220,
      cell: ({ name, type }) => (
        <span className="flex min-w-0 items-center gap-2">
          <TechnologyIcon name={known.get(type)?.icon} secondary={type} className="text-muted" />
          <Truncated text={name} />
        </span>
      ),
    },
    { id: "namespace", title: "Namespace", width: 128 },
    {
      id: "type",
      title: "Type",
      narrow: "status",
      minWidth: 124,
      filter: "type",
      filterItem: ({ type }) => type,
      value: ({ type }) => known.get(type)?.title ?? type,
    },
    {
      id: "created_by",
      title: "Created By",
      narrow: "hidden",
      width: 168,
      sort: false,
      value: ({ created_by }) => created_by?.name,
      cell: ({ created_by: by }) => by && <PersonName person={by} />,
    },
    {
      id: "created_at",
      title: "Created",
      narrow: "hidden",
      width: 176,
      cell: ({ created_at }) => <RowAge since={created_at} />,
    },
    {
      id: "updated_at",
      title: "Updated",
      narrow: "labelled",
      width: 176,
      cell: ({ updated_at }) => <RowAge since={updated_at} />,
    },
  ];
}
