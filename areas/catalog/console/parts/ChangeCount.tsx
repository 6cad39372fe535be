import { printSearch } from "#console/url/search.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { printTimeParams, relativeRange } from "#lib/time/time-range.ts";
import { configPath } from "./config-path.ts";

/**
 * The path to the changes of only this item in the last 7 days. Lists count the same changes, so that the link on a
 * count opens a list with that number of rows.
 */
export const countedChangesPath = (id: string) =>
  `${configPath(id)}/changes${printSearch({ ...printTimeParams(relativeRange("now-7d")), downstream: "false" })}`;

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
