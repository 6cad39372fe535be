import { useQuery } from "@tanstack/react-query";
import { useTimeZone } from "#console/preferences/preferences.ts";
import type { Slots } from "#console/shell/area.ts";
import { printMinute } from "#lib/time/dates.ts";
import { MINUTE } from "#lib/time/zoned-time.ts";
import { logsHref } from "../logs-href.ts";
import { ofIncident } from "./linked-components.ts";
import { LogsLink } from "./LogsLink.tsx";

/** The cause of an incident is often in the lines before its start. */
const BEFORE_MS = 15 * MINUTE;

/** A link to the logs of a component that is evidence of an incident, from shortly before its start to its end. */
export function LogsOfIncident({ id, start, end }: Slots["incident.actions"]) {
  const timeZone = useTimeZone();
  const { data: topologyId } = useQuery(ofIncident(id));
  if (topologyId === undefined) return null;
  const from = printMinute(Date.parse(start) - BEFORE_MS, timeZone);
  const to = end === undefined ? "now" : printMinute(Date.parse(end) + MINUTE, timeZone);
  return <LogsLink href={logsHref({ topologyId, from, to })} isIconOnPhones />;
}
