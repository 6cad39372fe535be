// The runs that wait for this person's approval.
import { useQuery } from "@tanstack/react-query";
import { useActor } from "#console/access/access.ts";
import { http } from "#console/client/http.ts";
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

// Every page loads this code, so it avoids the query builder to stay small.
const pendingRuns = {
  queryKey: ["playbook_runs", "pending approval"],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    http<readonly PendingRun[]>("GET", "/api/db/playbook_runs", {
      query: { select: COLUMNS, status: "eq.pending_approval", order: "created_at.desc", limit: "100" },
      signal,
    }),
  meta: { relations: ["playbook_runs", "playbook_approvals"] },
};

interface Membership {
  team: { name: string } | null;
}

/** The names of the teams that a person belongs to. */
export const myTeams = (personId: string) => ({
  queryKey: ["team_members", "of person", personId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    http<readonly Membership[]>("GET", "/api/db/team_members", {
      query: { select: "team:teams(name)", person_id: `eq.${personId}` },
      signal,
    }),
  meta: { relations: ["team_members", "teams"] },
  select: (found: readonly Membership[]) => found.flatMap(({ team }) => team?.name ?? []),
  staleTime: 60_000,
});

interface Approver {
  id: string;
  email: string | null;
  teams: readonly string[];
}

/** Whether the run needs an approval that the person has not given yet, personally or for one of their listed teams. */
export function waitsFor(
  { approval, playbook_approvals: approvals }: Pick<PendingRun, "approval" | "playbook_approvals">,
  person: Approver,
): boolean {
  const valid = approvals.filter(({ voided_at: voided }) => voided === null);
  const hasApproved = valid.some((given) => given.person?.id === person.id);
  const openTeams = person.teams.filter((name) => !valid.some(({ team }) => team?.name === name));
  return isApprover({ approval }, { email: hasApproved ? null : person.email, teams: openTeams });
}

/** Empty while loading, and for people who are not allowed to approve. */
export function useWaiting(): readonly PendingRun[] {
  const { user, can } = useActor();
  const mayApprove = can("playbook:approve", "playbooks");
  const runs = useQuery({ ...pendingRuns, enabled: mayApprove, staleTime: 60_000 }).data ?? [];
  const teams = useQuery({ ...myTeams(user.id), enabled: mayApprove && runs.length > 0 }).data ?? [];
  const person = { id: user.id, email: user.email, teams };
  return runs.filter((run) => waitsFor(run, person));
}
