// Applies changed approvers of a playbook to its runs that wait for approval.
import { sql } from "kysely";
import type { Listener } from "#server/area.ts";
import type { Engine } from "./engine.ts";
import { lockRun } from "./run-row.ts";
import { startIfApproved } from "./approve.ts";

export const changedApprovers = (engine: Engine): Listener => ({
  event: "playbook.spec.approval.updated",
  name: "playbooks.approvers",
  async run({ id: playbookId }, { system }) {
    const { rows } = await sql<{ id: string }>`
      select id from playbook_runs where playbook_id = ${playbookId} and status = 'pending_approval'`.execute(
      system.db.system,
    );
    for (const { id } of rows)
      await system.db.system.transaction().execute(async (tx) => {
        await sql`
          update playbook_runs r
          set    spec = case when p.spec ? 'approval' then jsonb_set(r.spec, '{approval}', p.spec -> 'approval') else r.spec - 'approval' end
          from   playbooks p
          where  r.id = ${id} and p.id = r.playbook_id and r.status = 'pending_approval'`.execute(tx);
        const run = await lockRun(tx, id);
        if (run) await startIfApproved(system, tx, engine, run);
      });
  },
});
