import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { db, rows } from "#console/client/rows.ts";
import type { Agents } from "./agents.ts";

const MAX_AGENTS = 1000;

const all = rows(["agents", "names"], () => db.from("agents").select("id,name").order("name").limit(MAX_AGENTS));

/** Undefined until they are loaded. */
export function useAgents(): Agents | undefined {
  const { data } = useQuery(all);
  return useMemo(() => data && new Map(data.map(({ id, name }) => [id, name])), [data]);
}
