import { useQuery } from "@tanstack/react-query";
import { logsHref } from "../logs-href.ts";
import { ofComponent } from "./linked-components.ts";
import { LogsLink } from "./LogsLink.tsx";

/** A link to the logs of a component, if it has a log selector. */
export function LogsOfComponent({ id }: { id: string }) {
  const { data } = useQuery(ofComponent(id));
  return data !== undefined && <LogsLink href={logsHref({ topologyId: data, timeRange: "1h" })} />;
}
