// The names of agents, for filters that contain their ids.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { db, rows } from "#console/client/rows.ts";

export const agentNames = (ids: readonly string[]) => ({
  ...rows(["agents", "names of", ids.join()], () => db.from("agents").select("id,name").in("id", ids)),
  enabled: ids.length > 0,
});

/** The options of a filter that is set to one agent, or to none (an empty id). */
export function useAgentOptions(id: string) {
  const agents = useQuery(agentNames(id === "" ? [] : [id])).data;
  return useMemo(() => agents?.map(({ id: value, name: label }) => ({ value, label })), [agents]);
}
