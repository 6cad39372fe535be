// Asks the approvers of a run, through their own channels.
import {
  deliverToAll,
  DeliveryFailure,
  findTargets,
  type Message,
  type Target,
} from "#areas/notifications/server/index.ts";
import { sql } from "kysely";
import type { Listener, System } from "#server/area.ts";
import { approversIn } from "../runs/approvers.ts";
import { findRun, type RunRow } from "../runs/run-row.ts";

export const notifyApprovers: Listener = {
  event: "playbook.approval.requested",
  name: "playbooks.approval-requests",
  concurrency: 4,
  async run({ run_id: runId }, { system, signal, log }) {
    const run = await findRun(system.db.system, runId as string);
    if (run?.status !== "pending_approval") return;
    const targets = await targetsOf(system, run);
    try {
      if (targets.length > 0) await deliverToAll(system, targets, messageAbout(system, run), signal);
    } catch (error) {
      if (!(error instanceof DeliveryFailure) || !error.isFinal) throw error;
      log.warn({ run: run.id, reason: error.message }, "the approvers of a playbook run could not be asked");
    }
  },
};

/** The listed people who have not approved the run yet, and the listed teams. */
async function targetsOf(system: System, run: RunRow): Promise<Target[]> {
  const { people, teams } = approversIn(run.spec);
  const { rows } = await sql<{ person_id: string | null; team_id: string | null }>`
    select p.id as person_id, null::uuid as team_id
    from   people p
    where  p.email = any (${people.map((email) => email.trim().toLowerCase())}) and p.deleted_at is null and p.state = 'active'
    and    not exists (
             select from playbook_approvals a where a.run_id = ${run.id} and a.person_id = p.id and a.voided_at is null)
    union  all
    select null, t.id
    from   teams t
    where  t.name = any (${teams}) and t.deleted_at is null
    and    not exists (
             select from playbook_approvals a where a.run_id = ${run.id} and a.team_id = t.id and a.voided_at is null)`.execute(
    system.db.system,
  );
  const subject = { kind: "notification", id: run.id, name: run.playbook_name } as const;
  const found = await Promise.all(
    rows.map(({ person_id: personId, team_id: teamId }) => findTargets(system, { personId, teamId }, subject)),
  );
  return found.flat();
}

function messageAbout({ env }: Pick<System, "env">, run: RunRow): Message {
  const permalink = `${env.publicUrl}/playbooks/runs/${run.id}`;
  return {
    id: `${run.id}-${run.plan_hash ?? ""}`,
    purpose: "problem",
    isNews: true,
    event: "playbook.approval.requested",
    at: new Date().toISOString(),
    subject: `playbook/${run.playbook_id}/${run.id}`,
    permalink,
    text: {
      title: `${run.playbook_title} waits for your approval`,
      summary: "Read the plan of the run before you approve it.",
      attributes: [],
      recentChanges: [],
      resources: [],
      actions: [{ label: "Open the run", url: permalink }],
    },
  };
}
