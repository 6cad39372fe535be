import { PersonName } from "#console/widgets/PersonName.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import type { KindDescription } from "#language/kinds.ts";
import { TestButton } from "./TestButton.tsx";
import { LastTest, newestOf, testOf, usersOf } from "./connection-uses.tsx";
import type { ListedConnection } from "./connections-query.ts";

interface Shown {
  kinds: readonly KindDescription[] | undefined;
  /** Whether the user may test connections, which needs the right to change them. */
  mayTest: boolean;
}

export function connectionColumns({ kinds = [], mayTest }: Shown): readonly Column<ListedConnection>[] {
  const known = new Map(kinds.map((kind) => [kind.type, kind]));
  return [
    {
      id: "name",
      title: "Name",
      isName: true,
      minWidth: 184,
      cell: ({ name, type }) => (
        <span className="flex min-w-0 items-center gap-2">
          <TechnologyIcon name={known.get(type)?.icon} secondary={type} className="text-muted" />
          <Truncated text={name} />
        </span>
      ),
    },
    {
      id: "type",
      title: "Type",
      width: 128,
      filter: "type",
      filterItem: ({ type }) => type,
      value: ({ type }) => known.get(type)?.title ?? type,
    },
    {
      id: "namespace",
      title: "Namespace",
      narrow: "hidden",
      width: 112,
    },
    {
      id: "used_by",
      title: "Used By",
      minWidth: 128,
      sort: false,
      value: ({ connection_uses: uses }) => usersOf(uses),
      cell: ({ connection_uses: uses }) => usersOf(uses) || null,
      narrowCell: ({ connection_uses: uses }) => (usersOf(uses) ? `Used by ${usersOf(uses)}` : null),
    },
    {
      id: "last_used",
      title: "Last Used",
      width: 120,
      narrow: "hidden",
      // This column is hidden by default, because the last test needs the space in a window of 1280 px.
      isHidden: true,
      sort: false,
      value: ({ connection_uses: uses }) => newestOf(uses)?.last_used_at,
      cell: ({ connection_uses: uses }) => <RowAge since={newestOf(uses)?.last_used_at ?? null} />,
    },
    {
      id: "last_test",
      title: "Last Test",
      width: mayTest ? 200 : 152,
      narrow: "status",
      sort: false,
      value: (connection) => testOf(connection)?.outcome,
      cell: (connection) => (
        <span className="flex items-center justify-between gap-2">
          <LastTest test={testOf(connection)} />
          {mayTest && <TestButton connection={connection} />}
        </span>
      ),
      // A phone has no space for the label of the button next to the last test.
      narrowCell: (connection) => {
        const test = testOf(connection);
        return (
          <span className="flex items-center gap-2">
            {test && <LastTest test={test} />}
            {mayTest && <TestButton connection={connection} isIcon={test !== undefined} />}
          </span>
        );
      },
    },
    {
      id: "created_by",
      title: "Created By",
      narrow: "hidden",
      width: 160,
      sort: false,
      value: ({ created_by }) => created_by?.name,
      cell: ({ created_by: by }) => by && <PersonName person={by} />,
    },
    {
      id: "created_at",
      title: "Created",
      narrow: "hidden",
      width: 120,
      isHidden: true,
      cell: ({ created_at }) => <RowAge since={created_at} />,
    },
    {
      id: "updated_at",
      title: "Updated",
      narrow: "labelled",
      width: 104,
      cell: ({ updated_at }) => <RowAge since={updated_at} />,
    },
  ];
}
