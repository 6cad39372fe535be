import { BellCount } from "#console/shell/bell.tsx";
import { countOf } from "#lib/text/words.ts";
import { useMyIncidents } from "./my-incidents.ts";

/** On the bell: the number of open incidents that concern this person. */
export function IncidentCount() {
  const { length } = useMyIncidents();
  return <BellCount count={length} words={`${countOf(length, "incident", "incidents")} of yours`} />;
}
