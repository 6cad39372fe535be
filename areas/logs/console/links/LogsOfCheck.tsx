import { useQuery } from "@tanstack/react-query";
import { logsHref } from "../logs-href.ts";
import { ofCheck } from "./linked-components.ts";
import { LogsLink } from "./LogsLink.tsx";

interface LogsOfCheckProps {
  id: string;
  /** The time range that the page of the check shows. */
  timeRange: string;
}

/** A link to the logs of the component that a check belongs to, in the time range of the page. */
export function LogsOfCheck({ id, timeRange }: LogsOfCheckProps) {
  const { data } = useQuery(ofCheck(id));
  return data !== undefined && <LogsLink href={logsHref({ topologyId: data, timeRange })} />;
}
