// The runs that wait for the approval of this person.
import { useQuery } from "@tanstack/react-query";
import { useActor } from "#console/access/access.ts";
import { db, rows } from "#console/client/rows.ts";
import type { ShownSpec } from "../parts/playbooks-query.ts";
import { isApprover } from "../parts/approval-words.ts";
import type { Approval } from "../runs/run-query.ts";

export interface PendingRun extends Pick<ShownSpec, "approval"> {
  id: string;
  created_at: string;
  playbooks: { title: string; name: string } | null;
  created_by: { name: string } | null;
  playbook_approvals: readonly GivenApproval[];
}

type GivenApproval = Pick<Approval, "voided_at"> & { person: { id: string } | null; team: { name: string } | null };

const COLUMNS = [
  "id,created_at,approval:spec->approval,playbooks(title,name),created_by(name)",
  "playbook_approvals(voided_at,person:person_id(id),team:team_id(name))",
].join(",");

const pendingRuns = rows(
  ["playbook_runs", "pending approval"],
  () =>
    db
      .from("playbook_runs")
      .select<string, PendingRun>(COLUMNS)
      .eq("status", "pending_approval")
      .order("created_at", { ascending: false })
      .limit(100),
  { of: ["playbook_approvals"] },
);

interface Membership {
  team: { name: string } | null;
}

/** The names of the teams that a person belongs to. */
export const myTeams = (personId: string) => ({
  ...rows(
    ["team_members", "of person", personId],
    () => db.from("team_members").select<string, Membership>("team:teams(name)").eq("person_id", personId),
    { of: ["teams"] },
  ),
  select: (found: readonly Membership[]) => found.flatMap(({ team }) => team?.name ?? []),
  staleTime: 60_000,
});

interface Approver {
  id: string;
  email: string | null;
  teams: readonly string[];
}

/** Whether the run needs an approval that the person has not given yet, alone or for one of their listed teams. */
export function waitsFor(
  { approval, playbook_approvals: approvals }: Pick<PendingRun, "approval" | "playbook_approvals">,
  person: Approver,
): boolean {
  const valid = approvals.filter(({ voided_at: voided }) => voided === null);
  const hasApproved = valid.some((given) => given.person?.id === person.id);
  const openTeams = person.teams.filter((name) => !valid.some(({ team }) => team?.name === name));
  return isApprover({ approval }, { email: hasApproved ? null : person.email, teams: openTeams });
}

/** Empty until it is loaded, and for people who may not approve. */
export function useWaiting(): readonly PendingRun[] {
  const { user, can } = useActor();
  const mayApprove = can("playbook:approve", "playbooks");
  const runs = useQuery({ ...pendingRuns, enabled: mayApprove, staleTime: 60_000 }).data ?? [];
  const teams = useQuery({ ...myTeams(user.id), enabled: mayApprove && runs.length > 0 }).data ?? [];
  const person = { id: user.id, email: user.email, teams };
  return runs.filter((run) => waitsFor(run, person));
}
