import { ChangesTable } from "../changes/ChangesTable.tsx";
import { AroundToggles } from "./AroundToggles.tsx";
import { ItemFrame } from "./ItemFrame.tsx";

/** What happened to an item, and to what belongs to it. */
export const ItemChangesPage = () => (
  <ItemFrame>
    {({ id }) => (
      <div className="h-full p-4 pb-0">
        <ChangesTable
          key={id}
          of={{ id }}
          tools={<AroundToggles />}
          emptyDetail="Nothing happened to it, or to what belongs to it, in this time."
        />
      </div>
    )}
  </ItemFrame>
);
