// Starts playbooks that are recipients of notifications. The result of the run is stored in the message.
import { sql } from "kysely";
import type { Json } from "#language/columns.ts";
import type { Listener } from "#server/area.ts";
import { resourceKinds } from "../../model.ts";
import type { Engine } from "../runs/engine.ts";
import { startTriggered } from "./start-triggered.ts";

export const notificationTriggers = (engine: Engine): Listener => ({
  event: "playbook.run.requested",
  name: "playbooks.notifications",
  concurrency: 4,
  async run(
    { id: playbookId, notification_send_id: messageId, resource_kind: kind, resource_id: resourceId },
    { system },
  ) {
    await system.db.system.transaction().execute(async (tx) => {
      const { rows } = await sql<{ playbook_run_id: string | null; event: Json; chain: number | null }>`
        select h.playbook_run_id, coalesce(h.payload, '{}') || jsonb_build_object('name', h.source_event) as event,
               coalesce((select r.chain from playbook_runs r where r.id = as_uuid(h.payload ->> 'run_id')),
                        (h.payload ->> 'chain')::int) as chain
        from   notification_send_history h
        where  h.id = ${messageId}
        for    update of h`.execute(tx);
      // An event may be delivered twice, and the message may have been deleted.
      if (!rows[0] || rows[0].playbook_run_id !== null) return;
      // The rule is about runs of this playbook, so every run would trigger another run.
      if (kind === "playbook" && resourceId === playbookId) {
        await sql`
          update notification_send_history
          set    status = 'skipped', error = 'The playbook was not started: the event is about the playbook itself.'
          where  id = ${messageId}`.execute(tx);
        return;
      }
      // The message may be about a run, which may have been started by a message itself.
      const chain = rows[0].chain === null ? 0 : rows[0].chain + 1;
      const isKnown = (resourceKinds as readonly unknown[]).includes(kind);
      const started = await startTriggered(system, tx, engine, {
        playbookId: playbookId as string,
        resource: isKnown ? { [`${kind as string}_id`]: resourceId as string } : {},
        cause: "notification",
        // An incident is not a resource of a run, so templates read its id from the event.
        request: { event: rows[0].event },
        notificationSendId: messageId as string,
        chain,
        isResourceOptional: true,
      });
      if (started.runId !== undefined) return;
      const [status, error] =
        "error" in started
          ? ["error", `The playbook cannot run: ${started.error}`]
          : ["skipped", "The playbook was not started: it ran for this resource a short time ago."];
      const refusedRunId = "error" in started ? started.refusedRunId : undefined;
      await sql`
        update notification_send_history
        set    status = ${status}, error = ${error}, playbook_run_id = ${refusedRunId ?? null}
        where  id = ${messageId}`.execute(tx);
      // An event about a run that ends a loop would begin the loop again.
      if (status === "error" && refusedRunId === undefined)
        await system.events.publish(tx, {
          name: "playbook.run.failed",
          id: playbookId as string,
          notification_send_id: messageId as string,
          chain,
        });
    });
  },
});
