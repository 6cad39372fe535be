import { DetailSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { ChangesTable } from "../changes/ChangesTable.tsx";
import { AroundToggles } from "./AroundToggles.tsx";
import { ItemFrame } from "./ItemFrame.tsx";
import { useChangesRange } from "./use-changes-range.ts";

/** The changes of an item and of its children. */
export const ItemChangesPage = () => <ItemFrame>{({ id }) => <ItemChanges key={id} id={id} />}</ItemFrame>;

function ItemChanges({ id }: { id: string }) {
  // The default range, if the URL has none. The link in the tab uses the same range.
  const range = useChangesRange(id);
  return (
    <div className="h-full p-4 pb-0">
      {range ? (
        <ChangesTable
          of={{ id, range }}
          tools={<AroundToggles />}
          emptyDetail="Neither the item nor its related items changed in this time range."
        />
      ) : (
        <DetailSkeleton label="the changes" />
      )}
    </div>
  );
}
