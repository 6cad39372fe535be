import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { countedChangesPath } from "./changes-path.ts";

/** The number of recent changes of an item, with a link to them. */
export function ChangeCount({ of: { id, changes } }: { of: { id: string; changes: number } }) {
  if (changes === 0) return <span className="text-faint">0</span>;
  return (
    <AddressLink
      href={countedChangesPath(id)}
      title="Changes of this item in 7 days"
      className="hover:text-link hover:underline"
    >
      {changes.toLocaleString("en")}
    </AddressLink>
  );
}
