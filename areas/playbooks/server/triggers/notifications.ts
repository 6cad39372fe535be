// Starts playbooks that are recipients of notifications. The result of the run is stored in the message.
import { sql } from "kysely";
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
      const { rows } = await sql<{ playbook_run_id: string | null }>`
        select playbook_run_id from notification_send_history where id = ${messageId} for update`.execute(tx);
      // An event may be delivered twice, and the message may have been deleted.
      if (!rows[0] || rows[0].playbook_run_id !== null) return;
      // The rule is about runs of this playbook, so every run would trigger another one.
      if (kind === "playbook" && resourceId === playbookId) {
        await sql`
          update notification_send_history
          set    status = 'skipped', error = 'The playbook was not started: the event is about the playbook itself.'
          where  id = ${messageId}`.execute(tx);
        return;
      }
      const isKnown = (resourceKinds as readonly unknown[]).includes(kind);
      const started = await startTriggered(system, tx, engine, {
        playbookId: playbookId as string,
        resource: isKnown ? { [`${kind as string}_id`]: resourceId as string } : {},
        cause: "notification",
        notificationSendId: messageId as string,
        isResourceOptional: true,
      });
      if (started.runId !== undefined) return;
      const [status, error] =
        "error" in started
          ? ["error", `The playbook cannot run: ${started.error}`]
          : ["skipped", "The playbook was not started: it ran for this resource a short time ago."];
      await sql`
        update notification_send_history set status = ${status}, error = ${error} where id = ${messageId}`.execute(tx);
      if (status === "error")
        await system.events.publish(tx, {
          name: "playbook.run.failed",
          id: playbookId as string,
          notification_send_id: messageId as string,
        });
    });
  },
});
