import { useCommand } from "#console/client/call.ts";
import { countOf } from "#lib/text/words.ts";
import { runTopology } from "../../building.contract.ts";

/** Runs a topology now. Pages update automatically when it saves components. */
export function useRunTopology() {
  const { mutate, isPending } = useCommand(runTopology, {
    done: ({ status, count, errors }) =>
      status === "ok"
        ? `The topology has ${countOf(count, "component", "components")}`
        : `The run ended with the status ${status}${errors[0] ? `: ${errors[0]}` : ""}`,
    otherwise: "The topology could not be run",
    changes: ["job_history", "topologies", "components"],
  });
  return { run: (id: string) => mutate({ params: { id } }), isRunning: isPending };
}
