// Cancels the runs of a playbook that wait for approval when its approvers change. The new approvers have not reviewed
// these runs, and the earlier approvers may have lost the right to approve.
import { sql } from "kysely";
import type { Listener } from "#server/area.ts";
import { endWithChildren } from "./cancel.ts";
import { lockRun } from "./run-row.ts";

const reason = "The approvers of the playbook have changed. Start the playbook again.";

export const changedApprovers: Listener = {
  event: "playbook.spec.approval.updated",
  name: "playbooks.approvers",
  async run({ id: playbookId }, { system }) {
    // A run that was created after the change, with the current approvers, continues.
    const { rows } = await sql<{ id: string }>`
      select r.id
      from   playbook_runs r
      join   playbooks p on p.id = r.playbook_id
      where  r.playbook_id = ${playbookId} and r.status = 'pending_approval'
      and    r.spec -> 'approval' is distinct from p.spec -> 'approval'`.execute(system.db.system);
    for (const { id } of rows)
      await system.db.system.transaction().execute(async (tx) => {
        const run = await lockRun(tx, id);
        if (run?.status === "pending_approval")
          await endWithChildren(system, tx, run, { status: "cancelled", error: reason });
      });
  },
};
