import { useQuery } from "@tanstack/react-query";
import { useActor } from "#console/access/access.ts";
import { callOptions } from "#console/client/call.ts";
import { readActions } from "#language/permissions.ts";
import { listPlaybooks } from "../../contract.ts";

const RELATIONS = { relations: ["playbooks"] };

/**
 * Returns whether the signed-in person may run a playbook. For people whose rules apply to individual playbooks, the
 * server lists the allowed playbooks.
 */
export function useMayRun(): (id: string) => boolean {
  const actor = useActor();
  const mayRunSome = actor.can("playbook:run", "playbooks");
  const isLimited = actor.permissions.some(
    ({ action, condition }) =>
      condition !== undefined && ["*", "playbook:run"].some((word) => readActions(action)?.includes(word)),
  );
  const isNeeded = mayRunSome && isLimited;
  const listed = useQuery({ ...callOptions(listPlaybooks, { query: {} }, RELATIONS), enabled: isNeeded }).data;
  return (id) => mayRunSome && (!isLimited || listed?.some((playbook) => playbook.id === id) === true);
}
