import { useQuery } from "@tanstack/react-query";
import { callOptions } from "#console/client/call.ts";
import { db, rows } from "#console/client/rows.ts";
import { logBackends } from "../../contract.ts";
import { logsHref } from "../logs-href.ts";
import { ofConfig } from "./linked-components.ts";
import { LogsLink } from "./LogsLink.tsx";
import { workloadLabels } from "./workload-labels.ts";

interface LogsOfConfigProps {
  id: string;
  name: string;
  type: string;
}

const tagsOf = (id: string) => ({
  ...rows(["configs", "tags", id], () => db.from("configs").select("id,tags").eq("id", id), { of: ["config_items"] }),
});

/** A link to the logs of a config item's component, or to the logs of its pods in a Kubernetes backend. */
export function LogsOfConfig({ id, name, type }: LogsOfConfigProps) {
  const component = useQuery(ofConfig(id));
  const isWorkload = type.startsWith("Kubernetes::");
  const isAlone = component.isSuccess && component.data === undefined;
  const enabled = isWorkload && isAlone;
  const { data: backends } = useQuery({
    ...callOptions(logBackends, {}, { relations: ["logging_backends"] }),
    enabled,
  });
  const { data: items } = useQuery({ ...tagsOf(id), enabled });
  if (component.data !== undefined)
    return <LogsLink href={logsHref({ topologyId: component.data, timeRange: "1h" })} />;
  const cluster = backends?.backends.find(({ types }) => types.includes("kubernetes"));
  const labels = workloadLabels({ name, type, tags: items?.[0]?.tags ?? {} });
  if (!isAlone || !cluster || !labels) return null;
  return <LogsLink href={logsHref({ backend: cluster.id, labels, timeRange: "1h" })} />;
}
