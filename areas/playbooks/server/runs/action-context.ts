// The context of a plan or a run of an action: connections and values are read with the rights of the playbook.
import { reachFor } from "#areas/connections/server/index.ts";
import type { System } from "#server/area.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { ActionContext } from "../action-kind.ts";
import type { Fields } from "../text/environment.ts";
import { resourceOf, type RunRow } from "./run-row.ts";

export type ContextRun = Pick<
  RunRow,
  "id" | "playbook_id" | "playbook_name" | "playbook_namespace" | "config_id" | "component_id" | "check_id"
>;

export const playbookSubject = (run: Pick<RunRow, "playbook_id" | "playbook_name" | "playbook_namespace">) => ({
  kind: "playbook" as const,
  id: run.playbook_id,
  name: run.playbook_name,
  namespace: run.playbook_namespace,
});

export function actionContext(
  system: System,
  {
    run,
    action,
    signal,
    scrubber,
    values,
  }: {
    run: ContextRun;
    action: { id?: string; name: string };
    signal: AbortSignal;
    scrubber: Scrubber;
    values: Fields;
  },
): ActionContext {
  const reach = reachFor(system, {
    subject: playbookSubject(run),
    namespace: run.playbook_namespace,
    scrubber,
    purpose: "playbook",
    system,
  });
  return {
    run: { id: run.id, playbookId: run.playbook_id, actionId: action.id },
    name: action.name,
    resource: resourceOf(run),
    outbound: system.outbound("operator"),
    system,
    cluster: system.env.cluster,
    signal,
    scrubber,
    values,
    connection: reach.connection,
    value: reach.value,
  };
}
