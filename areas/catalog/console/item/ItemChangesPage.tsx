import { TableSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { ChangesTable } from "../changes/ChangesTable.tsx";
import { AroundToggles } from "./AroundToggles.tsx";
import { ItemFrame } from "./ItemFrame.tsx";
import { useChangesRange } from "./use-changes-range.ts";

/** What happened to an item, and to what belongs to it. */
export const ItemChangesPage = () => <ItemFrame>{({ id }) => <ItemChanges key={id} id={id} />}</ItemFrame>;

function ItemChanges({ id }: { id: string }) {
  const standard = useChangesRange(id);
  return (
    <div className="h-full p-4 pb-0">
      {standard ? (
        <ChangesTable
          of={{ id, standard }}
          tools={<AroundToggles />}
          emptyDetail="Nothing happened to it, or to what belongs to it, in this time."
        />
      ) : (
        <TableSkeleton label="the changes" />
      )}
    </div>
  );
}
