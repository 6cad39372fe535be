import { useQuery } from "@tanstack/react-query";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import type { Entry } from "#console/resources/entries/entries.ts";
import { useClock } from "#console/widgets/time/clock.ts";
import { NARROW_TABLE, useMedia } from "#console/widgets/use-media.ts";
import { checkPath, healthOf, pauseOf } from "../../model.ts";
import { HealthMark, healthWords } from "../dashboard/HealthMark.tsx";
import { checksOfCanary } from "./CanaryHealth.tsx";
import { nameOf } from "./open-check.ts";

interface EntryHealthProps {
  /** The id of the stored canary. */
  canary: string;
  entry: Entry;
}

/** Uses the same words as the counts above the list. */
const words = { ...healthWords, healthy: "Passing", unhealthy: "Failing" };

/**
 * The current health of a check in the canary editor, with a link to the check; empty for a check that is not saved.
 */
export function EntryHealth({ canary, entry }: EntryHealthProps) {
  const check = useQuery(checksOfCanary(canary)).data?.find(
    ({ type, name }) => type === entry.type && name === nameOf(entry),
  );
  const isPhone = useMedia(NARROW_TABLE);
  const health = useClock((now) => (check ? healthOf({ ...check, paused: pauseOf(check) }, now) : ""));
  if (!check || health === "") return null;
  return (
    <AddressLink
      href={checkPath(check.id)}
      title="Open the check"
      className="flex shrink-0 px-2 hover:underline max-shell:min-h-6 max-shell:items-center"
    >
      {/* On a phone the name needs the space. */}
      <HealthMark health={health} text={isPhone ? "" : words[health]} title={words[health]} />
    </AddressLink>
  );
}
