import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { db, rows } from "#console/client/rows.ts";
import type { Dashboard } from "./use-dashboard.ts";

const NONE: ReadonlyMap<string, string> = new Map();

/** The names of the agents that have tabs. They are requested only while tabs are based on agents. */
export function useAgentNames({ page: { view }, arrangement }: Dashboard): ReadonlyMap<string, string> {
  const isByAgent = view.tabBy.type === "field" && view.tabBy.field === "agent_id";
  const ids = isByAgent ? (arrangement?.tabs ?? []).map(({ value }) => value).join(",") : "";
  const { data } = useQuery({
    ...rows(["agents", "names", ids], () => db.from("agents").select("id,name,description").in("id", ids.split(","))),
    enabled: ids !== "",
  });
  return useMemo(() => (data ? new Map(data.map(({ id, name }) => [id, name])) : NONE), [data]);
}
