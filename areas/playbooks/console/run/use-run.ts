import { useQuery } from "@tanstack/react-query";
import { useFollowed } from "#console/shell/use-followed.ts";
import { isId } from "#console/resources/resource-client.ts";
import { actionsOfRuns, runWithChildren } from "../runs/run-query.ts";
import { timelineOf } from "./timeline.ts";

const RUNS = { relations: ["playbook_runs", "playbook_approvals"], everyMs: 500 };
const ACTIONS = { relations: ["playbook_run_actions", "artifacts"], everyMs: 500 };

/** A run with its timeline, updated live. `run` is null if it does not exist. */
export function useRun(id: string) {
  const found = useQuery({ ...runWithChildren(id), enabled: isId(id) });
  useFollowed(found, RUNS);
  const runs = found.data;
  const run = runs && (runs.find((each) => each.id === id) ?? null);
  const children = runs?.filter((each) => each.id !== id) ?? [];
  const actions = useQuery(actionsOfRuns((runs ?? []).map((each) => each.id)));
  useFollowed(actions, ACTIONS);
  return {
    query: found,
    run,
    children,
    actions: actions.data,
    entries: run && actions.data ? timelineOf(run, children, actions.data) : undefined,
    refetch: () => Promise.all([found.refetch(), actions.refetch()]),
  };
}

export type FoundRun = ReturnType<typeof useRun>;
