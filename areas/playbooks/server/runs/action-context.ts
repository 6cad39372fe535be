// The context of a plan or run of an action. Connections and values are read with the permissions of the playbook.
import { reachFor, type SentForAction } from "#areas/connections/server/index.ts";
import type { System } from "#server/area.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { ActionContext } from "../action-kind.ts";
import type { Fields } from "../text/environment.ts";
import { resourceOf, type RunRow } from "./run-row.ts";

/**
 * The playbook of a run. Rules that list a playbook do not apply to a draft, because its author can choose any name and
 * spec.
 */
type PlaybookOfRun = Pick<RunRow, "playbook_id" | "playbook_name" | "playbook_namespace"> & {
  isDraft?: boolean;
  /** On an agent: the connections that the server sent with the action. */
  sentConnections?: readonly SentForAction[];
};

export type ContextRun = PlaybookOfRun & Pick<RunRow, "id" | "config_id" | "component_id" | "check_id">;

export const playbookSubject = (run: PlaybookOfRun) => ({
  kind: "playbook" as const,
  id: run.playbook_id,
  name: run.playbook_name,
  namespace: run.playbook_namespace,
  isDraft: run.isDraft,
  sent: run.sentConnections,
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
    property: (name) => readProperty(system, name),
  };
}

async function readProperty({ db }: Pick<System, "db">, name: string): Promise<string | undefined> {
  const found = await db.system
    .selectFrom("properties_in_force")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return found?.value;
}
