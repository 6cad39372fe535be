import { useCall } from "#console/client/call.ts";
import type { ListedResource } from "#console/resources/resource-row.ts";
import type { Column } from "#console/widgets/table/column.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { logBackends } from "../../contract.ts";

/** The systems that a backend reads. One request returns them for all rows of the list. */
function Systems({ backend }: { backend: string }) {
  const { data } = useCall(logBackends, {}, { relations: ["logging_backends"] });
  const systems = data?.backends.find(({ id }) => id === backend)?.systems ?? [];
  return systems.length > 0 ? <Truncated text={systems.join(", ")} /> : null;
}

export const backendColumns: readonly Column<ListedResource>[] = [
  {
    id: "systems",
    title: "Systems",
    minWidth: 160,
    sort: false,
    isLoadedByCell: true,
    cell: ({ id }) => <Systems backend={id} />,
  },
];
